import { readFileSync } from 'node:fs';
import { dollarsFromCents } from '../../contract/schemas/money.ts';
import { partProbabilities } from '../damage-detectors/declared/part-probabilities.ts';
import { type LotFacts, readLotFacts } from '../estimate/lot-facts.ts';
import { calculateEstimate } from '../estimate/totals/calculate-estimate.ts';
import { estimateBasis } from '../estimate/totals/estimate-basis.ts';
import { bodyClassOf } from '../vehicles/body-class.ts';
import { fuelOfListing } from '../vehicles/fuel-of-model.ts';
import { readMake } from '../vehicles/makes.ts';
import { refusalOf } from '../vehicles/other-kinds.ts';

const HELP = `Estimates the repair of many lots from their listed facts alone.

usage: npm run estimate-lots -- lots.jsonl
       npm run estimate-lots -- -          (reads standard input)

lots.jsonl  one JSON object per line with any of id, year, make, model, trim, body_style, primary_damage,
            secondary_damage, run_condition, airbags, odometer, title, state, fuel, drive, color, site; words and
            codes of Copart, IAAI and bid.cars in any case; unknown words and other keys are ignored
prints      one JSON object per line, same order: id, low, likely, high in US dollars and the basis in words;
            likely is the median and low to high the 80 % interval of an insurer's first estimate; all three are null
            where the lot is no passenger car, SUV, van or pickup, and the basis says what it is
exit        0 done (unreadable lines are named on standard error), 2 wrong usage, 1 the file can't be read
`;

const NOTHING: LotFacts = {
  id: null,
  year: null,
  make: null,
  model: null,
  trim: null,
  body_style: null,
  fuel: null,
  drive: null,
  color: null,
  mileage: null,
  state: null,
  declared: {
    site: null,
    primary: null,
    secondary: null,
    run: null,
    airbags: null,
    title: null,
    loss_type: null,
  },
};

function estimateLot(lot: LotFacts, unreadable: boolean): string {
  const refusal = refusalOf({ ...lot, vin: null });
  if (refusal !== null)
    return JSON.stringify({ id: lot.id, low: null, likely: null, high: null, basis: refusal });
  const make = lot.make === null ? null : readMake(lot.make).name;
  const body_class = bodyClassOf({ body_style: lot.body_style, make, model: lot.model, decoded: null });
  const { year, model, trim, drive } = lot;
  const fuel = fuelOfListing(fuelOfListing(lot.fuel, make, model), make, trim);
  const probabilities = partProbabilities({ declared: lot.declared, vehicle: { year, body_class, fuel } });
  const reckoned = calculateEstimate({
    vehicle: { year, make, model, trim, body_class, fuel, drive },
    mileage: lot.mileage,
    title: lot.declared.title,
    state: lot.state,
    colour: lot.color,
    findings: [],
    probabilities,
  });
  const { total } = reckoned;
  return JSON.stringify({
    id: lot.id,
    low: dollarsFromCents(total.low),
    likely: dollarsFromCents(total.likely),
    high: dollarsFromCents(total.high),
    basis: unreadable ? 'unreadable line' : estimateBasis(reckoned, probabilities),
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
  if (lot) return estimateLot(lot, false);
  process.stderr.write(`line ${number} is not a JSON object\n`);
  return estimateLot(NOTHING, true);
}

function main(args: readonly string[]): number {
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
    text = readFileSync(file === '-' ? process.stdin.fd : file, 'utf8');
  } catch (error) {
    process.stderr.write(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}\n`);
    return 1;
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries())
    if (line.trim() !== '') process.stdout.write(`${estimateLine(line, index + 1)}\n`);
  return 0;
}

// A reader that has seen enough (head) closes the pipe: nothing is wrong then.
process.stdout.on('error', () => process.exit(0));
process.exitCode = main(process.argv.slice(2));
