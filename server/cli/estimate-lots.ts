import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { lawLine } from '../../contract/report-view/head/total-loss.ts';
import { plain } from '../../contract/report-view/words/sentence.ts';
import { dollarsFromCents } from '../../contract/schemas/money.ts';
import { estimateLot, type LotEstimate } from '../estimate/estimate-lot.ts';
import { type LotFacts, readLotFacts } from '../estimate/lot-facts.ts';

const HELP = `Estimates the repair of many lots from their listed facts alone.

usage: npm run estimate-lots -- lots.jsonl
       npm run estimate-lots -- -          (reads standard input)

lots.jsonl  one JSON object per line with any of id, year, make, model, trim, body_style, primary_damage,
            secondary_damage, run_condition, keys, airbags, odometer, retail_value, title, state, fuel, drive, color,
            site, insurer (yes or no: whether one settles the loss), salvage_bid; words and
            codes of Copart, IAAI and bid.cars in any case; unknown words and other keys are ignored
prints      one JSON object per line, same order: id, low, likely, high in US dollars and the basis in words;
            likely is the median and low to high the 80% interval of an insurer's first estimate; all three are null
            where the lot is no passenger car, SUV, van or pickup, and the basis says what it is, and where the line is
            not a JSON object: its id is null too; total_loss: the state or province, the verdict (null: none), what it
            rests on (law or practice), its chance 0 to 1, and the law with its citation and the date of its source;
            null where no state is given
exit        0 done (unreadable lines are named on standard error), 2 wrong usage, 1 the file can't be read
`;

/** A line that nothing can be read of has no figures. */
const UNREADABLE = JSON.stringify({
  id: null,
  low: null,
  likely: null,
  high: null,
  basis: 'unreadable line',
  total_loss: null,
});

const TODAY = new Date().toISOString().slice(0, 10);

/** A verdict with what it rests on and its law, in the fields of a row. */
function lossRow(loss: LotEstimate['total_loss']) {
  if (loss === null) return null;
  const law = lawLine(loss);
  return {
    state: loss.state,
    verdict: loss.verdict ?? null,
    basis: loss.basis ?? null,
    chance: loss.probability ?? null,
    law: law && plain(law),
  };
}

function answerOf(lot: LotFacts): string {
  const { total, basis, total_loss } = estimateLot(lot, TODAY);
  const dollars = (cents: number | undefined): number | null =>
    cents === undefined ? null : dollarsFromCents(cents);
  return JSON.stringify({
    id: lot.id,
    low: dollars(total?.low),
    likely: dollars(total?.likely),
    high: dollars(total?.high),
    basis,
    total_loss: lossRow(total_loss),
  });
}

function estimateLine(line: string, number: number): string {
  let value: unknown = null;
  try {
    value = JSON.parse(line);
  } catch {
    value = null;
  }
  const lot = readLotFacts(value);
  if (lot) return answerOf(lot);
  process.stderr.write(`line ${number} is not a JSON object\n`);
  return UNREADABLE;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [file] = args;
  if (file === undefined || args.length > 1 || (file.startsWith('-') && file !== '-')) {
    process.stderr.write(HELP);
    return 2;
  }
  let text: string;
  try {
    // Read at once, a pipe that is not full yet would answer EAGAIN.
    text = file === '-' ? await textOf(process.stdin) : readFileSync(file, 'utf8');
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}\n`);
    return 1;
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  for (const [at, line] of lines.entries())
    if (line.trim() !== '') process.stdout.write(`${estimateLine(line, at + 1)}\n`);
  return 0;
}

// A reader that has seen enough (head) closes the pipe: nothing is wrong then.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await main(process.argv.slice(2));
