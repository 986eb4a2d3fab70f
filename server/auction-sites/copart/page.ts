import type { LotImage } from '../../../contract/schemas/lot.ts';
import { US_STATES } from '../../../contract/us-states.ts';
import { type LotFacts, lotImage, mergeFacts, NO_FACTS } from '../auction-site.ts';
import { allWithin, attributeOf, type Element, type HtmlPage, hasClass, textIn } from '../page/html-page.ts';
import { firstOf, type LabelValues, readLabels, type Shapes } from '../page/label-value-text.ts';
import type { CarMarks } from '../page/listed-cars.ts';
import {
  dollarsOf,
  keysOf,
  odometerFromText,
  odometerOf,
  runConditionOf,
  saleDateOf,
  textOf,
  vinOf,
  wordsOf,
} from '../page/listing-values.ts';
import { isVehicleTitle, readVehicleTitle } from '../page/vehicle-title.ts';
import { shownMarket } from './market.ts';

/** What a Copart lot page shows people: the filled-in page and its visible text. */

/** Labels of the page in both layouts and in Russian; several spellings of one thing stand together. */
const LABELS = {
  number: ['Lot number', 'Lot #', 'Lot', 'Номер лота'],
  vin: ['VIN', 'VIN #', 'Номер VIN'],
  title: ['Title code', 'Код свидетельства о праве собственности', 'Title', 'Doc type', 'Sale title'],
  odometer: ['Odometer', 'Mileage', 'Одометр'],
  primary: ['Primary damage', 'Основное повреждение'],
  secondary: ['Secondary damage', 'Вторичное повреждение'],
  retail: ['Estimated retail value', 'Est. retail value', 'Retail value', 'Actual cash value'],
  repair: ['Repair cost', 'Estimated repair cost', 'Est. repair cost'],
  cylinders: ['Cylinders', 'Цилиндры'],
  color: ['Color', 'Exterior color', 'Цвет'],
  engine: ['Engine type', 'Engine', 'Тип двигателя'],
  transmission: ['Transmission', 'Передача'],
  drive: ['Drivetrain', 'Drive', 'Drive line type', 'Привод'],
  fuel: ['Fuel', 'Fuel type', 'Топливо'],
  body: ['Body style'],
  kind: ['Vehicle type', 'Классификация ТС'],
  keys: ['Has key', 'Keys', 'Key', 'Ключи'],
  highlights: ['Highlights', 'Основные моменты'],
  notes: ['Notes', 'Special note'],
  seller: ['Seller'],
  location: ['Location', 'Sale location', 'Vehicle location'],
  saleDate: ['Sale date', 'Auction date'],
  bid: ['Current bid', 'High bid', 'Текущая ставка'],
  ask: ['Buy it now price', 'Buy it now', 'Buy now price'],
  increment: ['Bidding increment', 'Bid increment'],
  starting: ['Starting bid'],
  minimum: ['Minimum bid'],
  status: ['Sale status'],
  countdown: ['Auction countdown', 'Time left'],
} as const;
/** Labels that other pages have too: they make no lot page. */
const OF_SALE: ReadonlySet<string> = new Set([
  ...['bid', 'ask', 'increment', 'starting', 'minimum', 'status', 'countdown'],
]);
/** Labels beyond those we read, so that they are not taken for values. */
const OTHERS = ['Lane/item/grid row', 'Last updated', 'Sale name', 'Item number', 'Bid status'];
const ALL_LABELS = [...Object.values(LABELS).flat(), ...OTHERS];

/** What the values of some labels look like, whatever else bears the same words. */
const SHAPES: Shapes = Object.fromEntries([
  ...LABELS.number.map((label) => [label, /^#?\s*\d{6,9}$/]),
  ...LABELS.vin.map((label) => [label, /\d|\*/]),
  ...LABELS.odometer.map((label) => [label, /\d|exempt|not actual|unknown|not required/i]),
  // The buttons of the page have the same words.
  ...LABELS.ask.map((label) => [label, /\d/]),
  ...LABELS.minimum.map((label) => [label, /\d|met/i]),
  ...LABELS.bid.map((label) => [label, /\d|no bids/i]),
]);

/** The Angular layout's own names for its values; a value's element may be an input or hold the text. */
const UNAMES: Record<string, keyof typeof LABELS> = {
  lotdetailtitledescriptionvalue: 'title',
  lotdetailodometervalue: 'odometer',
  lotdetailprimarydamagevalue: 'primary',
  lotdetailsecondarydamagevalue: 'secondary',
  lotdetailestimatedretailvalue: 'retail',
  lotdetailrepaircostvalue: 'repair',
  lotdetailcylindervalue: 'cylinders',
  lotdetailbodystylevalue: 'body',
  lotdetailcolorvalue: 'color',
  lotdetailenginetype: 'engine',
  drivervalue: 'drive',
  lotdetailfuelvalue: 'fuel',
  lotdetailkeyvalue: 'keys',
  lotdetailnotesvalue: 'notes',
  lotdetailsellervalue: 'seller',
  lotdetailsaleinformationlocationvalue: 'location',
  lotdetailsaleinformationsaledatevalue: 'saleDate',
};

export type CopartPageReading = {
  number: string | null;
  facts: LotFacts;
  kind: string | null;
  labelled: number;
};

/** What the visible lines of a lot page say. `labelled` counts the labels found: none means it is no lot page. */
export function copartLines(lines: readonly string[]): CopartPageReading {
  return readingFrom(readLabels(lines, ALL_LABELS, SHAPES), nameIn(lines), lines);
}

/** What the elements of a lot page say, its visible lines filling the gaps. */
export function copartHtml(html: HtmlPage, lines: readonly string[]): CopartPageReading {
  const byUname = unameValues(html);
  const heading =
    html
      .byTag('h1')
      .map((element) => textIn(element))
      .find(isVehicleTitle) ?? null;
  const named = readingFrom((label) => byUname.get(label) ?? null, heading ?? titleName(html), lines);
  const shown = copartLines(lines);
  const facts = mergeFacts([named.facts, shown.facts]);
  return {
    number: elementNumber(html) ?? shown.number,
    facts: { ...facts, vin: facts.vin ?? maskedVin(html), images: pagePhotos(html) },
    kind: named.kind ?? shown.kind,
    labelled: named.labelled + shown.labelled,
  };
}

function readingFrom(read: LabelValues, name: string | null, lines: readonly string[]): CopartPageReading {
  const get = (field: keyof typeof LABELS): string | null => firstOf(read, ...LABELS[field]);
  const odometer = withNote(inMilesHere(odometerFromText(get('odometer')), lines), get('notes'));
  const facts: LotFacts = {
    ...NO_FACTS,
    ...readVehicleTitle(name),
    vin: vinOf(get('vin')),
    body_style: bodyOf(get('body')),
    ...odometer,
    primary_damage: wordsOf(get('primary')),
    secondary_damage: wordsOf(get('secondary')),
    run_condition: runConditionOf(get('highlights')) ?? runningHighlight(lines),
    keys: keysOf(get('keys')),
    title: titleOf(get('title')),
    engine: textOf(get('engine')),
    drive: textOf(get('drive')),
    transmission: textOf(get('transmission')),
    fuel: textOf(get('fuel')),
    color: textOf(get('color')),
    retail_value: dollarsOf(get('retail')),
    seller_repair_cost: dollarsOf(get('repair')),
    sale_date: futureOr(saleDateOf(get('saleDate'))),
    location: textOf(get('location')),
    seller: textOf(get('seller')),
    ...shownMarket(
      {
        bid: get('bid'),
        ask: get('ask'),
        increment: get('increment'),
        starting: get('starting'),
        minimum: get('minimum'),
        status: get('status'),
        saleDate: get('saleDate'),
        countdown: get('countdown'),
        values: [get('retail'), get('repair')],
      },
      lines,
    ),
  };
  const told = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter(
    (field) => !OF_SALE.has(field) && get(field) !== null,
  );
  return {
    number:
      numberIn(get('number')) ??
      lines.map((_, at) => numberAt(lines, at)).find((found) => found !== null) ??
      null,
    facts,
    kind: textOf(get('kind')),
    labelled: told.length,
  };
}

type Odometer = Pick<LotFacts, 'odometer' | 'mileage'>;

/** Lists write the bare number: miles where yard and title are of the US, unknown elsewhere. */
function inMilesHere(read: Odometer, lines: readonly string[]): Odometer {
  if (read.odometer?.value == null || read.odometer.unit !== null) return read;
  const places = lines.flatMap((line) => /^([A-Z]{2}) ?- ?[A-Z]/.exec(line)?.[1] ?? []);
  const inUs = places.length > 0 && places.every((place) => US_STATES[place] !== undefined);
  return inUs ? odometerOf({ ...read.odometer, unit: 'mi' }) : read;
}

/** A special note may say that the odometer shows kilometres. */
function withNote(read: Odometer, notes: string | null): Odometer {
  if (!/odometer is in kilomet/i.test(notes ?? '') || read.odometer?.value == null) return read;
  return odometerFromText(
    `${read.odometer.value} km${read.odometer.brand ? ` (${read.odometer.brand})` : ''}`,
  );
}

/** A hidden box of the page gives another value under this label. */
const bodyOf = (text: string | null): string | null =>
  /^(fuel|color|cylinders|drive|engine|has key|keys?|transmission)\b/i.test(text ?? '') ? null : textOf(text);
const futureOr = (date: string | null): string | null =>
  date !== null && /^future$/i.test(date) ? null : date;
/** `TX - SALVAGE CERTIFICATE` as the data has it: the document, without its state; a bare code keeps it, for it may need it. */
const titleOf = (text: string | null): string | null =>
  textOf(textOf(text)?.replace(/^[A-Z]{2}\s*-\s*(?=\S{4})/, '') ?? null);
const numberIn = (text: string | null): string | null =>
  /^#?\s*(\d{6,9})$/.exec(textOf(text) ?? '')?.[1] ?? null;

/** `Lot # 51234567`, or the number on the line after its label. */
function numberAt(lines: readonly string[], index: number): string | null {
  const [, here, next] =
    /^(?:lot|номер лота)\s*(?:#|number|no\.?)?\s*:?\s*(?:#?\s*(\d{6,9})\b|(#?)$)/i.exec(lines[index] ?? '') ??
    [];
  return here ?? (next === undefined ? null : numberIn(lines[index + 1] ?? null));
}

/** What tells one car of a search page or watch list from the next. */
export const COPART_CARS: CarMarks = {
  labels: ALL_LABELS,
  shapes: SHAPES,
  once: [...LABELS.odometer, ...LABELS.primary],
  numberAt,
};

const runningHighlight = (lines: readonly string[]): LotFacts['run_condition'] =>
  runConditionOf(
    lines.find((line) => /^(runs? (and|&) drives?|vehicle starts|engine start program)$/i.test(line)),
  );

const nameIn = (lines: readonly string[]): string | null =>
  lines.find((line) => line.length < 90 && isVehicleTitle(line)) ?? null;

function titleName(html: HtmlPage): string | null {
  const title = html.byTag('title')[0];
  const start = title ? (textIn(title).split(/ \| | for sale| - copart|: copart/i, 1)[0] ?? '') : '';
  return isVehicleTitle(start.trim()) ? start.trim() : null;
}

/** Values of the Angular layout, by the first label of what they are. */
function unameValues(html: HtmlPage): Map<string, string> {
  const values = new Map<string, string>();
  for (const element of html.elements) {
    const field = UNAMES[(attributeOf(element, 'data-uname') ?? '').toLowerCase()];
    if (field === undefined) continue;
    const value = textIn(element) || attributeOf(element, 'value') || attributeOf(element, 'title') || '';
    const label = LABELS[field][0];
    if (value === '') continue;
    const known = values.get(label);
    // Said once more with another value, they are of several lots.
    if (known !== undefined && known !== value) return new Map();
    values.set(label, value);
  }
  return values;
}

/** `#LotNumber`, whose own name says VIN. */
export function elementNumber(html: HtmlPage): string | null {
  const element = html.byId('LotNumber');
  return element ? numberIn(textIn(element)) : null;
}

/** The VIN with its last six characters hidden stands in an attribute. */
function maskedVin(html: HtmlPage): string | null {
  const element = html.elements.find(
    (entry) => attributeOf(entry, 'masking') !== null && attributeOf(entry, 'field') === 'fv',
  );
  return element ? vinOf(attributeOf(element, 'number')) : null;
}

const GALLERY = /gallery|carousel|viewer|thumbnail|lot-images|image-container|spZoom|slick|swiper/i;
const NOT_OWN = /similar|recommend|related|recent|also-like|watchlist/i;

/** Photos of the page's own gallery, at their largest; a saved page keeps the addresses in further attributes. */
function pagePhotos(html: HtmlPage): LotImage[] {
  const photos = new Map<string, { size: number; url: string; thumbnail: string | null }>();
  const marks = (entry: Element) => `${attributeOf(entry, 'class') ?? ''} ${attributeOf(entry, 'id') ?? ''}`;
  const inGallery = allWithin(html, (element) => GALLERY.test(marks(element)));
  const notOwn = allWithin(html, (element) => NOT_OWN.test(marks(element)));
  for (const element of [...html.byTag('img'), ...html.byTag('source'), ...html.byTag('a')]) {
    if (notOwn.has(element) || !(inGallery.has(element) || hasClass(element, 'thumbnailImg'))) continue;
    for (const url of Object.values(element.attribs).filter(isPhotoAddress)) {
      const [, key = '', kind = ''] = /\/([^/]+?)_(thb|ful|hrs)\.\w{3,4}$/i.exec(url) ?? [];
      const size = ['thb', 'ful', 'hrs'].indexOf(kind.toLowerCase());
      const known = photos.get(key) ?? { size: -1, url, thumbnail: null };
      const thumbnail = size === 0 ? url : known.thumbnail;
      photos.set(key, size > known.size ? { size, url, thumbnail } : { ...known, thumbnail });
    }
  }
  return [...photos.values()].map(({ size, url, thumbnail }) =>
    lotImage(size === 0 ? url.replace(/_thb(\.\w+)$/i, '_ful$1') : url, thumbnail, null),
  );
}

const isPhotoAddress = (value: string): boolean =>
  /^https:\/\/[\w.-]+\.copart\.(?:com|ca)\/v1\/[^\s"'<>]{1,300}_(?:thb|ful|hrs)\.(?:jpe?g|png|webp)$/i.test(
    value,
  );

/** A page of Copart's whose source is only a frame that scripts fill. */
export const isCopartFrame = (html: HtmlPage): boolean =>
  html.byTag('title').some((title) => /copart/i.test(textIn(title))) ||
  html.byTag('script').some((script) => /copart/i.test(attributeOf(script, 'src') ?? ''));
