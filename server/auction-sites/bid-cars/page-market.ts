import type { SimilarLot, SiteFee } from '../../../contract/schemas/market.ts';
import type { LotFacts } from '../auction-site.ts';
import { saleFields, similarTo } from '../market-facts.ts';
import { type Amount, amountOf, countOf, printedAmount } from '../page/amounts.ts';
import {
  allWithin,
  attributeOf,
  type Element,
  elementsIn,
  type HtmlPage,
  hasClass,
  textIn,
} from '../page/html-page.ts';
import { numberOf, saleDateOf, textOf, vinOf } from '../page/listing-values.ts';
import { saleKindOf, stateInLines } from '../page/sale-words.ts';
import { readVehicleTitle } from '../page/vehicle-title.ts';
import {
  BROKER_FEE,
  brokerTax,
  currencyIn,
  endOf,
  feeRow,
  type HistoryCells,
  historyOf,
  inCurrency,
  type Prices,
  presentSale,
  priceBand,
  priceConflicts,
  pricesOf,
  withMarket,
} from './market.ts';

/** The market in a bid.cars lot page: its scripts' variables, its price block, history, calculators and other cars. */

type Own = Pick<LotFacts, 'vin' | 'year' | 'sale_date'> & { lotId: string | null; saleStatus: string | null };
type Read = Pick<LotFacts, 'market' | 'sale' | 'contradictions'>;

/** `variable` reads a variable of the page's scripts; `own.sale_date` is a day or an instant. */
export function pageMarket(html: HtmlPage, own: Own, variable: (name: string) => string | null): Read {
  const bidding = allWithin(html, (element) => attributeOf(element, 'id') === 'bidding-info');
  const shown = priceBlock(html, bidding);
  const cells = historyCells(html);
  const currency = currencyIn([
    ...shown.map(({ price }) => price),
    ...listedValues(html),
    ...cells.map(({ bid }) => amountOf(bid)),
    ...['buyNowPrice', 'minPrice', 'maxPrice'].map((name) => amountOf(variable(name))),
  ]);
  const sale_history = historyOf(cells, currency);
  const isOver =
    variable('isArchived') === '1' ||
    [html.byId('archieved-message'), html.byId('archived-message')].some(Boolean);
  const isSoldNow = html.byClass('sold-buynow').some((element) => bidding.size === 0 || bidding.has(element));
  const present = presentSale(sale_history, own.lotId, own.sale_date);
  const outcome = { isOver, isSoldNow, present };
  const prices = readPrices(shown, variable, currency);
  const at = /T/.test(own.sale_date ?? '') ? own.sale_date : null;
  const day = at === null ? (/^\d{4}-\d{2}-\d{2}$/.exec(own.sale_date ?? '')?.[0] ?? null) : null;
  return {
    market: withMarket({
      currency,
      ...pricesOf(prices, outcome),
      sale_kind: saleKindOf(own.saleStatus),
      ...saleFields({ day, at }),
      history_count: historyCount(html),
      sale_history,
      similar_lots: similarTo({ ...own, lotNumber: own.lotId }, otherCars(html, currency)),
      site_price_band:
        priceBand(variable('estimatedAmount1'), variable('estimatedAmount2'), currency) ??
        priceBand(variable('minPrice'), variable('maxPrice'), currency),
      site_fees: siteFees(html, variable, currency),
      page_rates: pageRates(html, variable),
    }),
    sale: isOver ? endOf(outcome) : beforeSale(html, variable, own),
    contradictions: priceConflicts(prices, isOver, currency),
  };
}

function beforeSale(
  html: HtmlPage,
  variable: (name: string) => string | null,
  { sale_date }: Own,
): LotFacts['sale'] {
  const live = html.byClass('live_auction_sec').map((element) => textIn(element));
  if (stateInLines(live) === 'live') return { state: 'live' };
  // A page that broke off before it says whether its lot is archived says nothing of the sale.
  return variable('isArchived') === '0' || /T/.test(sale_date ?? '') ? { state: 'upcoming' } : null;
}

type Shown = { label: string; text: string; price: Amount | null };

/** The prices of the page's own block, each under the name of its field. */
function priceBlock(html: HtmlPage, bidding: ReadonlySet<Element>): Shown[] {
  const shown: Shown[] = [];
  let label = '';
  for (const element of html.elements) {
    if (!bidding.has(element)) continue;
    if (hasClass(element, 'field-name')) label = textIn(element);
    if (!hasClass(element, 'price')) continue;
    const text = textIn(element);
    shown.push({ label, text, price: amountOf(text) });
  }
  return shown;
}

/** `$41,979 USD / $25,567 USD`: read here for their currency alone. */
const listedValues = (html: HtmlPage): (Amount | null)[] =>
  html
    .byClass('option')
    .map((option) => textIn(option))
    .filter((text) => /^ACV \/ ERC\b/i.test(text))
    .flatMap((text) => text.replace(/^ACV \/ ERC/i, '').split('/'))
    .map(printedAmount);

const HIDDEN = /^hidden$/i;

function readPrices(
  shown: readonly Shown[],
  variable: (name: string) => string | null,
  currency: string | null,
): Prices {
  const script = (name: string): number | null => inCurrency(amountOf(variable(name)), currency);
  const under = (label: RegExp): (number | null)[] =>
    shown.filter((entry) => label.test(entry.label)).map(({ price }) => inCurrency(price, currency));
  return {
    current: [script('currentBid'), ...under(/^current bid$/i)],
    final: [script('finalBid'), ...under(/^final bid$/i)],
    buyNow: [script('buyNowAmount'), script('buyNowPrice'), ...under(/^buy (?:it )?now(?: price)?$/i)],
    isMasked: shown.some(({ label, text }) => /^final bid$/i.test(label) && HIDDEN.test(text)),
  };
}

function historyCount(html: HtmlPage): number | null {
  const [link] = html.byClass('link-history').filter((element) => !hasClass(element, 'archived-section'));
  const count = link === undefined ? null : /(?:^|\s)(\d{1,4})$/.exec(textIn(link))?.[1];
  return countOf(count);
}

/** By the names of the columns; an unnamed table has them in the site's order. */
const COLUMNS = {
  auction: 'auction',
  date: 'date',
  lot: 'lot #',
  bid: 'final bid',
  status: 'status',
  seller: 'seller',
};
const ORDER = ['auction', 'date', 'lot #', 'final bid', 'odometer', 'status', 'seller'];
/** More than the longest history seen. */
const MOST_ROWS = 500;

function historyCells(html: HtmlPage): HistoryCells[] {
  const inTable = allWithin(html, (element) => hasClass(element, 'sales-history-table'));
  const rows = html.byTag('tr').filter((row) => inTable.has(row));
  const cellsOf = (row: Element) =>
    row.children.filter(
      (child): child is Element => 'attribs' in child && (child.name === 'td' || child.name === 'th'),
    );
  const head = rows.find((row) => !row.children.some((child) => 'attribs' in child && child.name === 'td'));
  const names = head ? cellsOf(head).map((cell) => textIn(cell).toLowerCase()) : [];
  const order = names.includes(COLUMNS.bid) ? names : ORDER;
  return rows
    .filter((row) => row !== head)
    .slice(0, MOST_ROWS)
    .map((row) => {
      const cells = cellsOf(row);
      const cell = (name: string): string | null => {
        const found = cells[order.indexOf(name)];
        return found === undefined ? null : textIn(found);
      };
      return {
        auction: cell(COLUMNS.auction),
        date: cell(COLUMNS.date),
        lot: cell(COLUMNS.lot),
        bid: cell(COLUMNS.bid),
        status: cell(COLUMNS.status),
        seller: cell(COLUMNS.seller),
      };
    });
}

/** The cars under `Compare auctions`; of some only the address names the lot. */
function otherCars(html: HtmlPage, currency: string | null): SimilarLot[] {
  const inOffers = allWithin(html, (element) => attributeOf(element, 'id') === 'offers');
  return html
    .byClass('item-box')
    .filter((box) => inOffers.has(box))
    .slice(0, MOST_CARDS)
    .flatMap((box) => cardOf(box, currency) ?? []);
}
/** More than a page shows; each card is looked through. */
const MOST_CARDS = 60;

function cardOf(box: Element, currency: string | null): SimilarLot | null {
  const parts = [...elementsIn(box)];
  const first = (name: string): Element | undefined => parts.find((element) => hasClass(element, name));
  const price = first('price-box');
  const bid =
    price && inCurrency(amountOf(textIn(price).replace(/^[\p{L}\s]{3,30}(?=[^\p{L}\s])/u, '')), currency);
  if (!price || !bid) return null;
  const name = first('item-name');
  const vin = first('item-vin');
  const title = readVehicleTitle(name ? textIn(name) : null);
  const address = parts
    .map((element) => attributeOf(element, 'href'))
    .find((href) => /\/lot\//.test(href ?? ''));
  const lot_number = /\/lot\/(\d{1,2}-\d{1,12})(?:\/|$)/.exec(address ?? '')?.[1] ?? null;
  return {
    name: title.name,
    year: title.year,
    vin: vin ? vinOf(textIn(vin)) : null,
    lot_number,
    bid,
    kind: hasClass(price, 'final') ? 'final' : 'current',
  };
}

/** The calculators: what the page has as it came, and what its scripts have filled in since, which is for the bid set there. */
function siteFees(
  html: HtmlPage,
  variable: (name: string) => string | null,
  currency: string | null,
): SiteFee[] {
  const filled = (id: string): string | null => {
    const element = html.byId(id);
    return element ? textIn(element) : null;
  };
  const lotPrice = printedAmount(filled('lot-price'));
  const at_bid = lotPrice === null ? {} : { at_bid: lotPrice.amount };
  return [
    ...feeRow({ name: 'auction_fees', ...at_bid }, filled('auction-fees'), currency),
    ...trucking(html, variable, currency),
    ...oceanFees(html, currency),
    ...brokerFee(html, currency),
    ...feeRow({ name: 'subtotal_1_4', ...at_bid }, filled('final-price'), currency),
    ...feeRow(
      { name: 'import_duty', ...chosenPercent(html, 'taxPercent'), ...at_bid },
      filled('tax-amount'),
      null,
    ),
    ...feeRow(
      { name: 'import_vat', ...chosenPercent(html, 'vatPercent'), ...at_bid },
      filled('vat-amount'),
      null,
    ),
    ...feeRow({ name: 'customs_agency' }, filled('allIn-amount'), null),
    ...feeRow({ name: 'total', ...at_bid }, filled('final-in-currency'), null),
  ];
}

function trucking(
  html: HtmlPage,
  variable: (name: string) => string | null,
  currency: string | null,
): SiteFee[] {
  const amount = amountOf(variable('trucking'))?.amount ?? null;
  return amount === null ? [] : [{ name: 'us_transport', amount, currency: currency ?? dollarsShown(html) }];
}

/** A page without a printed price still names the currency of its calculator. */
const dollarsShown = (html: HtmlPage): string | null =>
  currencyIn(
    html
      .byClass('right-info')
      .slice(0, MOST_CARDS)
      .map((element) => printedAmount(textIn(element))),
  );

/** `Rotterdam,\n NL` with its price as the option's value. */
function oceanFees(html: HtmlPage, currency: string | null): SiteFee[] {
  const select = html.byId('shipping');
  if (select === null) return [];
  return [...elementsIn(select)].flatMap((option) => {
    const port = textOf(textIn(option).split(',')[0]);
    if (option.name !== 'option' || port === null) return [];
    return feeRow(
      { name: 'ocean', port },
      numberOf(attributeOf(option, 'value')),
      currency ?? dollarsShown(html),
    );
  });
}

function brokerFee(html: HtmlPage, currency: string | null): SiteFee[] {
  for (const option of html.byClass('option')) {
    const value = option.children.find(
      (child): child is Element => 'attribs' in child && hasClass(child, 'right-info'),
    );
    const label = textIn(option, (element) => hasClass(element, 'right-info'));
    if (value && BROKER_FEE.test(label))
      return feeRow({ name: 'broker', ...brokerTax(label) }, textIn(value), currency);
  }
  return [];
}

/** The rate that the page came with, its first one unless it marks another; what its reader chose since is not in it. */
function chosenPercent(html: HtmlPage, id: string): Pick<SiteFee, 'percent'> {
  const select = html.byId(id);
  const options = select === null ? [] : [...elementsIn(select)].filter(({ name }) => name === 'option');
  const chosen = options.find((option) => attributeOf(option, 'selected') !== null) ?? options[0];
  const percent = chosen === undefined ? null : numberOf(attributeOf(chosen, 'value'));
  return percent === null || percent < 0 ? {} : { percent };
}

function pageRates(
  html: HtmlPage,
  variable: (name: string) => string | null,
): LotFacts['market']['page_rates'] {
  const rate = (name: string): number | null => {
    const value = numberOf(variable(name));
    return value !== null && value > 0 && value < 1_000 ? value : null;
  };
  const [usd_eur, eur_pln, usd_pln] = ['UsdEurRate', 'eurRate', 'usdRate'].map(rate);
  if (usd_eur == null && eur_pln == null && usd_pln == null) return null;
  const footer = html
    .byClass('footer')
    .map((element) => textIn(element))
    .join(' ');
  const day = saleDateOf(/exchange rates updated:?\s*(.{4,40})/i.exec(footer)?.[1]);
  return { usd_eur, eur_pln, usd_pln, as_of: /^\d{4}-\d{2}-\d{2}$/.exec(day ?? '')?.[0] ?? null };
}
