import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const command = fileURLToPath(new URL('./match-part-names.ts', import.meta.url));
const run = (args: string[], input = '') =>
  spawnSync(process.execPath, [command, ...args], { input, encoding: 'utf8' });

test('a list on standard input is answered as a table with exit 0', () => {
  const { status, stdout } = run(['-'], 'make\tname\nkia\tPANEL-FENDER,RH\n');
  expect(status).toBe(0);
  expect(stdout).toBe(
    'make\tname\tdiagram\tcategory\tside\tposition\nkia\tPANEL-FENDER,RH\t\tfender\tright\tfront\n',
  );
});

test('a list without a needed column ends with exit 2 and says which is missing', () => {
  const { status, stdout, stderr } = run(['-'], 'make\tpart\nkia\tHOOD\n');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('missing column: name');
});

test('no file and an unknown option are wrong usage', () => {
  expect(run([]).status).toBe(2);
  expect(run(['--fast']).status).toBe(2);
});

test('a file that cannot be read ends with exit 1', () => {
  expect(run(['/no/such/list.tsv']).status).toBe(1);
});

test('--help explains itself with exit 0', () => {
  const { status, stdout } = run(['--help']);
  expect(status).toBe(0);
  expect(stdout).toContain('usage: npm run match-part-names');
});
