import { type LotFacts, mergeFacts, NO_FACTS } from '../auction-site.ts';
import { attributeOf, type Element, type HtmlPage, hasClass, rawText, textIn } from '../page/html-page.ts';
import { jsonAfter } from '../page/json-values.ts';
import { firstOf, type LabelValues, readLabels, type Shapes } from '../page/label-value-text.ts';
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

/** What an IAAI lot page shows people, and where its data stands. */

const LABELS = {
  stock: ['Stock #', 'Stock', 'Stock Number', 'Stock No'],
  branch: ['Selling Branch', 'Branch'],
  vin: ['VIN (Status)', 'VIN'],
  loss: ['Loss', 'Type of Loss'],
  primary: ['Primary Damage'],
  secondary: ['Secondary Damage'],
  title: ['Title/Sale Doc', 'Title/Sale Document', 'Title'],
  start: ['Start Code'],
  keys: ['Key', 'Keys', 'Key/Fob'],
  odometer: ['Odometer'],
  airbags: ['Airbags'],
  kind: ['Vehicle'],
  body: ['Body Style'],
  engine: ['Engine'],
  transmission: ['Transmission'],
  drive: ['Drive Line Type', 'Drive Line', 'Drive Type'],
  fuel: ['Fuel Type', 'Fuel'],
  colors: ['Exterior/Interior', 'Exterior'],
  model: ['Model'],
  series: ['Series'],
  sale: ['Auction Date and Time', 'Auction Date', 'Sale Date'],
  acv: ['Actual Cash Value'],
  repair: ['Estimated Repair Cost'],
  seller: ['Seller'],
} as const;
const OTHERS = [
  'Cylinders',
  'Restraint System',
  'Options',
  'Manufactured In',
  'Vehicle Class',
  'Lane/Run #',
  'Aisle/Stall',
  'Vehicle Location',
  'Provider',
  'Seller Type',
  'Highlights',
  'Missing Components',
];
const ALL_LABELS = [...Object.values(LABELS).flat(), ...OTHERS];

/** What the values of some labels look like, whatever else bears the same words. */
const SHAPES: Shapes = Object.fromEntries([
  ...LABELS.stock.map((label) => [label, /\d{3}/]),
  ...LABELS.vin.map((label) => [label, /\d|\*/]),
  ...LABELS.odometer.map((label) => [label, /\d|exempt|actual|unknown|inoperable|mechanical/i]),
]);

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
export const iaaiLines = (lines: readonly string[]): IaaiPageReading =>
  readingFrom(
    readLabels(lines, ALL_LABELS, SHAPES),
    lines.find((line) => line.length < 100 && isVehicleTitle(line)) ?? null,
  );

/** What the label and value elements of a lot page say, its lines filling the gaps. */
export function iaaiHtml(html: HtmlPage, lines: readonly string[]): IaaiPageReading {
  const pairs = labelElements(html);
  const heading =
    html
      .byTag('h1')
      .map((element) => textIn(element))
      .find(isVehicleTitle) ?? null;
  const listed = readingFrom((label) => pairs.get(plain(label)) ?? null, heading);
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

/** `.data-list__label` with the `.data-list__value` after it; a hidden input may stand between. */
function labelElements(html: HtmlPage): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const label of html.byClass('data-list__label')) {
    const value = valueAfter(label);
    const name = plain(textIn(label));
    if (value !== null && !pairs.has(name)) pairs.set(name, textIn(value));
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

function readingFrom(read: LabelValues, name: string | null): IaaiPageReading {
  const get = (field: keyof typeof LABELS): string | null => firstOf(read, ...LABELS[field]);
  const model = textOf(get('model'));
  const named = readVehicleTitle(name, model);
  const stockNumber = /^#?\s*(\w{4,14})$/.exec(textOf(get('stock')) ?? '')?.[1] ?? null;
  const facts: LotFacts = {
    ...NO_FACTS,
    ...named,
    trim: textOf(get('series')) ?? named.trim,
    lot_number: stockNumber,
    vin: vinOf(get('vin')),
    body_style: textOf(get('body')),
    ...odometerFromText(get('odometer')),
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
    retail_value: dollarsOf(get('acv')),
    seller_repair_cost: dollarsOf(get('repair')),
    sale_date: auctionTime(get('sale')) ?? saleDateOf(get('sale')),
    location: textOf(get('branch')),
    seller: textOf(get('seller')),
  };
  const told = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter((field) => get(field) !== null);
  return { stockNumber, kind: textOf(get('kind')), facts, labelled: told.length };
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
