import { z } from 'zod';
import { DATE_UNKNOWN } from '../../../contract/report-view/source-date.ts';
import { type NumberMake, numberMake } from '../../../contract/vehicles/makes.ts';
import { CURRENCY_SIGNS, currencyIn } from '../../data-tables/amount-currency.ts';
import { amountIn, type DecimalStyle } from '../../data-tables/decimal-style.ts';
import { readMake } from '../../vehicles/makes.ts';
import { modelKey } from '../../vehicles/model-key.ts';
import { listedMake } from '../../vehicles/models.ts';
import { normaliseNumber, numberFormatOk } from '../merge/number-format.ts';

/** A row that may be stored. Prices in the row's own currency; `name` and `notes` as the source writes them. */
export type ImportRow = {
  make: NumberMake;
  model: string;
  model_key: string;
  year_from: number;
  year_to: number;
  /** Upper case; `*` stands for any character. */
  vin_prefix: string | null;
  part_group: string;
  number: string;
  number_norm: string;
  name: string;
  side: string | null;
  position: string | null;
  quantity: number | null;
  notes: string | null;
  price: number | null;
  currency: string | null;
  supplier_url: string | null;
  source: string;
  licence: string | null;
  /** ISO date of the source; null unknown. */
  dated: string | null;
};

/** Column name → cell as written; a missing cell is undefined or empty. */
export type ImportCells = Readonly<Record<string, string | undefined>>;

/** Why a row is refused, for the import report. */
export class ImportRowFault extends Error {}

/**
 * One row checked and brought into the stored form.
 * @param style How the file's price column writes its amounts.
 * @throws {ImportRowFault} with the first reason to refuse the row.
 */
export function readImportRow(cells: ImportCells, defaultSource: string, style: DecimalStyle): ImportRow {
  const optional = (column: string): string | null => cells[column]?.replace(/\s+/g, ' ').trim() || null;
  const required = (column: string): string => {
    const value = optional(column);
    if (value === null) throw new ImportRowFault(`${column} is missing`);
    return value;
  };
  const makeText = required('make');
  const { key: make_key, name: makeName } = readMake(makeText);
  const make = numberMake({ make: makeName, make_key });
  if (make === null) throw new ImportRowFault(`make "${makeText}" is not a supported make`);
  const model = required('model');
  const key = modelKey(listedMake(make), model);
  if (key === '') throw new ImportRowFault(`model "${model}" has neither letters nor digits`);
  const yearFrom = yearOf('year_from', required('year_from'));
  const yearTo = yearOf('year_to', required('year_to'));
  if (yearTo < yearFrom) throw new ImportRowFault(`year_to ${yearTo} is before year_from ${yearFrom}`);
  const number = required('number');
  if (!numberFormatOk(make, number))
    throw new ImportRowFault(`number "${number}" has not the shape of a ${makeName} number`);
  const { name, option } = nameOf(required('name'));
  return {
    make,
    model,
    model_key: key,
    year_from: yearFrom,
    year_to: yearTo,
    vin_prefix: vinPrefixOf(optional('vin_prefix')),
    part_group: required('group'),
    number,
    number_norm: normaliseNumber(number, make),
    name,
    side: optional('side'),
    position: optional('position'),
    quantity: quantityOf(optional('qty')),
    notes: [optional('notes'), option].filter((note) => note !== null).join('; ') || null,
    price: priceOf(optional('price'), style),
    currency: currencyOfRow(optional('currency'), optional('price')),
    supplier_url: webAddressOf(optional('supplier_url')),
    source: optional('source') ?? defaultSource,
    licence: optional('licence'),
    dated: dayOf(optional('dated')),
  };
}

function yearOf(column: string, text: string): number {
  const year = /^\d{4}(?:\.0+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(year >= 1950 && year <= 2100)) throw new ImportRowFault(`${column} "${text}" is not a year`);
  return year;
}

/** Some listings put the option code after a written-out line break: `FASCIA KIT\n … {LUX}`. */
function nameOf(text: string): { name: string; option: string | null } {
  const [name = '', ...rest] = text.split('\\n');
  const option = rest.join(' ').replace(/\s+/g, ' ').trim() || null;
  if (name.trim() === '') throw new ImportRowFault('name is missing');
  return { name: name.trim(), option };
}

function vinPrefixOf(text: string | null): string | null {
  if (text === null) return null;
  const bare = text.toUpperCase().replace(/[\s-]/g, '');
  const prefix = bare.slice(0, 17).replace(/\*+$/, '');
  if (bare.length > 17 || !/^[A-HJ-NPR-Z0-9*]{3,17}$/.test(prefix))
    throw new ImportRowFault(`vin_prefix "${text}" is not the start of a VIN`);
  return prefix;
}

/** Pieces, also as `2 pcs` or `2.0`; null (unknown) for nothing and 0. */
function quantityOf(text: string | null): number | null {
  if (text === null) return null;
  const digits = /^(\d{1,6})(?:[.,]0+)? ?(?:x|pcs?\.?|pieces?|ea\.?|each|st\.?|stk\.?|stück)?$/i.exec(
    text,
  )?.[1];
  if (digits === undefined) throw new ImportRowFault(`qty "${text}" is not a number of pieces`);
  return Number(digits) || null;
}

/** What people write where they give no price. */
const NO_PRICE =
  /^(?:-+|–|—|n\.?\/?a\.?|none|null|tbd|tba|poa|por|ask|call|(?:call|ask) for price|(?:price )?on request|(?:preis )?auf anfrage|(?:prix )?sur demande|unknown)$/i;

/** Null (unknown) for nothing, words that say so, 0, and 1, which dealers write where they have no price. */
function priceOf(text: string | null, style: DecimalStyle): number | null {
  if (text === null || NO_PRICE.test(text)) return null;
  const price = amountIn(style, text);
  if (price === null)
    throw new ImportRowFault(
      `price "${text}" can’t be read: the file’s prices are written like ${style === 'comma' ? '1.234,56' : '1,234.56'}`,
    );
  return price === 0 || price === 1 ? null : price;
}

function currencyOf(text: string | null): string | null {
  if (text === null) return null;
  const code = CURRENCY_SIGNS.get(text.toUpperCase()) ?? text.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw new ImportRowFault(`currency "${text}" is not a three-letter code`);
  return code;
}

/** The currency of its column, else the one that stands with the price. */
function currencyOfRow(column: string | null, price: string | null): string | null {
  const [stated, written] = [currencyOf(column), currencyIn(price)];
  if (stated !== null && written !== null && stated !== written)
    throw new ImportRowFault(`price "${price}" is not in the row’s currency ${stated}`);
  return stated ?? written;
}

/** The day the source said so; files may say in words that it is unknown. */
function dayOf(text: string | null): string | null {
  if (text === null || text.toLowerCase() === DATE_UNKNOWN) return null;
  if (!z.iso.date().safeParse(text).success)
    throw new ImportRowFault(`dated "${text}" is neither a day like 2026-01-31 nor "${DATE_UNKNOWN}"`);
  return text;
}

/** Only web addresses: the link is shown to people. */
function webAddressOf(text: string | null): string | null {
  if (text === null) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ImportRowFault(`supplier_url "${text.slice(0, 60)}" is not a web address`);
  return text;
}
