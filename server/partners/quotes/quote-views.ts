import type {
  AskedQuote,
  OrderNote,
  PartnerQuote,
  Quote,
  QuoteRequest,
} from '../../../contract/partners/quotes/quote.ts';
import { partsOffered } from '../../../contract/partners/quotes/quote-words.ts';
import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import type { QuoteRow } from '../../db/partners/quotes.ts';

const quoteOf = ({ quote, total_cents, valid_until }: QuoteRow): Quote | null =>
  quote === null || total_cents === null || valid_until === null
    ? null
    : { ...quote, total: dollarsFromCents(total_cents), valid_until: valid_until.toISOString() };

const orderOf = (row: QuoteRow): OrderNote | null =>
  row.state !== 'accepted' || row.voucher === null || row.accepted_at === null
    ? null
    : {
        voucher: row.voucher,
        accepted_at: row.accepted_at.toISOString(),
        buyer: row.contact,
        seller: {
          company: row.company,
          contact_name: row.contact_name ?? row.company,
          email: row.email ?? '',
          phone: row.phone,
          website: row.website,
        },
      };

const asPartnerQuote = (row: QuoteRow): PartnerQuote => ({
  quote_id: row.id,
  partner: row.company,
  state: row.state,
  quote: quoteOf(row),
  order: orderOf(row),
});

/** Parts without a price; all and more where there is no quote. */
const missing = ({ quote }: PartnerQuote): number =>
  quote === null ? Number.MAX_SAFE_INTEGER : quote.parts.length - partsOffered(quote);

/** A request of these sides, at least one, as its owner sees it. */
export function asRequest(sides: readonly [QuoteRow, ...QuoteRow[]]): QuoteRequest {
  const [first] = sides;
  return {
    ...first.shared,
    request_id: first.request_id,
    state: first.request_state,
    asked_at: first.asked_at.toISOString(),
    expires_at: first.expires_at.toISOString(),
    quotes: sides
      .map(asPartnerQuote)
      .toSorted((a, b) => missing(a) - missing(b) || (a.quote?.total ?? 0) - (b.quote?.total ?? 0)),
  };
}

/** A request as the partner reads it. */
export const asAsked = (row: QuoteRow): AskedQuote => ({
  ...row.shared,
  company: row.company,
  state: row.state,
  asked_at: row.asked_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  quote: quoteOf(row),
  order: orderOf(row),
});
