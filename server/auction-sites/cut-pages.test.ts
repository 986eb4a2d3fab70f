import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Lot } from '../../contract/schemas/lot.ts';
import { AppError } from '../errors.ts';
import { readUserSuppliedPage } from '../lots/read-user-supplied-page.ts';

/** A page that breaks off tells less than the whole one, and no figure that the whole one does not tell. */

const folder = path.join(import.meta.dirname, 'fixtures');
const expectationSchema = z.looseObject({
  link: z.string(),
  pages: z.array(z.string()),
  want: z.unknown().optional(),
});

const figuresOf = (lot: Lot) => ({
  vin: lot.vin,
  year: lot.year,
  lot_number: lot.lot_number,
  mileage: lot.mileage,
  odometer: lot.odometer?.value ?? null,
  retail_value: lot.retail_value,
  seller_repair_cost: lot.seller_repair_cost,
  current_bid: lot.market?.current_bid ?? null,
  buy_now: lot.market?.buy_now ?? null,
  final_bid: lot.market?.final_bid ?? null,
});

const CASES = readdirSync(folder).flatMap((name) => {
  const { link, pages, want } = expectationSchema.parse(
    JSON.parse(readFileSync(path.join(folder, name, 'expected.json'), 'utf8')),
  );
  const [file = ''] = pages;
  if (want === undefined || pages.length > 1) return [];
  const body = readFileSync(path.join(folder, name, file), 'utf8');
  return [{ name, link, body, whole: figuresOf(readUserSuppliedPage({ link, pages: [body] })) }];
});

test.each(CASES)('$name, cut off anywhere, invents no figure', ({ link, body, whole }) => {
  // Short cuts are drawn often; what was tried comes out no other way the second time.
  const tried = new Set<number>();
  fc.assert(
    fc.property(fc.nat(body.length), (index) => {
      if (tried.has(index)) return;
      tried.add(index);
      let figures: Partial<typeof whole> = {};
      try {
        figures = figuresOf(readUserSuppliedPage({ link, pages: [body.slice(0, index)] }));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
      const invented = Object.entries(figures).filter(
        ([key, value]) => value !== null && value !== whole[key as keyof typeof whole],
      );
      if (invented.length > 0) expect(invented, `cut at ${index}`).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
