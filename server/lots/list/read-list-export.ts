import { readAuctionLink } from '../../../contract/auction-link.ts';
import type { ErrorCode } from '../../../contract/refusals/error-status.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import { NO_MARKET } from '../../../contract/schemas/market.ts';
import type { AuctionLink } from '../../../contract/sites.ts';
import { type LotFacts, NO_FACTS, readLotOf } from '../../auction-sites/auction-site.ts';
import { COPART_ODOMETER_BRANDS } from '../../auction-sites/copart/codes.ts';
import { saleFields } from '../../auction-sites/market-facts.ts';
import { amountOf, currencyOf } from '../../auction-sites/page/amounts.ts';
import {
  dollarsOf,
  keysOf,
  numberOf,
  odometerOf,
  runConditionOf,
  saleDateOf,
  textOf,
  tidy,
  vinOf,
  wordsOf,
  yearOf,
} from '../../auction-sites/page/listing-values.ts';
import { type SaleTime, saleTimeOf } from '../../auction-sites/page/sale-time.ts';
import { saleKindOf, statusStateOf } from '../../auction-sites/page/sale-words.ts';
import { CsvFault, type CsvRecord, csvRecords } from '../../data-tables/csv-records.ts';
import { AppError } from '../../errors.ts';
import { finishLot } from '../finish-lot.ts';

/** A row that gave a lot, or why it gave none. `row` is its line in the file; the header is line 1. */
export type ListedRow =
  | { row: number; listed: string; lot: Lot }
  | { row: number; listed: string; lot: null; code: ErrorCode; reason: string };
/** `leftOut`: rows past the most that are read, which were not looked at. */
export type ReadList = { rows: ListedRow[]; leftOut: { from_row: number; rows: number } | null };

/** Most rows of one file. */
export const MOST_ROWS = 250;

/**
 * The columns we read, by all the names they have had: Copart's list export of searches and watch lists, old and new, and its
 * Sales Data. Letters and digits count alone, so that `Lot/Inv #` and `LOT INV#` are one.
 */
const COLUMNS = {
  url: ['loturl'],
  number: ['lot', 'lotinv', 'lotnumber', 'lotno'],
  year: ['year'],
  make: ['make'],
  model: ['model', 'modelgroup'],
  trim: ['trim'],
  detail: ['modeldetail'],
  vin: ['vin'],
  odometer: ['odometer'],
  odometer_brand: ['odometerdescription', 'odometerbrand'],
  damage: ['damagedescription'],
  damage_2: ['secondarydamage'],
  title: ['titlecode', 'saletitletype'],
  title_state: ['saletitlestate'],
  retail: ['estretailvalue'],
  repair: ['repaircost', 'repairestimate'],
  currency: ['currencycode'],
  keys: ['haskeysyesorno'],
  runs: ['runsdrives'],
  body: ['bodystyle'],
  color: ['color'],
  engine: ['enginetype', 'engine'],
  drive: ['drive'],
  transmission: ['transmission'],
  fuel: ['fueltype'],
  sale_date: ['saledate', 'saledatemdcy'],
  sale_time: ['saletimehhmm', 'saletime'],
  zone: ['timezone'],
  sale_status: ['salestatus'],
  bid: ['currentbid', 'highbidnonvixsealedvix', 'highbid'],
  ask: ['buyitnowprice'],
  sale: ['salename', 'yardname'],
  city: ['locationcity'],
  state: ['locationstate'],
  country: ['locationcountry'],
  seller: ['sellername'],
} as const satisfies Record<string, readonly string[]>;
type Column = keyof typeof COLUMNS;
type Cells = (column: Column) => string | null;

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * A list of lots as Copart exports it: CSV with comma, semicolon or tab, in UTF-8, UTF-16 or the 8-bit form Excel writes in Eastern
 * Europe. Every row is a lot or says why it is none. Throws validation_error where the file is no such list.
 */
export function readListExport(bytes: Uint8Array): ReadList {
  const [header, ...records] = recordsOf(decoded(bytes));
  const names = (header?.cells ?? []).map(letters);
  const places = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, known]) => [
      column,
      known.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1,
    ]),
  ) as Record<Column, number>;
  if ((places.url < 0 && places.number < 0) || (places.make < 0 && places.vin < 0))
    throw new AppError(
      'validation_error',
      'This file is not a list of lots that can be read. Its first line must name the columns as Copart’s list export does: Lot #, Year, Make, Model, VIN and so on.',
      { details: { field: 'file' } },
    );
  const seen = new Map<string, number>();
  const rows = records
    .slice(0, MOST_ROWS)
    .map(({ cells, line }) =>
      readRow(line, (column) => textOf(cells[places[column]]), wordsIn(cells, places), seen),
    );
  const first = records[MOST_ROWS];
  return {
    rows,
    leftOut: first === undefined ? null : { from_row: first.line, rows: records.length - MOST_ROWS },
  };
}

/** Damage, of which `UNKNOWN` is a value of its own. */
const wordsIn =
  (record: readonly string[], places: Record<Column, number>): Cells =>
  (column) =>
    wordsOf(record[places[column]]);

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    // The decoder drops a byte order mark by itself.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

function recordsOf(text: string): CsvRecord[] {
  try {
    return [...csvRecords(text)];
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    throw new AppError('validation_error', 'This file is not a CSV file that can be read.', {
      details: { field: 'file' },
    });
  }
}

function readRow(row: number, cell: Cells, words: Cells, seen: Map<string, number>): ListedRow {
  const link = linkOf(cell);
  const facts = factsOf(cell, words, link);
  const listed = facts.name ?? cell('number') ?? cell('vin') ?? cell('url') ?? 'An empty row';
  const refused = (code: ErrorCode, reason: string): ListedRow => ({ row, listed, lot: null, code, reason });
  if (link === null) return refused('unsupported_url', 'This row has no lot number or link of Copart.');
  const earlier = seen.get(link.canonicalUrl);
  if (earlier !== undefined) return refused('validation_error', `This lot stands in row ${earlier} already.`);
  seen.set(link.canonicalUrl, row);
  if (facts.make === null || facts.year === null)
    return refused('extraction_failed', 'This row names no vehicle: year or make is missing.');
  try {
    const identity = { site: link.site, lotNumber: link.lotNumber ?? link.number, url: link.canonicalUrl };
    return { row, listed, lot: finishLot({ ...readLotOf(facts, identity), source: 'Copart list export' }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { reason } = error.details;
    return refused(error.code, typeof reason === 'string' ? reason : error.message);
  }
}

/** The lot's link, or the one of its number. */
function linkOf(cell: Cells): AuctionLink | null {
  const url = cell('url');
  const number = /^\d{4,10}$/.exec(cell('number')?.replace(/\.0$/, '') ?? '')?.[0];
  for (const text of [url, number === undefined ? null : `https://www.copart.com/lot/${number}`]) {
    const reading = text === null ? null : readAuctionLink(text);
    if (reading?.ok && reading.link.site === 'copart') return reading.link;
  }
  return null;
}

function factsOf(cell: Cells, words: Cells, link: AuctionLink | null): LotFacts {
  const [year, make, model] = [yearOf(cell('year')), cell('make'), cell('model')];
  const trim = cell('trim') ?? trimIn(cell('detail'), model);
  const abroad = link?.region === 'CA' || /^(can|mex|gbr|are)/i.test(cell('country') ?? '');
  const inDollars = !abroad && (cell('currency') ?? 'USD') === 'USD';
  const money = (column: Column) => (inDollars ? dollarsOf(cell(column)) : null);
  const runs = cell('runs');
  return {
    ...NO_FACTS,
    name: make === null ? null : [year, make, model, trim].filter((part) => part !== null).join(' '),
    vin: vinIn(cell('vin'), year),
    year,
    make,
    model,
    trim,
    body_style: cell('body'),
    ...odometerIn(cell, abroad ? null : 'mi'),
    primary_damage: words('damage'),
    secondary_damage: words('damage_2'),
    run_condition: runs === null || /^default$/i.test(runs) ? null : runConditionOf(runs),
    keys: keysOf(cell('keys')),
    title: titleIn(cell),
    engine: cell('engine'),
    drive: cell('drive'),
    transmission: cell('transmission'),
    fuel: cell('fuel'),
    color: cell('color'),
    retail_value: money('retail'),
    seller_repair_cost: money('repair'),
    sale_date: saleDateIn(cell('sale_date')),
    location: placeIn(cell),
    seller: cell('seller'),
    ...marketIn(cell),
  };
}

/** Bids and asks in the currency that their cell or the row names; a row says nothing of a sale that is over. */
function marketIn(cell: Cells): Pick<LotFacts, 'market' | 'sale'> {
  const [bid, ask] = [amountOf(cell('bid')), amountOf(cell('ask'))];
  const currency = currencyOf(cell('currency')) ?? bid?.currency ?? ask?.currency ?? null;
  const own = (price: typeof bid): number | null =>
    price === null || (price.currency !== null && price.currency !== currency) ? null : price.amount;
  const current_bid = own(bid);
  const status = cell('sale_status');
  const time = saleTimeIn(cell);
  const state = saleKindOf(status) === null ? statusStateOf(status) : null;
  return {
    market: {
      ...NO_MARKET,
      currency,
      current_bid,
      has_bids: current_bid === null ? null : true,
      buy_now: own(ask),
      sale_kind: saleKindOf(status),
      reserve_state: saleKindOf(status) === 'pure_sale' ? 'none' : null,
      ...saleFields(time),
    },
    sale: state !== null ? { state } : time.day === null ? null : { state: 'upcoming' },
  };
}

/** `20261002` with `1200` and `PDT` in columns of their own; otherwise all in one cell. */
function saleTimeIn(cell: Cells): SaleTime {
  const day = saleDateIn(cell('sale_date'));
  const [, hour, minute] = /^(\d{1,2})(\d{2})$/.exec(cell('sale_time') ?? '') ?? [];
  const text = cell('sale_date') ?? '';
  if (!/^20\d{6}$/.test(text) || hour === undefined) return saleTimeOf(/^20\d{6}$/.test(text) ? day : text);
  return saleTimeOf(`${day} ${hour}:${minute} ${cell('zone') ?? ''}`);
}

/** `COROLLA LE` beyond `COROLLA`. */
const trimIn = (detail: string | null, model: string | null): string | null =>
  detail !== null && model !== null && detail.toUpperCase().startsWith(`${model.toUpperCase()} `)
    ? textOf(detail.slice(model.length))
    : null;

/** Cars of 1981 and later have 17 characters; anything else in their place (`123456789`) is none. */
function vinIn(text: string | null, year: number | null): string | null {
  const vin = vinOf(text);
  return vin !== null && (vin.length === 17 || (year !== null && year < 1981)) ? vin : null;
}

/** `64,601 A`, `41200.0`; the letter is the brand's code. */
function odometerIn(cell: Cells, unit: 'mi' | null): Pick<LotFacts, 'odometer' | 'mileage'> {
  const [, figure, code = ''] = /^([\d,.]+)\s*([A-Z])?$/i.exec(tidy(cell('odometer') ?? '')) ?? [];
  const named = cell('odometer_brand') ?? code.toUpperCase();
  const brand = COPART_ODOMETER_BRANDS[named] ?? (named || null);
  const value = numberOf(figure);
  return odometerOf({
    value: value === null ? null : Math.round(value),
    unit,
    // A missing figure is not actual; NOT ACTUAL or EXEMPT then means that the odometer was not read.
    brand: (value === null || value === 0) && brand === 'ACTUAL' ? null : brand,
  });
}

/** `CA` and `SC` as Copart's pages write them: `CA - SC`. */
function titleIn(cell: Cells): string | null {
  const [title, state] = [cell('title'), cell('title_state')];
  return title !== null && state !== null ? `${state} - ${title}` : title;
}

/** `20260901` as a date; `09/18/2026 04:00 am MSK` stands in the zone of who exported it, and stays as it is written. */
function saleDateIn(text: string | null): string | null {
  const [, year, month, day] = /^(20\d{2})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  return text === null || /^[\d.]{1,4}$/.test(text) ? null : saleDateOf(text);
}

function placeIn(cell: Cells): string | null {
  const [city, state] = [cell('city'), cell('state')];
  if (city !== null) return state === null ? city : `${city}, ${state}`;
  return cell('sale');
}
