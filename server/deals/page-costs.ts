import type { DealRowId } from '../../contract/deal/deal-settings.ts';
import type { PageCost } from '../../contract/deal/deal-sheet.ts';
import type { SiteFee } from '../../contract/schemas/market.ts';
import { dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import type { Deal } from './deal-lot.ts';
import { rowsAt } from './rows/rows-at.ts';

/** Our rows that a figure of a site's own calculator stands for; sums of it have none. */
const ROWS: Partial<Record<SiteFee['name'], readonly DealRowId[]>> = {
  auction_fees: ['buyer_fee', 'bid_fee', 'gate', 'environmental', 'title_fee'],
  us_transport: ['inland'],
  ocean: ['ocean'],
  broker: ['broker'],
  import_duty: ['duty'],
  import_vat: ['vat'],
  customs_agency: ['customs_broker'],
};

/** The figures of the calculator on a lot's page, each with ours for the same bid: by how its user buys and where the car goes. */
export function pageCosts(deal: Deal, bid: number): PageCost[] {
  return (deal.lot.market?.site_fees ?? []).flatMap(
    ({ name, amount, currency, port, at_bid }): PageCost[] => {
      const ids = ROWS[name];
      if (ids === undefined || amount === null) return [];
      const ledger = rowsAt(deal, at_bid == null ? bid : Math.round(at_bid * 100));
      const known = ids.flatMap((id) => ledger.amount(id) ?? []);
      return [
        {
          name,
          amount,
          currency,
          port: port ?? null,
          at_bid: at_bid ?? null,
          ours: known.length === 0 ? null : dollars(known.reduce((sum, cents) => sum + cents, 0)),
        },
      ];
    },
  );
}
