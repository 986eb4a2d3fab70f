import fs from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { dealRowIdSchema, dealSettingsSchema, fuelSchema } from '../../contract/deal/deal-settings.ts';
import { dollarsFromCents } from '../../contract/schemas/money.ts';
import { dealOf } from './fixtures/made-up-deal.ts';
import { rowsAt } from './rows/rows-at.ts';

const example = z.strictObject({
  name: z.string(),
  lot: z.strictObject({
    auction: z.enum(['copart', 'iaai']),
    bid: z.number(),
    location: z.string().optional(),
    state: z.string().optional(),
    year: z.number().optional(),
    liters: z.number().optional(),
    fuel: fuelSchema.optional(),
  }),
  settings: dealSettingsSchema,
  rows: z.partialRecord(dealRowIdSchema, z.number()),
  /** Which row of docs/deal-tables.md each figure stands on. */
  from: z.partialRecord(dealRowIdSchema, z.string()),
});
const { fees, imports } = z
  .strictObject({
    about: z.string(),
    fees: z.array(example.extend({ sum: z.number() })),
    imports: z.array(example.extend({ import_sum: z.number() })),
  })
  .parse(JSON.parse(fs.readFileSync(new URL('./fixtures/worked-examples.json', import.meta.url), 'utf8')));

const ledgerOf = ({ lot: { bid, ...lot }, settings }: (typeof fees | typeof imports)[number]) => {
  const known = Object.fromEntries(Object.entries(lot).filter(([, value]) => value !== undefined));
  return rowsAt(dealOf(settings, known), Math.round(bid * 100));
};

test('there are twelve of them, three of them imports, and each figure names its row', () => {
  expect([fees.length, imports.length]).toEqual([9, 3]);
  for (const { rows, from } of [...fees, ...imports])
    expect(Object.keys(from).toSorted()).toEqual(Object.keys(rows).toSorted());
});

describe.each(fees)('$name', (one) => {
  it('comes to each fee to the cent, and to their sum', () => {
    const ledger = ledgerOf(one);
    const shown = Object.fromEntries(
      ledger.rows
        .filter(({ group, cents }) => group === 'auction' && cents !== null)
        .map(({ id, cents }) => [id, dollarsFromCents(cents ?? 0)]),
    );
    expect(shown).toEqual(one.rows);
    expect(dollarsFromCents(ledger.sum('auction'))).toBe(one.sum);
  });
});

describe.each(imports)('$name', (one) => {
  it('comes to each figure to the cent, and to the sum of the import', () => {
    const ledger = ledgerOf(one);
    const shown = Object.fromEntries(
      Object.keys(one.rows).map((id) => [id, ledger.rows.find((row) => row.id === id)?.cents]),
    );
    expect(shown).toEqual(
      Object.fromEntries(Object.entries(one.rows).map(([id, usd]) => [id, Math.round(usd * 100)])),
    );
    expect(dollarsFromCents(ledger.sum('import'))).toBe(one.import_sum);
  });
});
