import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const command = path.join(import.meta.dirname, 'eval-scope.ts');
const PRINT = {
  car: { year: 2017, make: 'Rivian', model: 'R1T', body: 'pickup' },
  impact: { primary: 'rear end', secondary: null },
  written: '2025',
  lines: [
    {
      part: 'tailgate',
      category: 'liftgate',
      side: null,
      operation: 'replace',
      body_hours: 2,
      refinish_hours: 4,
      part_type: 'new OEM',
      price: 1200,
    },
  ],
  operations: [],
  totals: { grand_total: 4000 },
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'eval-scope-'));
  writeFileSync(path.join(folder, 'rear.json'), JSON.stringify(PRINT));
});
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...words: string[]) => spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' });

test.each([
  ['after the folder', () => [folder, '--json']],
  ['before the folder', () => ['--json', folder]],
  ['with a dash', () => [folder, '--json', '-']],
])('a print of any make gives figures of three levels as JSON, with the word %s', (_, words) => {
  const { status, stdout } = run(...words());
  expect(status).toBe(0);
  const { operations_known } = JSON.parse(stdout);
  expect(operations_known.parts.recall).toBe(1);
  expect(operations_known.prints[0].units.parts.matched).toEqual(['liftgate replace']);
});

test('a file that is named gets the JSON, and the text is printed', () => {
  const file = path.join(folder, 'score.txt');
  const { status, stdout } = run(folder, '--json', file);
  expect(status).toBe(0);
  expect(stdout).toContain('recall · precision');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('listing_only');
});
