import { statSync } from 'node:fs';
import fs from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { PrintsFault, readPrints } from '../estimate/evaluation/estimate-prints.ts';
import { scopeText, scoreScope } from '../estimate/evaluation/score-scope.ts';

const HELP = `Compares the scope that is written with real estimates. Nothing is fitted.

usage: npm run eval:scope -- <folder> [--json [file]]

folder         holds estimate prints, one JSON object a file: car {year, make, model, body}, impact {primary, secondary}, written
               (year), lines [{part, category (an id of part-categories.tsv, a|b for either, null for none), side, operation:
               replace | repair | refinish | blend | r_and_i, body_hours, refinish_hours with clear coat, part_type, price}],
               operations [{operation, hours}], rates, totals {grand_total} and, of lists of items, covers
               {categories, operations}
--json [FILE]  prints the figures with both lists of each print as JSON instead of the text; with FILE writes them there too,
               and prints the text

prints         at three levels (listing_only; panels_known: also which outer parts are damaged; operations_known: also repair
               or replace): recall and precision of parts with their operation, standard operations and R&I, each once a print,
               sides aside; written ÷ real total, hours and prices
Exit codes: 0 done · 2 wrong usage or a faulty print, which is named · 1 anything else.
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  // `--json` takes a file or none, so what follows it may be the folder.
  const folder = positionals.find((one) => isFolder(one)) ?? positionals[0];
  const [file, ...rest] = positionals.filter((one) => one !== folder);
  if (folder === undefined || rest.length > 0 || (file !== undefined && !values.json)) {
    process.stderr.write(HELP);
    return 2;
  }
  const score = scoreScope(readPrints(folder));
  const json = `${JSON.stringify(score, null, 2)}\n`;
  const printed = values.json && (file === undefined || file === '-');
  process.stdout.write(printed ? json : scopeText(score));
  if (file !== undefined && file !== '-') await fs.writeFile(file, json);
  return 0;
}

const isFolder = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;

try {
  process.exitCode = await main();
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const usage = error instanceof PrintsFault || code.startsWith('ERR_PARSE_ARGS') || code === 'ENOENT';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = usage ? 2 : 1;
}
