import { describe, expect, it } from 'vitest';
import type { Market } from '../../contract/schemas/market.ts';
import { readUserSuppliedPage } from '../lots/read-user-supplied-page.ts';

/** Prices and sale states of pages in the sites' forms, with values of our own. */

const COPART = 'https://www.copart.com/lot/51234567';
const BID_CARS = 'https://bid.cars/en/lot/1-51234567';
const marketOf = (link: string, page: unknown): Market | null | undefined =>
  readUserSuppliedPage({ link, pages: [typeof page === 'string' ? page : JSON.stringify(page)] }).market;
const listed = (link: string, page: string): string =>
  readUserSuppliedPage({ link, pages: [page] }).listing_state;

type Dynamic = Record<string, unknown>;
const copartData = (more: Record<string, unknown>, dynamic: Dynamic | null = {}): unknown => ({
  data: {
    lotDetails: {
      lotNumberStr: '51234567',
      ln: 51234567,
      ld: '2019 NISSAN ALTIMA S',
      mkn: 'NISSAN',
      lm: 'ALTIMA',
      lcy: 2019,
      fv: '1N4BL4BV1KC******',
      dd: 'FRONT END',
      cuc: 'USD',
      ad: Date.parse('2027-02-01T17:00:00Z'),
      ...more,
      ...(dynamic === null
        ? {}
        : { dynamicLotDetails: { saleStatus: 'MINIMUM_BID', sellerReserveMet: false, ...dynamic } }),
    },
  },
});

describe('Copart’s data', () => {
  it.each([
    [
      { currentBid: 1900, firstBid: false },
      { current_bid: 1900, has_bids: true },
    ],
    [
      { currentBid: 0, firstBid: true },
      { current_bid: null, has_bids: false },
    ],
    [{}, { current_bid: null, has_bids: null }],
  ])('reads the bids of %j', (dynamic, want) => {
    expect(marketOf(COPART, copartData({}, dynamic))).toMatchObject(want);
  });

  it.each([
    ['MINIMUM_BID', false, 'minimum_bid', 'not_met'],
    ['MINIMUM_BID', true, 'minimum_bid', 'met'],
    ['PURE_SALE', false, 'pure_sale', 'none'],
    ['ON_APPROVAL', false, 'on_approval', 'not_met'],
    ['SOMETHING_NEW', false, null, 'not_met'],
    [null, false, null, null],
  ])(
    'of sale status %s and reserve met %s is %s, %s',
    (saleStatus, sellerReserveMet, sale_kind, reserve_state) => {
      const market = marketOf(COPART, copartData({}, { saleStatus, sellerReserveMet }));
      expect(market).toMatchObject({ sale_kind, reserve_state, sale_state: 'upcoming' });
    },
  );

  it.each([
    [{ ess: 'Sold' }, 'sold'],
    [{ ess: 'Sold On Approval', lotSold: true }, 'on_approval'],
    [{ ess: 'On Approval' }, 'upcoming'],
    [{ lotSold: true }, 'sold'],
    [{ ad: 0 }, 'unknown'],
    [{ ad: 0, lad: 1_790_000_000_000 }, 'unknown'],
  ])('of %j is %s', (more, sale_state) => {
    expect(marketOf(COPART, copartData(more, null))).toMatchObject({ sale_state });
  });

  it('keeps a foreign currency with its amounts', () => {
    const market = marketOf(COPART, copartData({ cuc: 'GBP', hb: 2100, bnp: 5000 }, null));
    expect(market).toMatchObject({ currency: 'GBP', current_bid: 2100, buy_now: 5000 });
  });

  it('names no currency it does not know', () => {
    expect(marketOf(COPART, copartData({ cuc: 'XYZ', hb: 2100 }, null))).toMatchObject({
      currency: null,
      current_bid: 2100,
    });
  });

  it('takes nothing that is about the member for the lot’s own', () => {
    const market = marketOf(
      COPART,
      copartData({ myb: 3000, lspa: 1900, ymin: 100, ahb: 50 }, { hasBid: true }),
    );
    expect(market).toMatchObject({
      current_bid: null,
      has_bids: null,
      bid_increment: null,
      starting_bid: null,
    });
  });
});

const copartText = (...lines: string[]): string =>
  [
    '2019 NISSAN ALTIMA S',
    'Lot number:51234567',
    'VIN:1N4BL4BV1KC123456',
    'Odometer:',
    '27,366 mi',
    'Primary damage:',
    'Front end',
    'Color:',
    'White',
    ...lines,
    'Last Updated:05/04/2026 11:31 pm',
    '',
  ].join('\n');

describe('Copart’s page as text', () => {
  it.each([
    [['Current bid', '$7,900 USD'], { current_bid: 7900, currency: 'USD', has_bids: true }],
    [['Current bid', '$7,900 CAD'], { current_bid: 7900, currency: 'CAD' }],
    [['Current bid', '$7,900'], { current_bid: 7900, currency: null }],
    [['Current bid', '$0.00 USD'], { current_bid: null, has_bids: null }],
    [['No bids yet'], { current_bid: null, has_bids: false }],
    [['Minimum bid:Seller reserve met'], { reserve_state: 'met', sale_kind: 'minimum_bid' }],
    [['Sale status:', 'Pure sale'], { reserve_state: 'none', sale_kind: 'pure_sale' }],
    [['Buy it now', '$16,900 USD'], { buy_now: 16_900, current_bid: null }],
    [['Max bid', 'Monster bid', '$', 'Bid now'], { current_bid: null, buy_now: null }],
    [['Sale date:', 'Future'], { sale_state: 'upcoming', sale_date: null }],
    [['This lot has been sold'], { sale_state: 'sold', final_bid: null }],
    [['Sold on approval'], { sale_state: 'on_approval' }],
    [[], { sale_state: 'unknown' }],
  ])('of %j reads %j', (lines, want) => {
    expect(marketOf(COPART, copartText(...lines))).toMatchObject(want);
  });
});

const bidCarsText = (...lines: string[]): string =>
  [
    '2019 NISSAN ALTIMA, S',
    '1N4BL4BV1KC123456',
    ...lines,
    'Lot',
    '1-51234567',
    'VIN',
    '1N4BL4BV1KC123456',
    'Primary damage',
    'Front end',
    'Odometer',
    '27 366 mi (44 041 km)',
    'Start code',
    'Run and Drive',
    'ACV / ERC',
    '$0 USD / $0 USD',
    '',
  ].join('\n');
const ENDED = 'You are watching archived offer. Auction ended on Thursday, July 16, 2026.';

describe('bid.cars’ page as text', () => {
  it.each([
    [['Current Bid', '$4,200 USD'], { current_bid: 4200, final_bid: null }],
    [[ENDED, 'Final bid', '$5,100 USD'], { final_bid: 5100, sale_state: 'ended', current_bid: null }],
    [
      [ENDED, 'Final bid', '$5,100 USD', 'Sold by Buy Now'],
      { final_bid: 5100, sale_state: 'sold', sold_by: 'buy_now' },
    ],
    [[ENDED, 'Final bid', 'Hidden', '$900'], { final_bid: null, final_bid_masked: true }],
    [
      [ENDED, 'Final bid', 'Hidden', 'Final Price Estimator', 'Final bid', '$3,573', 'Estimated total price'],
      { final_bid: null, final_bid_masked: true },
    ],
    [
      ['Auction date', 'Tue 15 Sep, 2026, 15:30 GMT+2'],
      { sale_at: '2026-09-15T13:30:00Z', sale_state: 'upcoming' },
    ],
    [['Estimated cost', '$2,000 – $3,500'], { site_price_band: { low: 2000, high: 3500, currency: 'USD' } }],
  ])('of %j reads %j', (lines, want) => {
    expect(marketOf(BID_CARS, bidCarsText(...lines))).toMatchObject(want);
  });

  it('reads its open history row by row', () => {
    const heading = ['Auction', 'Date', 'Lot #', 'Final bid', 'Odometer', 'Status', 'Seller'];
    const rows = [
      ['Copart', '2026-07-09', '1-51234567', '$4,100', '27 366 mi', 'Not sold', 'Insurer'],
      ['Copart', '2026-07-16', '1-51234567', '$5,100', '27 366 mi', 'Sold', 'Insurer'],
    ];
    const text = bidCarsText('Sales History', '2', ...heading, ...rows.flat(), ENDED);
    expect(marketOf(BID_CARS, text)).toMatchObject({
      history_count: 2,
      final_bid: 5100,
      sale_state: 'sold',
      sale_history: [
        { date: '2026-07-09', bid: 4100, status: 'not_sold' },
        { date: '2026-07-16', bid: 5100, status: 'sold' },
      ],
    });
  });
});

const bidCarsPage = (script: string, body: string): string =>
  `<!DOCTYPE html><html><head><title>x</title></head><body>
<h1 class="title_lot">2019 Nissan Altima, S</h1>
<div class="box" id="main-info"><div class="option">Lot <span class="right-info"><span class="lot-drop">1-51234567</span></span></div>
<div class="option">VIN <span class="right-info"><span class="vin-drop">1N4BL4BV1KC123456</span></span></div></div>
<div class="box" id="secondary-info"><div class="option">Primary damage <span class="right-info">Front end</span></div></div>
${body}<script type="text/javascript">var lotNumber = '1-51234567';\n${script}\n</script></body></html>`;
const price = (label: string, text: string, more = ''): string =>
  `<div id="bidding-info"><div class="field-name">${label}</div><span class="price current_bid">${text}</span>${more}</div>`;

const CALCULATOR = (duty: string, vat: string): string[] => [
  ...['Final Price Estimator', 'Final bid', '€3,573', 'Estimated total price', 'Final Price Calculator'],
  ...['1 Lot Price', '$0', '2 Auction Fees', '$131', '3 Trucking to port', '$505', '4 Shipping to'],
  ...['Rotterdam, NL', 'Gdynia, PL', 'Bremerhaven, DE', '$1,545', '5 BidCars Fee (+ VAT/Tax)', '$450'],
  ...['Subtotal', '$2,181', '6', 'Tax', '10% (Car)', '22% (Truck)', '0% (Classic Car)', duty],
  ...['7', 'VAT', '19% (Bremerhaven)', '21% (Rotterdam)', '23% (Gdynia)', '9% (Classic Car)', vat],
  ...['8', 'Customs agency “All In”', '€500'],
];

describe('bid.cars’ calculators as text', () => {
  it.each([
    ['€194', '€448', 10, 21, 'Rotterdam'],
    ['€427', '€544', 22, 23, 'Gdynia'],
    ['€194', '€405', 10, 19, 'Bremerhaven'],
    ['€194', '€999', 10, 21, 'Rotterdam'],
  ])('of duty %s and tax %s are made with %d and %d percent', (dutyText, vatText, duty, vat, port) => {
    const fees = marketOf(BID_CARS, bidCarsText(ENDED, ...CALCULATOR(dutyText, vatText)))?.site_fees ?? [];
    const row = (name: string) => fees.find((fee) => fee.name === name);
    expect([row('import_duty')?.percent, row('import_vat')?.percent, row('ocean')?.port]).toEqual([
      duty,
      vat,
      port,
    ]);
  });

  it('keep the bid that each sum was made for', () => {
    const fees = marketOf(BID_CARS, bidCarsText(ENDED, ...CALCULATOR('€194', '€448')))?.site_fees ?? [];
    expect(fees).toContainEqual({ name: 'auction_fees', amount: 131, currency: 'USD', at_bid: 0 });
    expect(fees).toContainEqual({ name: 'broker', amount: 450, currency: 'USD', tax: 'outside' });
    expect(fees).toContainEqual({ name: 'total', amount: 3573, currency: 'EUR', at_bid: 0 });
  });
});

describe('bid.cars’ page', () => {
  it('takes the one price block for the current bid before the sale', () => {
    const page = bidCarsPage(
      'var isArchived = 0;\nvar currentBid = 4200;\nvar buyNowAmount = 6900;',
      price('Current Bid', '$4,200 USD'),
    );
    expect(marketOf(BID_CARS, page)).toMatchObject({
      current_bid: 4200,
      final_bid: null,
      buy_now: 6900,
      sale_state: 'upcoming',
    });
  });

  it('takes it for the final bid after the sale', () => {
    const page = bidCarsPage('var isArchived = 1;\nvar currentBid = 0;', price('Final bid', '$5,125 USD'));
    expect(marketOf(BID_CARS, page)).toMatchObject({
      current_bid: null,
      final_bid: 5125,
      sale_state: 'ended',
    });
    expect(listed(BID_CARS, page)).toBe('ended');
  });

  it('notes a final bid that script and price block give differently', () => {
    const page = bidCarsPage(
      'var isArchived = 1;\nvar finalBid = 4975.00;',
      price('Final bid', '$5,125 USD'),
    );
    const { market, contradictions } = readUserSuppliedPage({ link: BID_CARS, pages: [page] });
    expect(market?.final_bid).toBe(4975);
    expect(contradictions).toContainEqual({ fact: 'final_bid', readings: ['$4,975', '$5,125'] });
  });

  it('says what the site expects a lot to cost', () => {
    const page = bidCarsPage(
      'var isArchived = 0;\nvar estimatedAmount1 = 2000;\nvar estimatedAmount2 = 3500;',
      price('Current Bid', '$100 USD'),
    );
    expect(marketOf(BID_CARS, page)?.site_price_band).toMatchObject({ low: 2000, high: 3500 });
  });

  it('keeps a page that broke off before its end open', () => {
    const page = bidCarsPage('', '<meta name="description" content="x">');
    expect(marketOf(BID_CARS, page)).toMatchObject({ sale_state: 'unknown' });
  });

  it('reads the price of no other year’s car, and not of its own card', () => {
    const card = (year: number, vin: string, amount: string): string =>
      `<div class="item-box"><div class="item-name"><a href="https://bid.cars/en/lot/0-1/x">${year} Nissan Altima</a></div><div class="item-vin">${vin}</div><div class="price-box final"><div><span>Final bid</span> ${amount}</div></div></div>`;
    const cards = [
      card(2019, '1N4BL4BV1KC123456', '$1.00'),
      card(2020, '1N4BL4BV1LC123457', '$4,100.00'),
      card(2015, '1N4BL4BV1FC123458', '$2,100.00'),
      card(2018, '1N4BL4BV1JC123459', 'Hidden'),
    ].join('');
    const page = bidCarsPage(
      'var isArchived = 1;',
      `${price('Final bid', '$5,125 USD')}<section id="offers">${cards}</section>`,
    );
    expect(marketOf(BID_CARS, page)?.similar_lots.map(({ bid }) => bid)).toEqual([4100]);
  });
});

describe('IAAI’s model', () => {
  const model = (
    attributes: Record<string, unknown>,
    bidding: Record<string, unknown>,
    prebid: Record<string, unknown> = {},
  ): unknown => ({
    inventoryView: {
      attributes: {
        StockNumber: '45639042',
        SalvageId: '45639999',
        Year: '2019',
        Make: 'NISSAN',
        Model: 'ALTIMA',
        Tenant: 'US',
        ...attributes,
      },
    },
    auctionInformation: { biddingInformation: bidding, prebidInformation: prebid },
  });
  const LINK = 'https://www.iaai.com/VehicleDetail/45639999~US';
  const USD = { Currency: 'USD', AuctionDateTime: '6/29/2027 1:30:00 PM +00:00' };

  it.each([
    [
      model(USD, { buyNowAmount: 1675, bidIncrement: 25 }),
      { buy_now: 1675, bid_increment: 25, sale_state: 'upcoming' },
    ],
    [model({ ...USD, MinimumBidAmount: '1675' }, { buyNowAmount: 0 }), { buy_now: null, starting_bid: null }],
    [model(USD, {}, { decimalHighBidAmount: 5000 }), { current_bid: 5000, has_bids: true }],
    [
      model(USD, {}, { decimalHighBidAmount: 0, highBidAmount: '$0', reserveMet: false }),
      { current_bid: null, has_bids: null, reserve_state: null },
    ],
    [model(USD, {}, { reserveMet: true }), { reserve_state: 'met' }],
    [model(USD, {}, { buyNowSold: true }), { sale_state: 'sold', sold_by: 'buy_now', final_bid: null }],
    [
      model({ ...USD, InventoryStatus: 'Sold on Approval' }, {}),
      { sale_state: 'on_approval', sold_by: null },
    ],
    [
      model({ Currency: 'USD', AuctionDateTime: '12/31/1899 6:00:00 AM +00:00' }, {}),
      { sale_state: 'unknown', sale_at: null },
    ],
    [model({ Tenant: 'CA' }, { buyNowAmount: 900 }), { currency: null, buy_now: 900 }],
  ])('%#', (page, want) => {
    expect(marketOf(LINK, page)).toMatchObject(want);
  });

  it('knows when its Buy Now ends', () => {
    const page = model(
      { ...USD, BuyNowCloseDateTime: '6/29/2027 1:00:00 AM +00:00' },
      { buyNowAmount: 1675 },
    );
    expect(marketOf(LINK, page)?.buy_now_until).toBe('2027-06-29T01:00:00Z');
  });
});
