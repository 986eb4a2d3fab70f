import { type LotFacts, mergeFacts, NO_FACTS } from '../auction-site.ts';
import { attributeOf, type Element, type HtmlPage, hasClass, rawText, textIn } from '../page/html-page.ts';
import { jsonAfter } from '../page/json-values.ts';
import { firstOf, type LabelValues, readLabels, type Shapes } from '../page/label-value-text.ts';
import type { CarMarks } from '../page/listed-cars.ts';
import {
  airbagsOf,
  auctionTime,
  dollarsOf,
  keysOf,
  odometerFromText,
  runConditionOf,
  saleDateOf,
  textOf,
  vinOf,
  wordsOf,
} from '../page/listing-values.ts';
import { jsonOf } from '../page/parsed-page.ts';
import { isVehicleTitle, readVehicleTitle } from '../page/vehicle-title.ts';
import { type PhotoKey, photoKeyOf } from './images.ts';
import { ALL_LABELS, LABELS } from './labels.ts';
import { labelMarket } from './market.ts';

/** What an IAAI lot page shows people, and where its data stands. */

/** What the values of some labels look like, whatever else bears the same words. */
const SHAPES: Shapes = Object.fromEntries([
  ...LABELS.stock.map((label) => [label, /\d{3}/]),
  ...LABELS.vin.map((label) => [label, /\d|\*/]),
  ...LABELS.odometer.map((label) => [label, /\d|exempt|actual|unknown|inconnu|inoperable|mechanical/i]),
]);

/** `Stock #: 12071604`, or the number on the line after its label. */
function numberAt(lines: readonly string[], index: number): string | null {
  const [, here, label] =
    /^(?:(?:stock|(?:no|n°|numéro) de stock)\s*(?:#|number|no\.?)?\s*:?\s*)(?:#?\s*(\w{4,14})|(#?))$/i.exec(
      lines[index] ?? '',
    ) ?? [];
  return label === undefined ? numbered(here) : numbered(lines[index + 1]);
}

const numbered = (text: string | undefined): string | null =>
  /\d{3}/.test(text ?? '') ? (/^#?\s*(\w{4,14})$/.exec(text ?? '')?.[1] ?? null) : null;

/** What tells one car of a search page or watch list from the next. */
export const IAAI_CARS: CarMarks = {
  labels: ALL_LABELS,
  shapes: SHAPES,
  once: [...LABELS.odometer, ...LABELS.primary],
  numberAt,
};

export type IaaiPageReading = {
  stockNumber: string | null;
  kind: string | null;
  facts: LotFacts;
  labelled: number;
};

/** The view model of a lot page, or undefined. Attribute order varies; the script is known by its id. */
export function viewModelOf(html: HtmlPage, source: string): unknown {
  const script =
    html.byId('ProductDetailsVM') ??
    html.elements.find((element) => /^productdetailsvm$/i.test(attributeOf(element, 'id') ?? ''));
  const json = script ? jsonOf(rawText(script).trim() || textIn(script)) : undefined;
  return json ?? wrapped(source, 'inventoryView');
}

function wrapped(source: string, key: string): unknown {
  const found = jsonAfter(source, key);
  return found === undefined ? undefined : { [key]: found };
}

/** What the visible lines of a lot page say. */
export function iaaiLines(lines: readonly string[]): IaaiPageReading {
  const read = readLabels(lines, ALL_LABELS, SHAPES);
  const make = firstOf(read, ...LABELS.make);
  // A make nobody knows is known by the page's own label.
  const isTitle = (line: string): boolean =>
    isVehicleTitle(line) ||
    (make !== null &&
      /^(19|20)\d{2} /.test(line) &&
      line.slice(5).toLowerCase().startsWith(`${make.toLowerCase()} `));
  return readingFrom(read, lines.find((line) => line.length < 100 && isTitle(line)) ?? null, lines);
}

/** What the label and value elements of a lot page say, its lines filling the gaps. */
export function iaaiHtml(html: HtmlPage, lines: readonly string[]): IaaiPageReading {
  const pairs = labelElements(html);
  const heading =
    html
      .byTag('h1')
      .map((element) => textIn(element))
      .find(isVehicleTitle) ?? null;
  const listed = readingFrom((label) => pairs.get(plain(label)) ?? null, heading, []);
  const shown = iaaiLines(lines);
  return {
    stockNumber: listed.stockNumber ?? shown.stockNumber,
    kind: listed.kind ?? shown.kind,
    facts: mergeFacts([listed.facts, shown.facts]),
    labelled: listed.labelled + shown.labelled,
  };
}

const plain = (text: string): string =>
  text
    .slice(0, LONGEST_LABEL)
    .toLowerCase()
    .replace(/[:\s]+$/, '');
const LONGEST_LABEL = 100;

const ONE_OF = new Set([...LABELS.stock, ...LABELS.vin].map(plain));

/** `.data-list__label` with the `.data-list__value` after it; a hidden input may stand between. */
function labelElements(html: HtmlPage): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const label of html.byClass('data-list__label')) {
    const value = valueAfter(label);
    const name = plain(textIn(label));
    if (value === null) continue;
    const known = pairs.get(name);
    // A car has one number: a second one makes the page a list.
    if (known !== undefined && known !== textIn(value) && ONE_OF.has(name)) return new Map();
    if (known === undefined) pairs.set(name, textIn(value));
  }
  return pairs;
}

function valueAfter(label: Element): Element | null {
  let next = label.next;
  for (let steps = 0; next && steps < 12; steps += 1) {
    if ('attribs' in next && hasClass(next, 'data-list__value')) return next;
    if ('attribs' in next && hasClass(next, 'data-list__label')) return null;
    next = next.next;
  }
  return null;
}

/** Labels that other pages have too: they make no lot page. */
const OF_SALE: ReadonlySet<string> = new Set(['saleName', 'bid', 'ask']);

function readingFrom(read: LabelValues, name: string | null, lines: readonly string[]): IaaiPageReading {
  const get = (field: keyof typeof LABELS): string | null => firstOf(read, ...LABELS[field]);
  const model = textOf(get('model'));
  const named = readVehicleTitle(name, model);
  const odometer = odometerFromText(get('odometer'));
  // Kilometres are read in Canada, where amounts are in its dollars unless they say otherwise.
  const dollars = (text: string | null) =>
    odometer.odometer?.unit === 'km' && !/USD/i.test(text ?? '') ? null : dollarsOf(text);
  const stockNumber = /^#?\s*(\w{4,14})$/.exec(textOf(get('stock')) ?? '')?.[1] ?? null;
  const facts: LotFacts = {
    ...NO_FACTS,
    ...named,
    trim: textOf(get('series')) ?? named.trim,
    lot_number: stockNumber,
    vin: vinOf(get('vin')),
    body_style: textOf(get('body')),
    ...odometer,
    primary_damage: wordsOf(get('primary')),
    secondary_damage: wordsOf(get('secondary')),
    loss_type: textOf(get('loss')),
    run_condition: runConditionOf(get('start')),
    keys: keysOf(get('keys')),
    airbags: airbagsOf(get('airbags')),
    title: textOf(get('title')),
    engine: textOf(get('engine')),
    drive: textOf(get('drive')),
    transmission: textOf(get('transmission'))?.replace(/ transmission$/i, '') ?? null,
    fuel: textOf(get('fuel')),
    color: textOf(get('colors')?.split('/', 1)[0] ?? null),
    retail_value: dollars(get('acv')),
    seller_repair_cost: dollars(get('repair')),
    sale_date: auctionTime(get('sale')) ?? saleDateOf(get('sale')),
    location: textOf(get('branch')),
    seller: textOf(get('seller')),
    ...labelMarket({ sale: get('sale'), saleName: get('saleName'), bid: get('bid'), ask: get('ask') }, lines),
  };
  const told = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter(
    (field) => !OF_SALE.has(field) && get(field) !== null,
  );
  return { stockNumber, kind: textOf(get('kind')), facts, labelled: told.length };
}

/** The links to lots whose text names a car, each lot's first, in the page's order. */
export function lotLinks(html: HtmlPage): { salvageId: string; title: string }[] {
  const links = new Map<string, string>();
  for (const anchor of html.byTag('a')) {
    const id = /\/vehicledetails?\/(\w{4,24})(?:[~/?#]|$)/i.exec(attributeOf(anchor, 'href') ?? '')?.[1];
    const title = id === undefined || links.has(id) ? '' : textIn(anchor);
    if (id !== undefined && isVehicleTitle(title)) links.set(id, title);
  }
  return [...links].map(([salvageId, title]) => ({ salvageId, title }));
}

/** Photo keys in the addresses of a page's pictures, in order. */
export function pagePhotoKeys(html: HtmlPage): PhotoKey[] {
  return [...html.byTag('img'), ...html.byTag('source'), ...html.byTag('a'), ...html.byTag('div')].flatMap(
    (element) =>
      Object.values(element.attribs)
        .filter((value) => /^https:\/\/[\w.]*iaai\.com\/[^\s]{0,60}imagekeys?=/i.test(value))
        .flatMap((value) => photoKeyOf(value, null, null) ?? []),
  );
}
