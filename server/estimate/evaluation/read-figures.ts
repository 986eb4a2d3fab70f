import { parse } from 'csv-parse/sync';
import { readAuctionLink } from '../../../contract/auction-link.ts';

/** A file of lots or costs that does not hold what it should: names the file and each bad row. */
export class FiguresFault extends Error {}

export type ListedLot = {
  readonly listed: Readonly<Record<string, unknown>>;
  readonly keys: readonly string[];
};

const MOST_NAMED = 10;

function throwFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length > MOST_NAMED ? [`and ${faults.length - MOST_NAMED} more bad rows`] : [];
  throw new FiguresFault([...faults.slice(0, MOST_NAMED), ...more].join('\n'));
}

/** How an id, lot number or link is compared: links of one lot by site and lot number, the rest as written. */
function keyOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  const reading = /[/.]/.test(text) ? readAuctionLink(text) : null;
  if (reading?.ok === true) return JSON.stringify(reading.link);
  return text === '' ? null : text.toLowerCase();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Lots in the form of `estimate-lots`, known by id, lot_number or link. Throws FiguresFault where a line is no JSON object,
 * names no lot, or names one that an earlier line has.
 */
export function readLots(file: string, text: string): ListedLot[] {
  const faults: string[] = [];
  const lineOf = new Map<string, number>();
  const lots: ListedLot[] = [];
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const place = `${file}, line ${at + 1}`;
    let listed: unknown = null;
    try {
      listed = JSON.parse(line);
    } catch {
      listed = null;
    }
    if (!isObject(listed)) {
      faults.push(`${place}: not a JSON object`);
      continue;
    }
    const named = [listed.id, listed.lot_number, listed.link, listed.url].map(keyOf);
    const keys = [...new Set(named.filter((key) => key !== null))];
    const [twice] = keys.filter((key) => lineOf.has(key));
    if (keys.length === 0) faults.push(`${place}: no id, lot_number or link`);
    else if (twice !== undefined) faults.push(`${place}: the same lot as line ${lineOf.get(twice)}`);
    for (const key of keys) lineOf.set(key, at + 1);
    lots.push({ listed, keys });
  }
  throwFaults(faults);
  return lots;
}

const KEY_COLUMNS = ['id', 'lot', 'lot_number', 'link', 'url'];

/** US dollars of `12345.67` or `$12,345.67`; null for anything else, and for nothing or less. */
function dollarsOf(text: string): number | null {
  const plain = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d{1,2})?$/.exec(text.trim());
  const dollars = plain ? Number(`${plain[1]?.replaceAll(',', '')}${plain[2] ?? ''}`) : 0;
  return dollars > 0 ? dollars : null;
}

/**
 * What repairs cost, US dollars by lot: a CSV with the column cost and one of id, lot, lot_number, link, url. Throws
 * FiguresFault naming file and row: a column missing, no lot, no positive cost, the same lot twice.
 */
export function readCosts(file: string, text: string): Map<string, number> {
  let rows: { record: Record<string, string>; info: { lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      info: true,
      skip_empty_lines: true,
      relax_column_count_less: true,
    });
  } catch (error) {
    throw new FiguresFault(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
  const [first] = rows;
  if (!first) throw new FiguresFault(`${file}: no rows under a header`);
  const column = KEY_COLUMNS.find((name) => Object.hasOwn(first.record, name));
  if (column === undefined || !Object.hasOwn(first.record, 'cost'))
    throw new FiguresFault(`${file}, line 1: needs a column cost and one of ${KEY_COLUMNS.join(', ')}`);
  const faults: string[] = [];
  const costs = new Map<string, number>();
  for (const { record, info } of rows) {
    const place = `${file}, line ${info.lines}`;
    const key = keyOf(record[column]);
    const cost = dollarsOf(record.cost ?? '');
    if (key === null) faults.push(`${place}: no ${column}`);
    else if (costs.has(key)) faults.push(`${place}: ${record[column]} stands there twice`);
    else if (cost === null)
      faults.push(`${place}: cost “${record.cost ?? ''}” is no amount of dollars above 0`);
    else costs.set(key, cost);
  }
  throwFaults(faults);
  return costs;
}
