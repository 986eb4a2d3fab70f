import { expect, inject, test } from 'vitest';
import { broken, measureGrowth } from '../../bench/growth/measure-growth.ts';
import { createTestDatabase } from './database.ts';

test('what the product does with an account costs the same with 10,000 reports as with 1,000', async () => {
  const sizes = [1_000, 10_000];
  const found = await measureGrowth(await createTestDatabase(inject('databaseServer')), {
    sizes,
    others: 10_000,
  });
  console.table(found.map(({ name, buffers }) => ({ name, ...buffers })));
  expect(broken(found, sizes)).toEqual([]);
}, 300_000);
