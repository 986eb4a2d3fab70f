import type { PartnerOffer } from '../../../contract/partners/offer.ts';
import { leadsToSite } from '../../../contract/partners/partner-site.ts';
import { linesToBuy, piecesOf } from '../../../contract/report-view/baskets.ts';
import { orderLines } from '../../../contract/report-view/line-order.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../../db/client.ts';
import { findOffers, type OfferRow } from '../../db/partners/offers.ts';
import { inDollars } from '../../db/partners/stock.ts';
import { normaliseNumber } from '../../parts-catalogues/merge/number-format.ts';
import { makesOfFamily } from '../stock/note-met.ts';

/** Offers that are shown of one line. Judgement. */
const MOST_OF_A_LINE = 5;

/**
 * What approved partners have in stock of the parts that a report writes, under exactly their numbers: by line in the order of the
 * report, and of each line the least total first. What does not tell its shipping comes after what does.
 */
export async function listPartnerOffers(
  client: Queryable,
  { vehicle, estimate }: Pick<ReportModel, 'vehicle' | 'estimate'>,
): Promise<PartnerOffer[]> {
  const make = vehicle.make_key;
  if (!make) return [];
  const lines = linesToBuy(orderLines(estimate.lines), 1).map((line) => ({
    line,
    numbers: new Set(line.oem_numbers.map(({ number }) => normaliseNumber(number, make))),
  }));
  const numbers = [...new Set(lines.flatMap((one) => [...one.numbers]))];
  if (numbers.length === 0) return [];
  const stocked = await findOffers(client, { makes: makesOfFamily(make), numbers });
  // Taken while another website was approved: the way to such an offer is closed.
  const found = stocked.filter(({ link, approved_website }) => leadsToSite(link, approved_website));
  return lines.flatMap(({ line, numbers: own }) =>
    found
      .filter(({ number_norm, side }) => own.has(number_norm) && fitsSide(line, side))
      .map((offer) => asOffer(offer, line))
      .toSorted((a, b) => Number(a.shipping === null) - Number(b.shipping === null) || a.total - b.total)
      .slice(0, MOST_OF_A_LINE),
  );
}

const fitsSide = ({ side }: Pick<EstimateLine, 'side'>, offered: OfferRow['side']): boolean =>
  offered === null || (side !== 'left' && side !== 'right') || side === offered;

function asOffer(offer: OfferRow, line: EstimateLine): PartnerOffer {
  const pieces = piecesOf(line);
  return {
    offer_id: String(offer.id),
    partner: offer.company,
    line_id: line.id,
    side: line.side,
    number: offer.number,
    title: offer.title,
    condition: offer.condition,
    availability: offer.availability,
    price: dollarsFromCents(offer.price_cents),
    shipping: inDollars(offer.shipping_cents),
    core_charge: inDollars(offer.core_charge_cents),
    pieces,
    in_stock: offer.quantity,
    total: dollarsFromCents(pieces * (offer.price_cents + (offer.shipping_cents ?? 0))),
    lead_time_days: offer.lead_time_days,
    states: offer.states,
  };
}
