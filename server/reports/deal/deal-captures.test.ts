import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Lot, StoredLot } from '../../../contract/schemas/lot.ts';
import { dealInBrief } from '../../deals/deal-sheet.ts';
import { beforeSale } from '../../deals/expected/expected-price.ts';
import { priceOf } from '../../deals/verdict.ts';
import { readUserSuppliedPage } from '../../lots/read-user-supplied-page.ts';
import { type EstimateConfig, listedFacts } from '../../pipeline/steps/make-report.ts';
import { describeVehicle } from '../../vehicles/describe-vehicle.ts';
import { dealOfListing } from './listed-deal.ts';

/** Deals of real pages by their listings alone, where LOTLENS_CAPTURES names the folder of them; without it these tests are skipped. */

const folder = process.env.LOTLENS_CAPTURES ?? '';
const root = path.join(folder, '..');
const present = folder !== '' && existsSync(folder);

const expectedFile = (folder === '' ? [] : readdirSync(root))
  .map((name) => path.join(root, name, 'market-expected-open.json'))
  .find((file) => existsSync(file));
const lotSchema = z.looseObject({ lot_number: z.string() });
const expectedSchema = z.object({ files: z.record(z.string(), z.unknown()) });
/** Every captured lot, by file and number. */
const CASES = expectedFile
  ? Object.entries(expectedSchema.parse(JSON.parse(readFileSync(expectedFile, 'utf8'))).files).flatMap(
      ([file, lots]) =>
        [lots].flat().flatMap((lot): [string, string][] => {
          const read = lotSchema.safeParse(lot).data;
          return read ? [[file, read.lot_number]] : [];
        }),
    )
  : [];

/** The link of a lot by the folder its page is in; IAAI's holds another number. */
function linkOf(file: string, number: string): string {
  if (file.includes('/bidcars/')) return `https://bid.cars/en/lot/${number}`;
  return file.includes('/copart/') ? `https://www.copart.com/lot/${number}` : '';
}

const F150 = 'captures/bidcars/lot-0-45397077-2022-ford-f150-archived.COMBINED.html';
const JETTA = 'captures-2026/bidcars/lotpage-1-78074785-2019-vw-jetta-SAVED-COMPLETE-2026.html';
const lotAt = (file: string, number: string): Lot =>
  readUserSuppliedPage({
    link: `https://bid.cars/en/lot/${number}`,
    pages: [readFileSync(path.join(root, file), 'utf8')],
  });

/** The deal of a listing on a day, as a body shop in no state would see it. */
function dealOn(page: Lot, day: string) {
  const lot: StoredLot = { ...page, lot_key: 'captured', origin: 'own_page', read_at: `${day}T00:00:00Z` };
  const vehicle = describeVehicle(lot);
  const config: EstimateConfig = {
    currencies: {},
    profile: { id: 'insurer' },
    defaultState: null,
    affiliates: {},
  };
  return dealOfListing({
    lot,
    vehicle,
    facts: listedFacts(config, { lot, vehicle }, `${day}T00:00:00Z`),
    estimate: {},
    homeState: null,
    settings: {},
    day,
    at: Date.parse(day),
    read: [],
    rates: {},
  });
}

describe.skipIf(!present)('on real captures (LOTLENS_CAPTURES)', () => {
  test.each([
    [F150, '0-45397077', '2026-09-12', 15_500, [13_900, 13_900, 22_650]],
    [JETTA, '1-78074785', '2023-12-15', 4_975, [4_750, 4_750, 6_500]],
  ])(
    '%s with its last sale hidden is expected to bring what it brought',
    (file, number, day, brought, range) => {
      const lot = lotAt(file, number);
      if (!lot.market) expect.fail('the page has no market');
      const hidden = dealOn({ ...lot, market: beforeSale(lot.market) }, day);
      const price = priceOf(hidden);
      expect(price).toMatchObject({ of: 'expected', usd: range[0], low: range[1], high: range[2] });
      expect(brought).toBeGreaterThanOrEqual(range[1] ?? 0);
      expect(brought).toBeLessThanOrEqual(range[2] ?? 0);
      expect(priceOf(dealOn(lot, day))).toMatchObject({ of: 'sold', usd: brought, expected: range[0] });
    },
  );

  test.each(CASES)('%s lot %s is answered in money', (file, number) => {
    const lot = readUserSuppliedPage({
      link: linkOf(file, number),
      pages: [readFileSync(path.join(root, file), 'utf8')],
    });
    const { answer, price } = dealInBrief(dealOn(lot, '2026-11-28'));
    expect(Object.values(answer).filter((value) => typeof value === 'number')).not.toEqual([]);
    if (lot.retail_value !== null) expect([answer.form, price]).not.toContain('no_value');
  });
});
