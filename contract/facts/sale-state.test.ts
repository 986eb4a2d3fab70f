import { describe, expect, it } from 'vitest';
import type { Market } from '../schemas/market.ts';
import { asReadAt, saleStateAt, saleStates } from './sale-state.ts';

describe('saleStates', () => {
  it.each([
    ['upcoming', 'active'],
    ['live', 'active'],
    ['sold', 'sold'],
    ['ended', 'ended'],
    ['on_approval', 'ended'],
    [null, 'active'],
  ] as const)('lists a lot that is %s as %s', (state, listing_state) => {
    expect(saleStates({ state })).toEqual({ sale_state: state ?? 'unknown', listing_state });
  });

  it('lists what is left of a sold lot as ended', () => {
    expect(saleStates({ state: 'sold', isStub: true })).toEqual({
      sale_state: 'sold',
      listing_state: 'ended',
    });
  });
});

describe('saleStateAt', () => {
  const at = { sale_state: 'upcoming', sale_at: '2026-09-14T17:00:00Z', sale_date: null } as const;
  it.each([
    ['2026-09-14T16:59:59Z', 'upcoming'],
    ['2026-09-14T17:00:00Z', 'live'],
    ['2026-09-15T01:00:00Z', 'ended'],
  ])('is by its instant at %s %s', (now, state) => {
    expect(saleStateAt(at, Date.parse(now))).toBe(state);
  });

  const day = { sale_state: 'upcoming', sale_at: null, sale_date: '2026-09-14' } as const;
  it.each([
    ['2026-09-15T11:59:59Z', 'upcoming'],
    ['2026-09-15T12:00:00Z', 'ended'],
  ])('is by its day at %s %s', (now, state) => {
    expect(saleStateAt(day, Date.parse(now))).toBe(state);
  });

  it('never passes by a day without a year', () => {
    const yearless = { ...day, sale_date: '06-24' };
    expect(saleStateAt(yearless, Date.parse('2030-01-01'))).toBe('upcoming');
  });

  it('keeps what the page says of its end', () => {
    expect(saleStateAt({ ...at, sale_state: 'sold' }, 0)).toBe('sold');
  });
});

describe('asReadAt', () => {
  const market = { sale_state: 'upcoming', sale_at: '2026-09-14T17:00:00Z', sale_date: null } as Market;
  const lot = { listing_state: 'active' as const, market };

  it('ends a lot that was read after its sale, in both states', () => {
    const read = asReadAt(lot, Date.parse('2026-09-20T00:00:00Z'));
    expect([read.listing_state, read.market?.sale_state]).toEqual(['ended', 'ended']);
  });

  it('leaves a lot as its page has it before its sale', () => {
    expect(asReadAt(lot, Date.parse('2026-09-01T00:00:00Z'))).toBe(lot);
  });
});
