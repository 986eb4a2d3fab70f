import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');

function estimateLots(lots: readonly object[]): Record<string, unknown>[] {
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'server/cli/estimate-lots.ts'), '-'], {
    encoding: 'utf8',
    input: lots.map((lot) => JSON.stringify(lot)).join('\n'),
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('what is no car gets no figure, and its row says so', () => {
  const damage = { year: 2018, primary_damage: 'FRONT END' };
  expect(
    estimateLots([
      { id: 'bike', make: 'HONDA', model: 'GOLD WING', body_style: 'MOTORCYCLE', ...damage },
      { id: 'lorry', make: 'FREIGHTLINER', model: 'CASCADIA 126', ...damage },
    ]),
  ).toEqual([
    {
      id: 'bike',
      low: null,
      likely: null,
      high: null,
      basis: 'LotLens estimates passenger cars, SUVs, vans and pickups; this lot is listed as a motorcycle.',
    },
    {
      id: 'lorry',
      low: null,
      likely: null,
      high: null,
      basis:
        'LotLens estimates passenger cars, SUVs, vans and pickups; by its make and model this lot is a heavy truck.',
    },
  ]);
});

test('a car of unknown make still gets a figure', () => {
  const [row] = estimateLots([{ id: 1, primary_damage: 'REAR' }]);
  expect(row?.likely).toBeGreaterThan(0);
});

test('more than a pipe holds at once is read to its end', () => {
  const rows = estimateLots([
    { id: 1, primary_damage: 'REAR', ignored: 'x'.repeat(1_000_000) },
    { id: 2, primary_damage: 'NOT A CAR', body_style: 'MOTORCYCLE' },
  ]);
  expect(rows.map(({ id }) => id)).toEqual([1, 2]);
});
