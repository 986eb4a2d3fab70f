import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categoryById } from '../../categories/generic-categories.ts';
import { ratesFor } from '../tables/labour-rates.ts';
import { catalogueShare, inProportion } from './catalogue-share.ts';
import type { DraftPart, Three } from './estimate-line.ts';
import { priceWork } from './price-line.ts';

const at = (likely: number): Three => ({
  low: Math.round(likely * 0.8),
  likely,
  high: Math.round(likely * 1.3),
});
const part = (likely: number, changes: Partial<DraftPart> = {}): DraftPart => ({
  ...at(likely),
  basis: 'catalogue',
  origin: { from: { code: 'catalogue', sources: ['test list'], alternatives: 1 } },
  dated: '2026-01-02',
  converted: null,
  type: 'oem',
  ...changes,
});
const line = (price: number, band: number | null, changes: Partial<DraftPart> = {}) => ({
  part: part(price, changes),
  sectioning: null,
  band: band === null ? null : at(band),
});
const cents = fc.integer({ min: 100, max: 2_000_000 });
const lines = fc.array(
  fc.record({ price: cents, band: cents }).map(({ price, band }) => line(price, band)),
  { maxLength: 30 },
);

test('fewer than eight lines with both prices tell no share', () => {
  fc.assert(
    fc.property(lines, (all) => {
      expect(catalogueShare(all) === null).toBe(all.length < 8);
    }),
  );
  const counted = Array.from({ length: 7 }, () => line(80, 100));
  const others = [
    line(80, null),
    line(80, 100, { origin: { from: { code: 'band' } } }),
    line(80, 100, {
      origin: {
        from: { code: 'catalogue', sources: ['test list'], alternatives: 1, counterpart: 'left' },
      },
    }),
    { part: null, sectioning: null, band: null },
  ];
  expect(catalogueShare([...counted, ...others])).toBeNull();
});

test('the share is the median over the lines, whatever their order', () => {
  const shares = [2, 0.5, 1.25, 0.7, 4, 0.75, 0.6, 3];
  const all = shares.map((share) => line(share * 10_000, 10_000));
  expect(catalogueShare(all)).toEqual({ share: 1, lines: 8 });
  fc.assert(
    fc.property(lines, (drafts) => {
      expect(catalogueShare(drafts.toReversed())).toEqual(catalogueShare(drafts));
      const told = drafts.map((draft) => draft.part.likely / (draft.band?.likely ?? Number.NaN));
      const { share } = catalogueShare(drafts) ?? {};
      if (share === undefined) return;
      expect(share).toBeGreaterThanOrEqual(Math.min(...told));
      expect(share).toBeLessThanOrEqual(Math.max(...told));
    }),
  );
});

test('the new section of a welded panel counts by its price', () => {
  const welded = { part: null, sectioning: { part: part(5000), hours: at(10) }, band: at(10_000) };
  expect(catalogueShare(Array.from({ length: 8 }, () => welded))).toEqual({ share: 0.5, lines: 8 });
});

test('beside a catalogue price stands the list price of our band, and none without one', () => {
  const work = (catalogue: DraftPart | null) =>
    priceWork({
      category: categoryById('headlamp'),
      priorId: null,
      exact: true,
      work: 'replace',
      method: null,
      // Of this age other parts than new ones are usual: the band beside a catalogue price is list all the same.
      car: { price_class: 1, year: 2010, age: 16, body_class: 'sedan', scenario: 'usual' },
      rates: ratesFor({ id: 'insurer' }, 'TX', 1),
      catalogue,
    });
  const priced = work(part(30_000));
  const own = work(null);
  expect(own.band).toBeNull();
  expect(priced.part?.likely).toBe(30_000);
  expect(priced.band?.likely).toBeGreaterThan(own.part?.likely ?? Number.NaN);
});

const band = (likely: number) =>
  part(likely, { basis: 'judgement', origin: { from: { code: 'band' } }, dated: null });

test('a share of 1 changes nothing, nor does any share a price that is no band of ours', () => {
  fc.assert(
    fc.property(cents, fc.double({ min: 0.05, max: 20, noNaN: true }), (likely, share) => {
      expect(inProportion(band(likely), 1)).toEqual(band(likely));
      for (const basis of ['catalogue', 'user', 'anchored'] as const)
        expect(inProportion(part(likely, { basis }), share)).toEqual(part(likely, { basis }));
    }),
  );
});

test('in proportion a band keeps its order and basis, follows the share to the cent, and says so', () => {
  fc.assert(
    fc.property(cents, fc.double({ min: 0.05, max: 20, noNaN: true }), (likely, share) => {
      const scaled = inProportion(band(likely), share);
      expect(scaled.low).toBeLessThanOrEqual(scaled.likely);
      expect(scaled.likely).toBeLessThanOrEqual(scaled.high);
      expect(Math.abs(scaled.likely - likely * share)).toBeLessThanOrEqual(0.5);
      expect(scaled.basis).toBe('judgement');
    }),
  );
  expect(inProportion(band(10_000), 0.83).origin).toEqual({ from: { code: 'band' }, proportion: 0.83 });
});
