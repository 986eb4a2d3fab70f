import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedTables } from '../../data-tables/table-files.ts';
import { idOfSources, sourcesOf } from './engine-id.ts';

describe('the mark of the calculation', () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-id-'));
    const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
    write('entry.ts', "import { rate } from './rate.ts';\nimport type { Ring } from './ring.ts';\n");
    write('rate.ts', 'export const rate = 1;\n');
    write('ring.ts', "export type { Ring } from './entry.ts';\n");
    write('other.ts', 'export const other = 1;\n');
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const id = () => idOfSources(sourcesOf(path.join(folder, 'entry.ts')));

  test('is another one after a change anywhere in what it imports, and the same after a change elsewhere', () => {
    const before = id();
    fs.writeFileSync(path.join(folder, 'other.ts'), 'export const other = 2;\n');
    expect(id()).toBe(before);
    fs.writeFileSync(path.join(folder, 'rate.ts'), 'export const rate = 2;\n');
    expect(id()).not.toBe(before);
  });

  test('covers belief, scope, prices, draws and verdict, and every table they read is kept', () => {
    const here = path.join(import.meta.dirname, '..', 'workers', 'estimate-jobs.ts');
    const sources = sourcesOf(here);
    for (const name of [
      'calculation/calculate',
      'inference/believe',
      'scope/outcome',
      'pricing/line-cost',
      'forecast/draws',
      'totals/total-loss',
    ])
      expect([...sources.keys()]).toContain(`../${name}.ts`);
    const root = path.join(import.meta.dirname, '..', '..', '..');
    const read = [...sources].flatMap(([name, text]) =>
      [...text.matchAll(/new URL\('([^']*data\/[^']+)', import\.meta\.url\)/g)].map(([, table = '']) =>
        path.relative(root, path.resolve(path.dirname(here), path.dirname(name), table)),
      ),
    );
    expect(read).toContain('server/vehicles/data/models.tsv');
    expect(Object.keys(shippedTables().files)).toEqual(expect.arrayContaining(read));
  });
});
