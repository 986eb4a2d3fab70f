import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** A cell names tests as `file`: "name", "name"; `file`: … */
const testsOf = (cell: string): { file: string; name: string }[] =>
  [...cell.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(
    ([, file = '', names = '']) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
  );

const rows = read('docs/faults.md')
  .split('\n')
  .filter((line) => /^\| F\d/.test(line))
  .map((line) => line.split(' | '))
  .map(([no = '', , , shownBy = '', runsIn = '']) => ({
    no: no.replace('| ', ''),
    tests: testsOf(shownBy),
    files: [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    runsIn: runsIn.replace(' |', ''),
  }));

/** Whether a test of this name stands in the file, in quotes of any kind. */
const holds = ({ file, name }: { file: string; name: string }): boolean =>
  fs.existsSync(path.join(root, file)) &&
  ["'", '"', '`'].some((quote) => read(file).includes(`${quote}${name}${quote},`));

test('docs/faults.md has its thirty faults, in order', () => {
  expect(rows.map(({ no }) => no)).toEqual(Array.from({ length: 30 }, (_, at) => `F${at + 1}`));
});

test('every test that docs/faults.md names exists', () => {
  expect(rows.flatMap(({ tests }) => tests).filter((one) => !holds(one))).toEqual([]);
});

test('every fault names a test, and every file it names one of its tests', () => {
  const untested = rows.filter(
    ({ tests, files }) =>
      tests.length === 0 || files.some((file) => !tests.some((named) => named.file === file)),
  );
  expect(untested.map(({ no }) => no)).toEqual([]);
});

test('every fault says where its tests run', () => {
  const wrong = rows.filter(({ tests, runsIn }) => {
    const long = tests.map(({ file }) => file.endsWith('.long.test.ts'));
    const places = [...(long.includes(false) ? ['CI'] : []), ...(long.includes(true) ? ['long'] : [])];
    return runsIn !== places.join(', ');
  });
  expect(wrong.map(({ no }) => no)).toEqual([]);
});

test('docs/operations.md leads to docs/faults.md', () => {
  expect(read('docs/operations.md')).toContain('`docs/faults.md`');
});
