import type { z } from 'zod';
import type * as shapes from '../../../contract/partners/commission.ts';
import type * as feeds from '../../../contract/partners/feed.ts';
import type * as offers from '../../../contract/partners/offer.ts';
import type * as partners from '../../../contract/partners/partner.ts';
import type * as quotes from '../../../contract/partners/quotes/quote.ts';
import type * as sales from '../../../contract/partners/sale.ts';

const AT = '2026-11-20T16:05:00.000Z';
const STATEMENT_ID = '5d0c9a1e-2f3b-4c5d-8e6f-708192a3b4c5';
const DISPUTE_ID = '8a7b6c5d-4e3f-4a1b-9c8d-7e6f5a4b3c2d';

const entry: shapes.CommissionEntry = {
  entry_id: 412,
  kind: 'sale',
  lead_id: 'k3v9q0x7m2b8r5t1',
  voucher: null,
  order: '9f2c4e6a8b0d',
  ordered_at: AT,
  net: 412.5,
  rate_percent: 8,
  commission: 33,
  state: 'pending',
  source: 'postback',
  correction_of: null,
  note: '',
  entered_at: AT,
  currency: 'USD',
};
const month: shapes.PartnerStatement = {
  period: '2026-11',
  state: 'open',
  statement_id: null,
  leads: 14,
  quotes: 3,
  accepted: 1,
  confirmed: 1,
  returns: 0,
  commission: 33,
  corrections: 0,
  issued_at: null,
  paid_at: null,
};
const dispute: shapes.Dispute = {
  dispute_id: DISPUTE_ID,
  entry_id: 412,
  state: 'open',
  opened_at: AT,
  settled_at: null,
  correction_id: null,
  notes: [{ by: 'partner', text: 'The buyer canceled this order.', at: AT }],
};

const profile: partners.PartnerProfile = {
  company: 'Hill Country Parts',
  contact_name: 'Pat Ortiz',
  phone: null,
  website: 'https://parts.example',
  states: ['TX', 'OK'],
  makes: ['infiniti', 'nissan'],
};
const partner: partners.Partner = {
  partner_id: '0a4b2f5e-9d1c-4e6a-8b3f-1c2d3e4f5a6b',
  ...profile,
  about: 'Dealer stock, OEM only.',
  state: 'approved',
  approved_website: 'https://parts.example',
  email: 'pat@parts.example',
  commission: { model: 'per_sale', rate_percent: 8 },
  balance: 33,
  terms_dated: '2026-11-26',
  terms_accepted_at: AT,
  applied_at: AT,
  decided_at: AT,
  decision_note: null,
};

const asked = {
  vehicle: '2016 Infiniti Q50 Premium',
  ship_to: 'TX',
  parts: [
    {
      line_id: 'headlamp-left',
      side: 'left',
      name: 'Headlamp assembly, left',
      numbers: ['26060-4HB0A'],
      pieces: 1,
    },
  ],
} satisfies quotes.SharedForQuote;
const figures = {
  parts: [{ price: 512.4, condition: 'new', availability: 'in_stock', lead_time_days: 3 }],
  shipping: 18,
  note: '',
} satisfies quotes.QuoteFigures;
const quote = { ...figures, total: 530.4, valid_until: '2026-11-27T16:05:00.000Z' } satisfies quotes.Quote;
const request = {
  ...asked,
  request_id: '7f1d2c3b-4a59-4687-9a0b-1c2d3e4f5061',
  state: 'open',
  asked_at: AT,
  expires_at: '2026-11-27T16:05:00.000Z',
  quotes: [
    {
      quote_id: '2b3c4d5e-6f70-4812-93a4-b5c6d7e8f901',
      partner: 'Hill Country Parts',
      state: 'quoted',
      quote,
      order: null,
    },
  ],
} satisfies quotes.QuoteRequest;

/** Of the calls of the partner network. */
export const PARTNER_EXAMPLES = {
  ApplyAsPartnerRequest: {
    ...profile,
    email: 'pat@parts.example',
    about: 'Dealer stock, OEM only.',
    terms_dated: '2026-11-26',
  } satisfies partners.Application,
  EditPartnerRequest: profile,
  Partner: partner,
  PartnerList: { partners: [partner], next_cursor: null } satisfies z.infer<
    typeof partners.partnerListSchema
  >,
  DecidePartnerRequest: {
    state: 'approved',
    commission: { model: 'per_sale', rate_percent: 8 },
    note: null,
  } satisfies partners.PartnerDecision,
  PartnerFile: { partner, statements: [month], disputes: [dispute] } satisfies shapes.PartnerFile,
  CorrectionRequest: { correction: -4.4, text: 'A part was returned in the store.' } satisfies z.infer<
    typeof shapes.correctionSchema
  >,
  SettleDisputeRequest: { correction: 0, text: 'The order was delivered.' } satisfies z.infer<
    typeof shapes.settleDisputeSchema
  >,
  MarkPaidRequest: { note: 'Transfer of December 3' } satisfies z.infer<typeof shapes.markPaidSchema>,
  PartnerFeed: {
    url: 'https://parts.example/feed.tsv',
    reading: false,
    read_at: AT,
    file_name: 'feed.tsv',
    outcome: 'taken',
    problem: null,
    rows_good: 1840,
    rows_bad: 1,
    rows_left_out: 212,
    bad_rows: [{ row: 17, item: 'A-17', reason: 'aftermarket_number' }],
    bad_reasons: [{ reason: 'aftermarket_number', rows: 1 }],
    stock: 1840,
    taken_at: AT,
    met: { numbers: 12, times: 31, most: [{ make: 'infiniti', number: '260604HB0A', reports: 6 }] },
  } satisfies feeds.PartnerFeed,
  SendFeedRequest: { file_name: 'feed.tsv', content: 'aWQJdGl0bGUK' } satisfies feeds.SentFeed,
  FeedAddressRequest: { url: 'https://parts.example/feed.tsv' } satisfies z.infer<
    typeof feeds.feedAddressSchema
  >,
  PartnerStock: {
    items: [
      {
        item: 'A-1',
        make: 'infiniti',
        number: '26060-4HB0A',
        title: 'Headlight, left',
        condition: 'new',
        availability: 'in_stock',
        price: 745.08,
        shipping: null,
        core_charge: null,
        qty: 2,
        lead_time_days: 3,
        side: 'left',
        link: 'https://parts.example/a-1',
      },
    ],
    next_after: null,
  } satisfies z.infer<typeof feeds.stockListSchema>,
  PartnerOffers: {
    offers: [
      {
        offer_id: '184',
        partner: 'Hill Country Parts',
        line_id: 'headlamp-left',
        side: 'left',
        number: '26060-4HB0A',
        title: 'Left headlamp, Infiniti Q50',
        condition: 'new',
        availability: 'in_stock',
        price: 512.4,
        shipping: 18,
        core_charge: null,
        pieces: 1,
        in_stock: 2,
        total: 530.4,
        lead_time_days: 3,
        states: ['OK', 'TX'],
      },
    ],
    quotes: true,
  } satisfies z.infer<typeof offers.partnerOffersSchema>,
  AskForQuotesRequest: {
    partner_ids: [partner.partner_id],
    parts: [{ line_id: 'headlamp-left', side: 'left' }],
    ship_to: 'TX',
    contact: { name: 'Ana Reyes', email: 'ana@shop.example', phone: null },
    consent: true,
  } satisfies quotes.AskForQuotes,
  QuoteRequested: request,
  ReportQuotes: {
    partners: [{ partner_id: partner.partner_id, company: 'Hill Country Parts', states: ['OK', 'TX'] }],
    vehicle: asked.vehicle,
    parts: asked.parts,
    requests: [request],
  } satisfies quotes.ReportQuotes,
  AnswerQuoteRequest: { answer: 'quote', ...figures, valid_days: 7 } satisfies quotes.AnswerQuote,
  AskedQuote: {
    ...asked,
    company: 'Hill Country Parts',
    state: 'quoted',
    asked_at: AT,
    expires_at: '2026-11-27T16:05:00.000Z',
    quote,
    order: null,
  } satisfies quotes.AskedQuote,
  OwnQuotes: {
    quotes: [
      {
        quote_id: '2b3c4d5e-6f70-4812-93a4-b5c6d7e8f901',
        path: '/quotes/9mB3w1yq0pQfS8a2ZrN6tHkVxLdE4cJuYoTgRiWsPbM',
        vehicle: asked.vehicle,
        ship_to: 'TX',
        parts: 1,
        state: 'quoted',
        asked_at: AT,
        expires_at: '2026-11-27T16:05:00.000Z',
        total: 530.4,
        voucher: null,
      },
    ],
  } satisfies quotes.OwnQuotes,
  TakenSale: { outcome: 'entered' } satisfies z.infer<typeof sales.saleAnswerSchema>,
  SalesSecret: {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw5Q7J1B6u0xM=',
    address: 'https://lotlens.example/api/v1/hooks/partners/0a4b2f5e-9d1c-4e6a-8b3f-1c2d3e4f5a6b/sales',
  },
  SalesListRequest: {
    file_name: 'november.csv',
    content: 'click_id,order_id,net,state,at\nk3v9q0x7m2b8r5t1,SO-1042,412.50,confirmed,2026-11-20',
  } satisfies z.infer<typeof sales.salesListSchema>,
  SalesListOutcome: {
    entered: 1,
    known: 0,
    refused: [{ row: 3, reason: 'No lead of yours has this id or voucher.' }],
  } satisfies sales.SalesListAnswer,
  PartnerStatement: {
    ...month,
    period: '2026-10',
    state: 'issued',
    statement_id: STATEMENT_ID,
    issued_at: '2026-11-01T00:10:00.000Z',
  } satisfies shapes.PartnerStatement,
  PartnerStatements: { balance: 33, statements: [month] } satisfies z.infer<
    typeof shapes.statementListSchema
  >,
  PartnerMonth: { ...month, company: 'Hill Country Parts', entries: [entry] } satisfies shapes.StatementFile,
  Dispute: dispute satisfies shapes.Dispute,
  OpenDisputeRequest: { entry_id: 412, text: 'The buyer canceled this order.' } satisfies z.infer<
    typeof shapes.openDisputeSchema
  >,
  DisputeNoteRequest: { text: 'Here is the credit note.' } satisfies z.infer<typeof shapes.addNoteSchema>,
};
