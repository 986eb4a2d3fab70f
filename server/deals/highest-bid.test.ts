import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Deal } from './deal-lot.ts';
import { anyDeal, dealOf } from './fixtures/made-up-deal.ts';
import { bidsUpTo, highestBid, isFeasible } from './highest-bid.ts';
import { buyerFee } from './rows/auction-rows.ts';

const RUNS = { numRuns: 60 };
/** So many increments above the answer are tried. */
const ABOVE = 40;

const higherThan = (deal: Deal, bid: number): number[] =>
  bidsUpTo(deal.lot.auction, bid + 10_000_000)
    .filter((next) => next > bid)
    .slice(0, ABOVE);

describe('the highest bid', () => {
  it('leaves the wanted profit, and none of the bids above it does', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const highest = highestBid(deal);
        if (highest !== null) expect(isFeasible(deal, highest)).toBe(true);
        for (const bid of higherThan(deal, highest ?? 0)) expect(isFeasible(deal, bid)).toBe(false);
      }),
      RUNS,
    );
  });

  it('is one of the bids the auction takes', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const highest = highestBid(deal);
        fc.pre(highest !== null);
        expect(bidsUpTo(deal.lot.auction, highest).at(-1)).toBe(highest);
      }),
      RUNS,
    );
  });

  const wider = (deal: Deal, rows: NonNullable<Deal['settings']['rows']>): Deal => ({
    ...deal,
    settings: { ...deal.settings, rows: { ...deal.settings.rows, ...rows } },
  });
  const amount = fc.integer({ min: 0, max: 30_000 });

  it.each([['repair'], ['storage'], ['inland']] as const)('never rises with what the %s costs', (row) => {
    fc.assert(
      fc.property(anyDeal, amount, amount, (deal, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const cheap = highestBid(wider(deal, { [row]: less })) ?? 0;
        expect(highestBid(wider(deal, { [row]: more })) ?? 0).toBeLessThanOrEqual(cheap);
      }),
      RUNS,
    );
  });

  it('never falls when the car sells for more', () => {
    fc.assert(
      fc.property(anyDeal, amount, amount, (deal, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const poor = highestBid(wider(deal, { resale: less })) ?? 0;
        expect(highestBid(wider(deal, { resale: more })) ?? 0).toBeGreaterThanOrEqual(poor);
      }),
      RUNS,
    );
  });

  it('never rises when a dearer quantile of the repair counts', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const at = (repair_quantile: number) =>
          highestBid({ ...deal, settings: { ...deal.settings, repair_quantile } }) ?? 0;
        expect(at(0.9)).toBeLessThanOrEqual(at(0.5));
      }),
      RUNS,
    );
  });

  it('steps back over the jump of the fees at 15,000', () => {
    // What is left for bid and fees of the sale alone pays 14,900 and its fees (16,190), not 15,000 and its own (16,415).
    const rows = {
      resale: 16_300,
      repair: 0,
      inland: 0,
      exit_cost: 0,
      holding: 0,
      rebuilt_title: 0,
    };
    const deal = dealOf({ margin: { kind: 'amount', usd: 0 }, rows });
    expect(highestBid(deal)).toBe(14_900_00);
    expect(isFeasible(deal, 15_000_00)).toBe(false);
  });

  it('is not known where nobody knows what the car sells for', () => {
    expect(highestBid(dealOf({}, { value: null }))).toBeNull();
  });

  it('is none for a title that keeps the car off the road, unless its user says what it sells for', () => {
    const title = { listed: 'Junk', read: dealOf().lot.title.read };
    const junk = dealOf({}, { title: { ...title, read: { ...(title.read ?? never()), kind: 'junk' } } });
    expect(highestBid(junk)).toBeNull();
    expect(highestBid({ ...junk, settings: { rows: { resale: 30_000 } } })).not.toBeNull();
  });
});

const never = (): never => {
  throw new Error('the made-up lot has a title');
};

test('an upper bound of a fee holds to its last cent', () => {
  expect(buyerFee(4_999_99, 'NS').cents).toBe(750_00);
  expect(buyerFee(5_000_00, 'NS').cents).toBe(775_00);
  expect(buyerFee(14_999_99, 'NS').cents).toBe(1_000_00);
  expect(buyerFee(15_000_00, 'NS').cents).toBe(1_125_00);
});
