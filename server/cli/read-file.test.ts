import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const command = fileURLToPath(new URL('./read-file.ts', import.meta.url));
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../tests/fixtures/${name}`, import.meta.url));
const run = (...words: string[]) => spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' });

test('an estimate is read with what counts of it', () => {
  const { status, stdout } = run('estimate', fixture('estimates/ems-deleted-line'));
  const { lines_counted, parts, labor_hours, lines } = JSON.parse(stdout);
  expect([status, lines_counted, parts, labor_hours, lines.length]).toEqual([0, 2, 460, 1.9, 3]);
});

test('a stock file that can’t be taken says which rows are rejected', () => {
  const file = fixture('feeds/sale-price.tsv');
  const { status, stdout } = run('feed', file, '--website', 'https://other.example');
  expect([status, JSON.parse(stdout)]).toMatchObject([
    3,
    { problem: 'no_good_row', rejected: [{ row: 2, reason: 'other_site' }] },
  ]);
});
