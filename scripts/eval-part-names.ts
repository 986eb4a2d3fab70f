import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SUPPORTED_MAKES } from '../contract/vehicles/makes.ts';
import { matchEstimateLine } from '../server/categories/match-estimate-line.ts';
import { type LabelledName, readLabels, scoreNames } from '../server/categories/score-names.ts';
import { readUsage } from './read-usage.ts';

const HELP = `Scores how part names are matched: precision, recall, side and position, by split.

usage: npm run eval:part-names [-- names.tsv] [--estimate]

names.tsv    columns make, name, diagram, category, side, position; without it our own labels. A list without categories is
             scored where open-samples.tsv has labels of its names.
--estimate   names are lines of estimating systems, and their diagram is the section's heading
`;
const { values, positionals } = readUsage(HELP, { most: 1, options: { estimate: { type: 'boolean' } } });

const read = (name: string): string =>
  readFileSync(new URL(`../tests/part-names/${name}`, import.meta.url), 'utf8');

const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map((row) => row.split('\t'));

/** Labels of a catalog's names, which stay where they are: each is known by the hash of its row. */
const openLabels = rowsOf(read('open-samples.tsv')).slice(1);

const hashOf = (cells: readonly string[]): string =>
  createHash('sha256').update(cells.join('\t')).digest('hex').slice(0, 16);

/** The names of a catalog's list (make, name, diagram) that are labelled in open-samples.tsv. */
function labelledIn(list: string): LabelledName[] {
  const names = new Map(rowsOf(list).map((cells) => [hashOf(cells.slice(0, 3)), cells] as const));
  const rows = openLabels.flatMap(([split = '', , hash = '', ...label]) => {
    const cells = names.get(hash);
    return cells ? [[split, ...cells.slice(0, 3), ...label].join('\t')] : [];
  });
  return readLabels(['split\tmake\tname\tdiagram\tcategory\tside\tposition', ...rows].join('\n'));
}

const asEstimate = (label: LabelledName) => matchEstimateLine({ ...label, section: label.diagram });

function print(title: string, labels: readonly LabelledName[], isEstimate = false): void {
  const score = isEstimate ? scoreNames(labels, asEstimate) : scoreNames(labels);
  const figures = (['precision', 'recall', 'side', 'position'] as const)
    .map((key) => `${key} ${score[key].toFixed(3)}`)
    .join('  ');
  process.stdout.write(`${title.padEnd(10)} ${score.names} names, ${score.placed} placed  ${figures}\n`);
  for (const { label, match } of score.wrong) {
    const want = `${label.category} ${label.side} ${label.position}`;
    const got = `${match.category ?? 'none'} ${match.side} ${match.position}`;
    process.stdout.write(`  ${label.make}  ${label.name}  want ${want}  got ${got}  (${match.rule})\n`);
  }
}

const isEstimate = values.estimate === true;
const [file] = positionals;
const text =
  file === undefined ? read(isEstimate ? 'estimates.tsv' : 'labels.tsv') : readFileSync(file, 'utf8');
const [header = ''] = text.split('\n');
const labels = header.split(/[\t\r]/).includes('category') ? readLabels(text) : labelledIn(text);
for (const split of new Set(labels.map((label) => label.split))) {
  print(
    split || 'all',
    labels.filter((label) => label.split === split),
    isEstimate,
  );
}
const measured = new Set(openLabels.map(([, make]) => make));
const unmeasured = Object.entries(SUPPORTED_MAKES).filter(([make]) => !measured.has(make));
process.stdout.write(
  `Measured on names out of catalogs: ${[...measured].join(', ')}. Unmeasured, for only names of our own are labelled: ${unmeasured.map(([make]) => make).join(', ')}.\n`,
);
