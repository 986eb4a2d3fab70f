// `npm run eval:part-names [-- labels.tsv]`: precision, recall, side and position of match-part-name on our own labels
// per split, or on a given list (columns make, name, diagram, category, side, position).
import { readFileSync } from 'node:fs';
import { type LabelledName, readLabels, scoreNames } from '../server/categories/score-names.ts';

function print(title: string, labels: readonly LabelledName[]): void {
  const score = scoreNames(labels);
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

const [file] = process.argv.slice(2);
const own = new URL('../tests/part-names/labels.tsv', import.meta.url);
const labels = readLabels(readFileSync(file ?? own, 'utf8'));
for (const split of new Set(labels.map((label) => label.split))) {
  print(
    split || 'all',
    labels.filter((label) => label.split === split),
  );
}
