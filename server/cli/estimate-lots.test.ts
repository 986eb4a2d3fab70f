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

const front = { year: 2018, primary_damage: 'FRONT END' };
const dented = {
  year: 2019,
  make: 'HONDA',
  model: 'CIVIC',
  primary_damage: 'MINOR DENT/SCRATCHES',
  retail_value: 15000,
};
/** Of one start of the command: each takes a second of processor time. */
const ROWS = estimateLots([
  { id: 'bike', make: 'HONDA', model: 'GOLD WING', body_style: 'MOTORCYCLE', ...front },
  { id: 'lorry', make: 'FREIGHTLINER', model: 'CASCADIA 126', ...front },
  { id: 'unknown make', primary_damage: 'REAR' },
  { id: 'RI', state: 'RI', ...dented },
  { id: 'CA', location: 'CA - FRESNO', ...dented },
  { id: 'ON', location: 'ON - TORONTO', ...dented },
  { id: 'SD', state: 'South Dakota', ...dented },
  { id: 'none', ...dented },
  {
    id: 'hail',
    year: 2022,
    make: 'HONDA',
    model: 'CIVIC',
    primary_damage: 'HAIL',
    retail_value: 6000,
    state: 'CO',
  },
]);
const rowsOf = (...ids: string[]) =>
  ids.map((id) => {
    const row = ROWS.find((one) => one.id === id);
    if (!row) throw new Error(`no row of ${id}`);
    return row;
  });

test('what is no car gets no figure, and its row says so', () => {
  expect(rowsOf('bike', 'lorry')).toEqual([
    {
      id: 'bike',
      low: null,
      likely: null,
      high: null,
      basis: 'LotLens estimates passenger cars, SUVs, vans and pickups; this lot is listed as a motorcycle.',
      total_loss: null,
    },
    {
      id: 'lorry',
      low: null,
      likely: null,
      high: null,
      basis:
        'LotLens estimates passenger cars, SUVs, vans and pickups; by its make and model this lot is a heavy truck.',
      total_loss: null,
    },
  ]);
});

test('a car of unknown make still gets a figure', () => {
  const [row] = rowsOf('unknown make');
  expect(row?.likely).toBeGreaterThan(0);
});

test('more than a pipe holds at once is read to its end', () => {
  const rows = estimateLots([
    { id: 1, primary_damage: 'REAR', ignored: 'x'.repeat(1_000_000) },
    { id: 2, primary_damage: 'NOT A CAR', body_style: 'MOTORCYCLE' },
  ]);
  expect(rows.map(({ id }) => id)).toEqual([1, 2]);
});

test('each lot has the verdict of its state or province, with the law', () => {
  const rows = rowsOf('RI', 'CA', 'ON', 'SD', 'none');
  expect(rows.map(({ total_loss }) => total_loss)).toEqual([
    expect.objectContaining({
      state: 'RI',
      verdict: 'repairable',
      basis: 'law',
      law: expect.stringContaining('27-9.1-4'),
    }),
    expect.objectContaining({ state: 'CA', verdict: 'repairable', basis: 'practice' }),
    expect.objectContaining({
      state: 'ON',
      verdict: 'repairable',
      basis: 'law',
      law: expect.stringContaining('O. Reg. 376/02'),
    }),
    expect.objectContaining({ state: 'SD', verdict: null, basis: null }),
    null,
  ]);
});

test('a law that leaves costs out is asked with the lines of the lot', () => {
  expect(rowsOf('hail')[0]?.total_loss).toMatchObject({ state: 'CO', verdict: 'repairable' });
});

test('a line that is no JSON object gets no figures', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'server/cli/estimate-lots.ts'), '-'],
    { encoding: 'utf8', input: 'not json\n[1]\n' },
  );
  const row = { id: null, low: null, likely: null, high: null, basis: 'unreadable line', total_loss: null };
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([row, row]);
  expect(stderr).toContain('line 2 is not a JSON object');
});
