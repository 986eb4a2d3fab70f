import { Parser } from 'htmlparser2';
import { type FeedProblem, MOST_FEED_ROWS } from '../../../contract/partners/feed.ts';
import { CsvFault, csvRecords } from '../../data-tables/csv-records.ts';
import { type FeedRow, isShopify, SHOPIFY_COLUMNS, shopifyRows, type TakeRow } from './shopify-rows.ts';

/** The file as a whole can't be taken. */
export class FeedFault extends Error {
  readonly problem: FeedProblem;
  constructor(problem: FeedProblem) {
    super(problem);
    this.problem = problem;
  }
}

const REQUIRED = ['id', 'title', 'link', 'price', 'availability'];
/** All that is read of a feed. */
const COLUMNS = new Set([
  ...REQUIRED,
  'brand',
  'mpn',
  'condition',
  'shipping',
  'oem_number',
  'make',
  'side',
  'sale_price',
  'sale_price_effective_date',
  'expiration_date',
  'lead_time_days',
  'core_charge',
  'core_price',
  'core_deposit',
  'core',
  'qty',
]);

/** `g:Core Charge` and `core_charge` are one column. */
const columnName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s-]+/g, '_');

/**
 * Hands over each row of a feed: Google Merchant product data as a table or as RSS or Atom, or a Shopify product export, whose links
 * stand on `website`. Throws FeedFault where the file as a whole can't be taken.
 */
export function eachFeedRow(bytes: Uint8Array, website: string, take: TakeRow): void {
  const text = decode(bytes);
  if (/^\s*</.test(text)) eachXmlItem(text, take);
  else eachTableRow(text, website, take);
}

/** UTF-8, UTF-16 by its mark, else as spreadsheets of Windows save. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Every text has no NUL, every packed or office file has.
    if (bytes.includes(0)) throw new FeedFault('unreadable');
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The longest text of a field that is read; descriptions are not. */
const MOST_TEXT = 4_000;

function eachTableRow(text: string, website: string, take: TakeRow): void {
  let read: (row: FeedRow) => void = take;
  let header: { width: number; places: readonly (readonly [name: string, at: number])[] } | null = null;
  try {
    for (const { row, cells } of csvRecords(text)) {
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (header === null) {
        const names = cells.map(columnName);
        if (!isShopify(names)) requireColumns(names);
        else read = shopifyRows(website, take);
        // Of a hundred thousand columns only these are looked up in each row.
        const known = [...COLUMNS, ...SHOPIFY_COLUMNS].map(
          (name) => [name, names.lastIndexOf(name)] as const,
        );
        header = { width: names.length, places: known.filter(([, at]) => at >= 0) };
        continue;
      }
      if (row - 1 > MOST_FEED_ROWS) throw new FeedFault('too_many_rows');
      const fault = cells.slice(header.width).some((cell) => cell.trim() !== '');
      read({
        row,
        fault,
        cells: Object.fromEntries(header.places.map(([name, at]) => [name, cells[at]?.slice(0, MOST_TEXT)])),
      });
    }
  } catch (error) {
    if (error instanceof CsvFault) throw new FeedFault('unreadable');
    throw error;
  }
  if (header === null) throw new FeedFault('unreadable');
}

function requireColumns(header: readonly string[]): void {
  const has = (name: string): boolean => header.includes(name);
  // Of some other text, whatever it is, not even one is there.
  if (!REQUIRED.some(has)) throw new FeedFault('unreadable');
  const numbered = (has('mpn') && has('brand')) || (has('oem_number') && (has('make') || has('brand')));
  if (!REQUIRED.every(has) || !numbered) throw new FeedFault('missing_columns');
}

/** Elements of a feed that stand inside each other; real ones are five deep. The parser searches all that are open at each tag. */
const DEEPEST = 40;
/** Ways of shipping of one item that are read (judgement). */
const MOST_WAYS = 200;

/** Items of RSS and entries of Atom. Own entities of a document are never opened. */
function eachXmlItem(text: string, take: TakeRow): void {
  let row = 0;
  let open = 0;
  let cells: Record<string, string> | null = null;
  /** How deep inside the item, and the field open there. */
  let depth = 0;
  let field: string | null = null;
  let shipping: Record<string, string> = {};
  let ways: string[] = [];
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        open += 1;
        if (open > DEEPEST) throw new FeedFault('unreadable');
        const name = columnName(tag);
        if (cells === null) {
          if (name !== 'item' && name !== 'entry') return;
          row += 1;
          if (row > MOST_FEED_ROWS) throw new FeedFault('too_many_rows');
          cells = {};
          ways = [];
          depth = 0;
          return;
        }
        depth += 1;
        if (depth === 1) {
          field = COLUMNS.has(name) ? name : null;
          if (name === 'shipping') shipping = {};
          if (
            name === 'link' &&
            attributes.href !== undefined &&
            (attributes.rel ?? 'alternate') === 'alternate'
          )
            cells.link = attributes.href;
        } else if (depth === 2 && field !== null) field = field === 'shipping' ? `shipping.${name}` : null;
      },
      ontext(piece) {
        if (cells === null || field === null) return;
        const [into, name] = field.startsWith('shipping.')
          ? [shipping, field.slice('shipping.'.length)]
          : [cells, field];
        // An address told as an attribute stays.
        if (name === 'link' && (cells.link ?? '') !== '' && piece.trim() === '') return;
        const before = into[name] ?? '';
        if (before.length < MOST_TEXT) into[name] = before + piece.slice(0, MOST_TEXT);
      },
      onclosetag(tag) {
        open -= 1;
        if (cells === null) return;
        if (depth === 0) {
          const given = cells;
          const told = given.shipping?.trim();
          if (ways.length > 0) given.shipping = [...(told ? [told] : []), ...ways].join(',');
          cells = null;
          take({ row, fault: false, cells: given });
          return;
        }
        depth -= 1;
        if (depth === 1) field = field?.startsWith('shipping.') ? 'shipping' : field;
        else if (depth === 0) {
          if (columnName(tag) === 'shipping' && shipping.price !== undefined) {
            const { country = '', region = '', service = '', price } = shipping;
            const way = [country, region, service.replaceAll(/[:,]/g, ' '), price].join(':');
            if (ways.length < MOST_WAYS) ways.push(way);
          }
          field = null;
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  if (row === 0) throw new FeedFault('unreadable');
}
