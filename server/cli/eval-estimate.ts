import fs from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { dollarsFromCents } from '../../contract/schemas/money.ts';
import { estimateLot } from '../estimate/estimate-lot.ts';
import { calibrationPlot } from '../estimate/evaluation/calibration-plot.ts';
import { evaluate, evaluationText, type Pair } from '../estimate/evaluation/evaluate.ts';
import { FiguresFault, readCosts, readLots } from '../estimate/evaluation/read-figures.ts';
import { readLotFacts } from '../estimate/lot-facts.ts';

const HELP = `Measures the estimates of lots against what their repairs cost. Nothing is fitted.

usage: npm run eval:estimate -- <lots.jsonl> <truth.csv> [--plot file.svg] [--json file]

lots.jsonl     one JSON object per line as for estimate-lots, with an id, lot_number or link
truth.csv      the column cost (US dollars: 12345.67 or $12,345.67) and one of id, lot, lot_number, link, url; other
               columns are ignored
--plot FILE    where the calibration plot goes (estimate-calibration.svg)
--json FILE    the figures as JSON too; - prints them instead of the text

prints         median error, share within ±25%, bias, cover of low to high and width: over all lots and by slice
Exit codes: 0 done · 2 wrong usage or a bad row, which is named · 1 anything else.
`;

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      plot: { type: 'string', default: 'estimate-calibration.svg' },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [lotsFile, costsFile, ...rest] = positionals;
  if (lotsFile === undefined || costsFile === undefined || rest.length > 0) {
    process.stderr.write(HELP);
    return 2;
  }
  const lots = readLots(lotsFile, await fs.readFile(lotsFile, 'utf8'));
  const costs = readCosts(costsFile, await fs.readFile(costsFile, 'utf8'));
  const unused = new Set(costs.keys());
  const pairs: Pair[] = [];
  let without = 0;
  let refused = 0;
  for (const { listed, keys } of lots) {
    const key = keys.find((each) => costs.has(each));
    const cost = key === undefined ? undefined : costs.get(key);
    const facts = readLotFacts(listed);
    if (key === undefined || cost === undefined || facts === null) {
      without += 1;
      continue;
    }
    unused.delete(key);
    const { total, value } = estimateLot(facts);
    if (total === null) {
      refused += 1;
      continue;
    }
    pairs.push({
      listed,
      value: value === null ? null : dollarsFromCents(value),
      low: dollarsFromCents(total.low),
      likely: dollarsFromCents(total.likely),
      high: dollarsFromCents(total.high),
      cost,
    });
  }
  say(
    `${pairs.length} lots compared; ${without} lots without a cost, ${unused.size} costs without a lot, ${refused} lots not estimated (no passenger car, SUV, van or pickup)`,
  );
  if (pairs.length === 0) throw new FiguresFault(`${costsFile} and ${lotsFile} have no lot in common.`);
  const evaluation = evaluate(pairs);
  const json = `${JSON.stringify(evaluation, null, 2)}\n`;
  process.stdout.write(values.json === '-' ? json : evaluationText(evaluation));
  if (values.json !== undefined && values.json !== '-') await fs.writeFile(values.json, json);
  await fs.writeFile(values.plot, calibrationPlot(pairs));
  say(`calibration plot: ${values.plot}`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const usage =
    error instanceof FiguresFault ||
    (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = usage ? 2 : 1;
}
