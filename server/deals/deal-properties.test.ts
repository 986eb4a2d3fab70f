import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf } from './answer.ts';
import type { Deal } from './deal-lot.ts';
import { dealInBrief } from './deal-sheet.ts';
import { anyDeal } from './fixtures/made-up-deal.ts';
import { bidsUpTo, highestBid, isFeasible } from './highest-bid.ts';

/** What must hold for every lot is tried on so many made-up ones. */
const LOTS = { numRuns: 10_000 };

const usd = fc.integer({ min: 0, max: 8_000 });
/** Something that makes the deal worse by an amount. */
const burden = fc.constantFrom('repair', 'storage', 'inland', 'wanted' as const);

function worse(deal: Deal, of: 'repair' | 'storage' | 'inland' | 'wanted', amount: number): Deal {
  const settings: Deal['settings'] =
    of === 'wanted'
      ? { ...deal.settings, margin: { kind: 'amount', usd: amount } }
      : { ...deal.settings, rows: { ...deal.settings.rows, [of]: amount } };
  return { ...deal, settings };
}

test('a higher repair, fee or wanted profit never raises the max bid', () => {
  fc.assert(
    fc.property(anyDeal, burden, usd, usd, (deal, of, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      const cheap = highestBid(worse(deal, of, less)) ?? 0;
      expect(highestBid(worse(deal, of, more)) ?? 0).toBeLessThanOrEqual(cheap);
    }),
    LOTS,
  );
});

test('no later bid pays where an earlier one does not', () => {
  fc.assert(
    fc.property(anyDeal, fc.nat(), fc.nat(), (deal, one, other) => {
      const bids = bidsUpTo(deal.lot.auction, 9_000_000);
      const [first, second] = [one, other].map((at) => at % bids.length).sort((a, b) => a - b);
      const [earlier, later] = [bids[first ?? 0] ?? 0, bids[second ?? 0] ?? 0];
      if (isFeasible(deal, later)) expect(isFeasible(deal, earlier)).toBe(true);
    }),
    LOTS,
  );
});

test('every lot has an answer in money with its grounds', () => {
  fc.assert(
    fc.property(anyDeal, (deal) => {
      const { answer, price, highest_bid } = dealInBrief(deal);
      if (price?.of === 'expected') {
        expect(price.grounds.length).toBeGreaterThan(0);
        expect([price.low, price.usd, price.high]).toEqual(
          [price.low, price.usd, price.high].toSorted((a, b) => a - b),
        );
      }
      const amounts = Object.values(answer).filter((value) => typeof value === 'number');
      expect(amounts.length).toBeGreaterThan(0);
      expect(amounts.every(Number.isFinite)).toBe(true);
      if (highest_bid !== null) expect(answer).toMatchObject({ max_bid: highest_bid });
    }),
    LOTS,
  );
});

test('an answer without any price or value still tells the costs', () => {
  fc.assert(
    fc.property(anyDeal, (deal) => {
      const found = { price: null, highest: null, parted: null, forbidden: false };
      expect(answerOf(deal, found).form).toBe('no_value');
    }),
    { numRuns: 50 },
  );
});
