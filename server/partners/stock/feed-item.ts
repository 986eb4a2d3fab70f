import type { BadRowReason, StockItem } from '../../../contract/partners/feed.ts';
import { leadsToSite } from '../../../contract/partners/partner-site.ts';
import { centsFromDollars } from '../../../contract/schemas/money.ts';
import { type MakeKey, numberMake } from '../../../contract/vehicles/makes.ts';
import { normaliseNumber, numberFamily, numberFormatOk } from '../../parts-catalogues/merge/number-format.ts';
import { storable } from '../../storable-text.ts';
import { readMake, splitMake } from '../../vehicles/makes.ts';

/** An item as it is stored: money in cents, with the number as it is compared. */
export type FeedItem = Pick<
  StockItem,
  'item' | 'make' | 'number' | 'title' | 'condition' | 'availability' | 'lead_time_days' | 'side' | 'link'
> & {
  number_norm: string;
  price_cents: number;
  shipping_cents: number | null;
  core_charge_cents: number | null;
  quantity: number | null;
};

/** Column → cell as written, names with underscores and without `g:`. */
export type FeedCells = Readonly<Record<string, string | undefined>>;

/** What a row of a feed is: an item, one that is not on sale now, or bad. */
export type ReadRow =
  | { kind: 'item'; item: FeedItem }
  | { kind: 'left_out' }
  | { kind: 'bad'; item: string | null; reason: BadRowReason };

class RowFault extends Error {
  readonly reason: BadRowReason;
  constructor(reason: BadRowReason) {
    super(reason);
    this.reason = reason;
  }
}
const faults = new Map<BadRowReason, RowFault>();

/** One fault for each reason: a stack for each of 100,000 bad rows would take longer than reading them. */
function rowFault(reason: BadRowReason): RowFault {
  const fault = faults.get(reason) ?? new RowFault(reason);
  faults.set(reason, fault);
  return fault;
}

const MOST_ID = 50;
const MOST_TITLE = 150;
const MOST_LINK = 2_000;
const MOST_CENTS = 100_000_000;
const MOST_DAYS = 365;
const MOST_PIECES = 1_000_000;

/** Signs that a spreadsheet takes for the start of a formula. */
const FORMULA = /^[=+\-@]+/;
/** One line of text: no control and formatting characters, which may hide or turn what stands there. */
export const plainLine = (text: string | undefined): string =>
  storable(text ?? '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
const lower = (text: string | undefined): string => plainLine(text).toLowerCase();

/** One row checked and brought into the stored form; its link must lead to `website`, and its sale price hold `now`. */
export function readFeedItem(cells: FeedCells, website: string, now = new Date()): ReadRow {
  const id = plainLine(cells.id);
  try {
    const availability = availabilityOf(cells);
    if (availability === null || hasExpired(cells.expiration_date, now)) return { kind: 'left_out' };
    if (id === '' || id.length > MOST_ID || FORMULA.test(id)) throw rowFault('id');
    const { make, number, brand } = numberOf(cells);
    return {
      kind: 'item',
      item: {
        item: id,
        make,
        number,
        number_norm: normaliseNumber(number, make),
        title: titleOf(cells, brand),
        condition: conditionOf(cells),
        availability,
        price_cents: priceOf(cells, now),
        shipping_cents: shippingOf(cells.shipping),
        core_charge_cents: coreChargeOf(cells),
        quantity: wholeOf(cells.qty, MOST_PIECES, 'qty'),
        lead_time_days: wholeOf(cells.lead_time_days, MOST_DAYS, 'lead_time_days'),
        side: sideOf(cells),
        link: linkOf(cells.link, website),
      },
    };
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    return { kind: 'bad', item: id === '' ? null : id.slice(0, MOST_ID), reason: error.reason };
  }
}

/** Google's words, those of schema.org (`https://schema.org/InStock`) and what shops write for them; null: not on sale. */
const AVAILABILITY = new Map<string, FeedItem['availability'] | null>([
  ...['instock', 'available', 'instoreonly', 'onlineonly', 'limitedavailability'].map(
    (word) => [word, 'in_stock'] as const,
  ),
  ...['lowstock', 'limitedstock', 'limited'].map((word) => [word, 'in_stock'] as const),
  ...['outofstock', 'oos', 'soldout', 'discontinued', 'unavailable', 'notavailable'].map(
    (word) => [word, null] as const,
  ),
  ...['nla', 'nolongeravailable', 'reserved'].map((word) => [word, null] as const),
  ...['preorder', 'presale'].map((word) => [word, 'preorder'] as const),
  ...['backorder', 'backordered', 'onbackorder', 'madetoorder', 'specialorder'].map(
    (word) => [word, 'backorder'] as const,
  ),
]);

/** A word as it is compared: `https://schema.org/InStock`, `in stock` and `in_stock` are one. */
const bareWord = (text: string | undefined): string =>
  lower(text)
    .replace(/^https?:\/\/schema\.org\//, '')
    .replaceAll(/[\s_-]+/g, '');

/** Null: not on sale now. */
function availabilityOf(cells: FeedCells): FeedItem['availability'] | null {
  const availability = AVAILABILITY.get(bareWord(cells.availability));
  if (availability === undefined) throw rowFault('availability');
  return availability === 'in_stock' && plainLine(cells.qty) === '0' ? null : availability;
}

/** Words that makers' own brands and companies have next to the maker's name. */
const OWN_BRAND =
  /\b(?:genuine|original|oem|oe|factory|parts?|equipment|accessories|motors?|sales|ag|gmbh|inc|llc|ltd|corp(?:oration)?|co(?:mpany)?|group|mobis|(?:of )?(?:(?:north )?america|usa|us))\b|\bu\.s\.(?:a\.)?|^american\b|\bdr\.? ?ing\.?|\bh\.? ?c\.? ?f\.?|[.,&]/gi;

/** Makes that companies own together write numbers of one system: the first of them that we make reports of, null for others. */
function sharedMake(names: readonly string[]): MakeKey | null {
  const makes = names.flatMap((name) => {
    const { key: make_key, name: make } = readMake(name);
    return numberMake({ make, make_key }) ?? [];
  });
  const [family, ...others] = new Set(makes.map(numberFamily));
  if (makes.length < names.length || family === undefined || others.length > 0) return null;
  return names.map((name) => readMake(name).key).find((key) => key !== null) ?? null;
}

/** Names of makes one after another, `Jaguar Land Rover`; none where something else stands between them. */
function makesIn(text: string): string[] {
  const split = splitMake(text);
  if (split === null) return [];
  if (split.rest === '') return [split.spelled];
  const more = makesIn(split.rest);
  return more.length === 0 ? [] : [split.spelled, ...more];
}

/** The make that a text spells, `unsupported` where it is one we make no reports of, null where it is no car maker's name. */
function makeOf(text: string): MakeKey | 'unsupported' | null {
  const bare = text.replaceAll(OWN_BRAND, ' ');
  for (const name of [text, bare, bare.replaceAll(/[/+]|\band\b/gi, ' ')]) {
    const names = makesIn(name.replaceAll(/\s+/g, ' ').trim());
    if (names.length === 1) return readMake(names[0] ?? '').key ?? 'unsupported';
    if (names.length > 1) return sharedMake(names);
  }
  return null;
}

/** The OEM number and its make. An aftermarket brand's own number is none; its brand then goes into the title. */
function numberOf(cells: FeedCells): { make: MakeKey; number: string; brand: string | null } {
  const [stated, mpn] = [plainLine(cells.oem_number), plainLine(cells.mpn)];
  const [brand, named] = [plainLine(cells.brand), plainLine(cells.make)];
  const number = stated || mpn;
  if (number === '') throw rowFault('no_number');
  const ofBrand = brand === '' ? null : makeOf(brand);
  if (stated === '') {
    if (brand === '') throw rowFault('no_make');
    if (ofBrand === null) throw rowFault('aftermarket_number');
  }
  const make = named === '' ? ofBrand : makeOf(named);
  if (make === null && named === '' && brand === '') throw rowFault('no_make');
  if (make === null || make === 'unsupported') throw rowFault('unsupported_make');
  if (!numberFormatOk(make, number)) throw rowFault('number_shape');
  return { make, number: number.toUpperCase(), brand: brand !== '' && ofBrand === null ? brand : null };
}

function titleOf({ title }: FeedCells, brand: string | null): string {
  // A maker's name would be searched for in all of a longer one.
  const told = plainLine(title)
    .replace(FORMULA, '')
    .slice(0, 2 * MOST_TITLE)
    .trim();
  if (told === '') throw rowFault('title');
  const whole =
    brand === null || told.toLowerCase().includes(brand.toLowerCase())
      ? told
      : `${brand.replace(FORMULA, '').trim()} ${told}`;
  return [...whole].slice(0, MOST_TITLE).join('');
}

function conditionOf(cells: FeedCells): FeedItem['condition'] {
  const told = lower(cells.condition);
  // The attribute may be left out of new products.
  if (told === '') return 'new';
  const condition = CONDITIONS.get(
    USED_AND_MORE.test(told) ? 'used' : bareWord(told).replace(/condition$/, ''),
  );
  if (condition === undefined) throw rowFault('condition');
  return condition;
}

/** `Used - Good`, `Recycled, grade A`, `OEM recycled`: how good a used part is, or whose, has no place of its own. */
const USED_AND_MORE = /^(?:(?:oem|genuine|original) )?(?:used|recycled)\b/;
/** Google's words, those of schema.org, and what the parts trade says for them. */
const CONDITIONS = new Map<string, FeedItem['condition']>([
  ...['new', 'brandnew', 'neworiginal', 'newoem', 'oemnew'].map((word) => [word, 'new'] as const),
  ...['used', 'recycled', 'salvage', 'salvaged', 'lkq', 'secondhand', 'preowned', 'usedoem'].map(
    (word) => [word, 'used'] as const,
  ),
  ...['refurbished', 'reconditioned', 'remanufactured', 'reman', 'rebuilt', 'recored'].map(
    (word) => [word, 'refurbished'] as const,
  ),
]);

const SUM = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2}0*)?$/;

/** What is written for US dollars, before or behind the amount. */
const DOLLARS = new Set(['USD', '$', 'US$', 'US $', 'USD$', 'USD $', '$USD', '$US', '$ USD', 'US']);

type Amount = { readonly cents: number; readonly currency: 'usd' | 'other' | null };

/** An amount and its currency: `745.08 USD`, `$1,299.00`, `USD 60`; null where there is none. */
function amountOf(text: string | undefined): Amount | null {
  const written = plainLine(text).toUpperCase();
  const [, before = '', sum = '', after = ''] =
    /^([A-Z]{0,3} ?\p{Sc}?) ?([\d.,]+) ?(\p{Sc}? ?[A-Z]{0,3})$/u.exec(written) ?? [];
  if (!SUM.test(sum)) return null;
  const signs = [before.trim(), after.trim()].filter((sign) => sign !== '');
  const cents = centsFromDollars(Number(sum.replaceAll(',', '')));
  const currency = signs.length === 0 ? null : signs.every((sign) => DOLLARS.has(sign)) ? 'usd' : 'other';
  return cents > MOST_CENTS ? null : { cents, currency };
}

/** US cents of a price; throws for what is none, and for nothing. */
function centsOf(text: string | undefined): number {
  const amount = amountOf(text);
  if (amount === null || amount.cents === 0) throw rowFault('price');
  if (amount.currency === null) throw rowFault('no_currency');
  if (amount.currency === 'other') throw rowFault('other_currency');
  return amount.cents;
}

/** Whether a span of ISO 8601 times, as Google writes it, holds a moment; without one it always does. */
function holdsNow(text: string | undefined, now: Date): boolean {
  const span = plainLine(text);
  if (span === '') return true;
  const [from = Number.NaN, to = Number.NaN] = span.split('/').map((moment) => Date.parse(moment.trim()));
  return from <= now.getTime() && now.getTime() <= to;
}

/** Whether the moment from which a row no longer counts, as Google writes it, is past; what is no date is ignored. */
const hasExpired = (text: string | undefined, now: Date): boolean =>
  Date.parse(plainLine(text)) <= now.getTime();

/** US cents that a buyer pays today: the sale price while it holds, in the price's currency, else the price. */
function priceOf({ price, sale_price, sale_price_effective_date }: FeedCells, now: Date): number {
  if (plainLine(sale_price) === '' || !holdsNow(sale_price_effective_date, now)) return centsOf(price);
  if (plainLine(price) === '') return centsOf(sale_price);
  const regular = centsOf(price);
  const sale = amountOf(sale_price);
  if (sale === null || sale.cents === 0) throw rowFault('price');
  if (sale.currency === 'other') throw rowFault('other_currency');
  return Math.min(sale.cents, regular);
}

const NO_CHARGE = /^(?:none|no|n\/?a|-+)$/i;

/** Null: none is due. Without a currency it is in that of the price, which is US dollars. */
function coreChargeOf({ core_charge, core_price, core_deposit, core }: FeedCells): number | null {
  const charge = [core_charge, core_price, core_deposit, core].find((cell) => plainLine(cell) !== '');
  if (charge === undefined || NO_CHARGE.test(plainLine(charge))) return null;
  const amount = amountOf(charge);
  if (amount === null || amount.currency === 'other') throw rowFault('core_charge');
  return amount.cents || null;
}

/**
 * The cheapest shipping within the whole US: `6.49 USD`, or `country:region:service:price` as often as there are ways. What is of
 * another country, of a region, or not understood is not told: it is no price.
 */
function shippingOf(text: string | undefined): number | null {
  const told = plainLine(text);
  if (told === '') return null;
  const sums = told.split(',').flatMap((way) => {
    const parts = way.split(':').map((part) => part.trim());
    const sum = /^([\d.]+) ?USD$/i.exec(parts.at(-1) ?? '')?.[1];
    if (sum === undefined || !SUM.test(sum)) return [];
    const [country = '', region = ''] = parts.length > 1 ? parts : [];
    return (country === '' || country.toUpperCase() === 'US') && region === ''
      ? [centsFromDollars(Number(sum))]
      : [];
  });
  const least = Math.min(...sums);
  return Number.isFinite(least) && least <= MOST_CENTS ? least : null;
}

function wholeOf(text: string | undefined, most: number, column: 'qty' | 'lead_time_days'): number | null {
  const told = plainLine(text);
  if (told === '') return null;
  const value = /^\d{1,9}$/.test(told) ? Number(told) : Number.NaN;
  if (!(value <= most)) throw rowFault(column);
  return value;
}

const SIDES = new Map<string, FeedItem['side']>([
  ['', null],
  ...['left', 'l', 'lh', 'driver'].map((word) => [word, 'left'] as const),
  ...['right', 'r', 'rh', 'passenger'].map((word) => [word, 'right'] as const),
]);
function sideOf(cells: FeedCells): FeedItem['side'] {
  const side = SIDES.get(lower(cells.side));
  if (side === undefined) throw rowFault('side');
  return side;
}

function linkOf(text: string | undefined, website: string): string {
  const url = URL.parse(plainLine(text));
  if (url?.protocol !== 'https:' || url.href.length > MOST_LINK) throw rowFault('link');
  if (!leadsToSite(url.href, website)) throw rowFault('other_site');
  return url.href;
}
