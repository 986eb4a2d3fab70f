import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const rows = fs
  .readFileSync(path.join(root, 'docs', 'asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, id = '', , state = '', proof = '']) => ({ id, state, proof }));

const FILE = /`([\w./-]+\.(?:ts|tsx|md|typ|html))`/g;
const filesOf = (proof: string): string[] => [...proof.matchAll(FILE)].map(([, file = '']) => file);
const exists = (file: string): boolean =>
  [file, path.join('tests', 'service', file)].some((place) => fs.existsSync(path.join(root, place)));

test('the ASVS table has its rows', () => {
  expect(rows.length).toBeGreaterThan(100);
});

test('every file the ASVS table names exists', () => {
  expect(rows.flatMap(({ proof }) => filesOf(proof)).filter((file) => !exists(file))).toEqual([]);
});

test('every row of the ASVS table says what it is and why', () => {
  expect(rows.filter(({ state }) => !['held', 'built', 'deployer', 'gap', 'n/a'].includes(state))).toEqual(
    [],
  );
  expect(rows.filter(({ proof }) => proof.length < 8)).toEqual([]);
});

test('every row that is held names a test or a benchmark', () => {
  const unproven = rows.filter(
    ({ state, proof }) =>
      state === 'held' && !filesOf(proof).some((file) => /\.test\.ts$|^bench\//.test(file)),
  );
  expect(unproven).toEqual([]);
});

test('no requirement stands twice', () => {
  const ids = rows.flatMap(({ id }) => id.split(' · '));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
