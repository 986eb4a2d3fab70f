import { describe, expect, it } from 'vitest';
import { NO_MARKET } from '../../../contract/schemas/market.ts';
import { scopeReport } from '../../../tests/fixtures/scope-report.ts';
import { printData } from './print-data.ts';

const options = { liveUrl: null, editedMark: false, preparedFor: null, home: null, covered: () => true };
const REPORT = scopeReport({ damage: 'FRONT END', airbags: 'deployed' });
const APPROVAL = {
  approval_id: 'a',
  report_id: REPORT.report_id,
  version: 1,
  approved_by: 'Nadia',
  note: null,
  sha256: '',
  total_cost: 0,
  claim_number: null,
};
const printed = (
  market: Partial<typeof NO_MARKET>,
  sale_state: 'sold' | 'upcoming',
  approved_at?: string,
) => {
  const lot = { ...REPORT.lot, market: { ...NO_MARKET, currency: 'USD', sale_state, ...market } };
  const approval = approved_at === undefined ? null : { ...APPROVAL, approved_at };
  return printData({ ...REPORT, lot }, [], { ...options, approval });
};

describe('the market in print', () => {
  it('marks a sale that is over at the head', () => {
    const { marks } = printed({ final_bid: 4975, sale_date: '2026-09-12' }, 'sold');
    expect(marks).toContain('Sold Sep 12, 2026 for $4,975');
  });

  it('lists its prices among the facts', () => {
    const { facts } = printed({ current_bid: 1900, buy_now: 6900 }, 'upcoming');
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual(
      expect.arrayContaining(['Current bid: $1,900', 'Buy Now: $6,900']),
    );
  });

  it('leaves an approved version as it was on its day', () => {
    const sale_at = '2026-09-14T17:00:00Z';
    const ended = 'Ended Sep 14, 2026, result not known';
    expect(printed({ sale_at }, 'upcoming', '2026-09-01T00:00:00Z').marks).not.toContain(ended);
    expect(printed({ sale_at }, 'upcoming').marks).toContain(ended);
  });
});
