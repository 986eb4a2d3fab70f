import { damageDisagrees } from '../../damage-detectors/declared/damage-codes.ts';
import { titleDisagrees } from '../../damage-detectors/declared/title.ts';
import { type LotFacts, NO_FACTS } from '../auction-site.ts';
import { figureOf } from '../page/amounts.ts';
import { listOf, recordOf } from '../page/json-values.ts';
import {
  airbagsOf,
  auctionTime,
  dollarsOf,
  keysOf,
  numberOf,
  odometerFromText,
  odometerOf,
  runConditionOf,
  textOf,
  vinOf,
  wordsOf,
  yearOf,
} from '../page/listing-values.ts';
import { readVehicleTitle } from '../page/vehicle-title.ts';
import { IAAI_DAMAGE, IAAI_LOSS, IAAI_TITLES } from './codes.ts';
import { type PhotoKey, photoKeyOf } from './images.ts';
import { modelMarket } from './market.ts';

/**
 * IAAI's view model in its forms: the script of the lot page (`ProductDetailsVM`), the same pasted bare, and the
 * application's `inventoryResult`. Keys are read without case, `$id` and `$values` wrappings taken off.
 */

export type IaaiReading = {
  salvageId: string | null;
  itemIds: string[];
  stockNumber: string | null;
  region: string | null;
  kind: string | null;
  facts: LotFacts;
  photoKeys: PhotoKey[];
};

type Fields = ReadonlyMap<string, unknown>;

const MOST_NODES = 60_000;
/** More than a page of results shows. */
const MOST_MODELS = 250;

/** Every object of the model with lower-case keys, outermost first. `room`: how many nodes are still looked at. */
function fieldsIn(json: unknown, room = { nodes: MOST_NODES }): Fields[] {
  const all: Fields[] = [];
  let level: unknown[] = [json];
  while (level.length > 0) {
    const below: unknown[] = [];
    for (const node of level) {
      room.nodes -= 1;
      if (room.nodes < 0) return all;
      for (const item of listOf(node)) below.push(item);
      const record = recordOf(node);
      if (!record) continue;
      const fields = fieldsOf(record);
      all.push(fields);
      // `inventory` is a template the site leaves empty.
      for (const [key, value] of fields)
        if (key !== 'inventory' && typeof value === 'object' && value !== null) below.push(value);
    }
    level = below;
  }
  return all;
}

const fieldsOf = (record: Record<string, unknown>): Map<string, unknown> =>
  new Map(Object.entries(record).map(([key, value]) => [key.toLowerCase(), unwrapped(value)]));

/** JSON.NET writes a list as `{"$id": …, "$values": […]}`. */
function unwrapped(value: unknown): unknown {
  const record = recordOf(value);
  return record && Array.isArray(record.$values) ? record.$values : value;
}

/** Reads view models, one or a list of them; none where the value is none. A model without a lot gives a reading without a name. */
export function iaaiReadings(json: unknown): IaaiReading[] {
  const all = fieldsIn(json);
  const models = all.filter((fields) => numberOfModel(fields) !== null);
  const numbers = new Set(models.map(numberOfModel));
  // Models may stand inside each other: all of them together are looked through once more, not each of them.
  const room = { nodes: MOST_NODES };
  const read =
    numbers.size > 1
      ? models.slice(0, MOST_MODELS).map((fields) => iaaiReading(fieldsIn(Object.fromEntries(fields), room)))
      : [iaaiReading(all)];
  return read.filter((reading) => reading !== null);
}

/** The stock number of an object that holds a lot's attributes. */
const numberOfModel = (fields: Fields): string | null =>
  textOf(fieldsOf(recordOf(fields.get('attributes')) ?? {}).get('stocknumber'));

function iaaiReading(all: readonly Fields[]): IaaiReading | null {
  if (!all.some((fields) => MODEL_KEYS.some((key) => fields.has(key)))) return null;
  const attributes = fieldsOf(
    all
      .map((fields) => recordOf(fields.get('attributes')))
      .find((record) => record !== null && isFilled(fieldsOf(record))) ?? {},
  );
  const shown = new Map([
    ...section(all, 'saleinformation'),
    ...section(all, 'vehicledescription'),
    ...section(all, 'vehicleinformation'),
  ]);
  const stockNumber = textOf(attributes.get('stocknumber')) ?? textOf(shown.get('stockhash'));
  return {
    salvageId: textOf(attributes.get('salvageid')) ?? textOf(attributes.get('id'))?.split('~', 1)[0] ?? null,
    itemIds: all.flatMap((fields) => textOf(fields.get('itemid')) ?? []).slice(0, 10),
    stockNumber,
    region: textOf(attributes.get('tenant'))?.toUpperCase() ?? null,
    kind: textOf(attributes.get('inventorytype')) ?? textOf(shown.get('vehicle')),
    facts: factsOf(attributes, shown, all),
    photoKeys: photoKeysIn(all),
  };
}

const MODEL_KEYS = [
  'inventoryview',
  'inventoryresult',
  'vehicleinformation',
  'attributes',
  'auctioninformation',
];

const isFilled = (fields: Fields): boolean =>
  ['salvageid', 'stocknumber', 'vin', 'make', 'yearmakemodelseries'].some(
    (key) => textOf(fields.get(key)) !== null,
  );

/** A section's display values by key: a list of `{key, value}`, or one object. */
function section(all: readonly Fields[], name: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const fields of all) {
    for (const item of listOf(fields.get(name))) {
      const pair = fieldsOf(recordOf(item) ?? {});
      const key = textOf(pair.get('key')) ?? textOf(pair.get('label'));
      const value = wordsOf(pair.get('value'));
      const plain = key?.toLowerCase().replace(/[^a-z]/g, '') ?? '';
      if (plain !== '' && value !== null && !values.has(plain)) values.set(plain, value);
    }
  }
  return values;
}

function factsOf(attributes: Fields, shown: ReadonlyMap<string, string>, all: readonly Fields[]): LotFacts {
  const attribute = (name: string): string | null => textOf(attributes.get(name));
  const display = (...names: string[]): string | null =>
    names.map((name) => shown.get(name) ?? null).find((value) => value !== null) ?? null;
  const model = attribute('model') ?? textOf(display('model'));
  const named = readVehicleTitle(attribute('yearmakemodelseries'), model);
  const parts = {
    year: yearOf(attributes.get('year')) ?? named.year,
    make: attribute('make') ?? named.make,
    model: model ?? named.model,
    trim: attribute('series') ?? textOf(display('series')) ?? (model === null ? null : named.trim),
  };
  const money = (value: unknown) => (isForeign(attributes, all) ? null : dollarsOf(value));
  return {
    ...NO_FACTS,
    ...parts,
    lot_number: attribute('stocknumber') ?? textOf(display('stockhash')),
    name: attribute('yearmakemodelseries') ?? nameFrom(parts),
    vin:
      vinOf(attribute('vin')) ?? vinOf(attribute('vinmask')) ?? vinOf(display('vinmask', 'vin', 'vinstatus')),
    body_style: attribute('bodystylename') ?? textOf(display('bodystyle')),
    ...odometer(attributes, display('odometer')),
    primary_damage: damage(display('primarydamage'), attributes, 'primarydamage'),
    secondary_damage: damage(display('secondarydamage'), attributes, 'secondarydamage'),
    loss_type:
      textOf(display('loss', 'losstype')) ??
      lossWords(attribute('losstypedesc')) ??
      IAAI_LOSS[attribute('losstypecode') ?? ''] ??
      null,
    run_condition: running(attributes, display('startcode')),
    keys: keysOf(display('keyslashfob', 'key', 'keys')) ?? keysOf(attribute('keys')),
    airbags: airbagsOf(attributes.get('airbagstate')) ?? airbagsOf(display('airbags')),
    title: textOf(display('titlesaledoc', 'titlesaledocument')) ?? titleFrom(attributes),
    engine: attribute('engineinformation') ?? attribute('enginesize') ?? textOf(display('engine')),
    drive: attribute('drivelinetypedesc') ?? textOf(display('drivelinetype')),
    transmission: attribute('transmission') ?? textOf(display('transmission')),
    fuel: attribute('fueltypedesc') ?? textOf(display('fueltype')),
    color: attribute('exteriorcolor') ?? colorFrom(display('exteriorinterior')),
    retail_value: money(display('actualcashvalue')) ?? money(attributes.get('provideracv')),
    seller_repair_cost: money(attributes.get('estrepaircost')) ?? money(display('estimatedrepaircost')),
    sale_date: auctionTime(attribute('auctiondatetime')) ?? auctionTime(display('auctiondatetime')),
    location: attribute('branchname') ?? textOf(display('sellingbranch')) ?? place(attributes),
    seller: textOf(display('seller')) ?? attribute('providername'),
    contradictions: [
      ...damageContradictions(attributes, display('primarydamage')),
      ...titleContradictions(attributes, textOf(display('titlesaledoc', 'titlesaledocument'))),
    ],
    ...marketOf(attributes, shown, all),
  };
}

function nameFrom(parts: Pick<LotFacts, 'year' | 'make' | 'model' | 'trim'>): string | null {
  if (parts.year === null || parts.make === null || parts.model === null) return null;
  return [parts.year, parts.make, parts.model, parts.trim].filter((part) => part !== null).join(' ');
}

function odometer(attributes: Fields, shown: string | null): Pick<LotFacts, 'odometer' | 'mileage'> {
  const unit = /^(mi|km)/i.exec(textOf(attributes.get('odouom')) ?? '')?.[1]?.toLowerCase();
  const read = odometerOf({
    value: numberOf(attributes.get('odovalue')),
    unit: unit === 'mi' || unit === 'km' ? unit : textOf(attributes.get('tenant')) === 'US' ? 'mi' : null,
    brand: textOf(attributes.get('odobrand')),
  });
  const displayed = odometerFromText(shown);
  // The application's answer names no unit beside the figure; the display does.
  const isSame = displayed.odometer !== null && displayed.odometer.value === read.odometer?.value;
  return read.odometer === null || (read.odometer.unit === null && isSame) ? displayed : read;
}

/** As displayed, else as in the data, else by code. */
function damage(shown: string | null, attributes: Fields, name: string): string | null {
  const code = textOf(attributes.get(`${name}code`)) ?? '';
  return wordsOf(shown) ?? wordsOf(attributes.get(`${name}desc`)) ?? IAAI_DAMAGE[code] ?? null;
}

const lossWords = (text: string | null): string | null => (text !== null && /^\d+$/.test(text) ? null : text);

function running(attributes: Fields, shown: string | null): LotFacts['run_condition'] {
  if (/^true$/i.test(textOf(attributes.get('runanddrive')) ?? '')) return 'runs_and_drives';
  return runConditionOf(shown) ?? runConditionOf(attributes.get('startsdesc'));
}

/** The document with its state, in the form the page shows it. */
function titleFrom(attributes: Fields): string | null {
  const document =
    textOf(attributes.get('titlebrand')) ?? IAAI_TITLES[textOf(attributes.get('titlecode')) ?? ''];
  const state = textOf(attributes.get('titlestatename')) ?? textOf(attributes.get('titlestate'));
  if (!document) return null;
  return state === null ? document : `${document} (${state})`;
}

/** The primary damage as displayed or described against the data's code. */
function damageContradictions(attributes: Fields, shown: string | null): LotFacts['contradictions'] {
  const words = wordsOf(shown) ?? wordsOf(attributes.get('primarydamagedesc'));
  const code = textOf(attributes.get('primarydamagecode'));
  if (words === null || code === null || !damageDisagrees('iaai', words, code)) return [];
  return [{ fact: 'primary_damage', readings: [words, IAAI_DAMAGE[code] ?? code] }];
}

/** The title as displayed against the data's code and brand. */
function titleContradictions(attributes: Fields, shown: string | null): LotFacts['contradictions'] {
  const words = shown ?? titleFrom(attributes);
  if (words === null) return [];
  const state = textOf(attributes.get('titlestate'));
  const code = textOf(attributes.get('titlecode'));
  const brand = textOf(attributes.get('titlebrand'));
  const byCode = code !== null && titleDisagrees(words, { code, as: 'group' }, state);
  const byBrand = brand !== null && titleDisagrees(words, { code: brand, as: 'type' }, state);
  if (!byCode && !byBrand) return [];
  const other = byBrand ? brand : (IAAI_TITLES[code ?? ''] ?? code);
  return [{ fact: 'title', readings: [words, other ?? ''] }];
}

/** `White/ Unknown`: the outside before the slash. */
const colorFrom = (shown: string | null): string | null => textOf(shown?.split('/', 1)[0] ?? null);

function place(attributes: Fields): string | null {
  const city = textOf(attributes.get('city'));
  const state = textOf(attributes.get('state'));
  return city !== null && state !== null ? `${city}, ${state}` : city;
}

/** The currency that the model names. */
function currencyNamed(attributes: Fields, all: readonly Fields[]): string | null {
  return (
    textOf(attributes.get('currency')) ??
    all.map((fields) => textOf(fields.get('currencyind'))).find((found) => found !== null) ??
    null
  );
}

function isForeign(attributes: Fields, all: readonly Fields[]): boolean {
  const currency = currencyNamed(attributes, all);
  // The tenant is the country: only of the US are amounts without a currency dollars.
  if (currency === null) return !/^us$/i.test(textOf(attributes.get('tenant')) ?? 'US');
  return currency.toUpperCase() !== 'USD';
}

function marketOf(
  attributes: Fields,
  shown: ReadonlyMap<string, string>,
  all: readonly Fields[],
): Pick<LotFacts, 'market' | 'sale'> {
  const every = (name: string): unknown[] => all.map((fields) => fields.get(name));
  return modelMarket({
    currency: currencyNamed(attributes, all),
    bids: [...every('decimalhighbidamount'), ...every('highbidamount')],
    asks: [...every('buynowamount'), ...every('buynowprice'), ...every('buynowofferamount')],
    increment: every('bidincrement').find((value) => figureOf(value) !== null),
    isReserveMet: every('reservemet').some(isYes),
    isSoldNow: every('buynowsold').some(isYes),
    states: [attributes.get('inventorystatus'), ...every('auctionstatusdescription')],
    saleTimes: [textOf(attributes.get('auctiondatetime')), shown.get('auctiondatetime') ?? null],
    asksUntil: [textOf(attributes.get('buynowclosedatetime'))],
  });
}

const isYes = (value: unknown): boolean => value === true || value === 'True' || value === 'true';

/** Photo keys of the page's own list, of the image service's answer, and of the application's image links. */
function photoKeysIn(all: readonly Fields[]): PhotoKey[] {
  const keys = all.flatMap((fields) => photoKeyOf(fields.get('k'), fields.get('w'), fields.get('h')) ?? []);
  if (keys.length > 0) return keys;
  return all.flatMap((fields) => listOf(fields.get('standardimages')).flatMap(linkKey));
}

function linkKey(item: unknown): PhotoKey[] {
  const fields = fieldsOf(recordOf(item) ?? {});
  const found = photoKeyOf(
    typeof item === 'string' ? item : (fields.get('value') ?? fields.get('url')),
    null,
    null,
  );
  return found ? [found] : [];
}

/** Photo keys of an answer of the image service (`vis.iaai.com/dimensions`), or null where the page is none. */
export function dimensionKeys(json: unknown): PhotoKey[] | null {
  const fields = fieldsOf(recordOf(json) ?? {});
  if (
    !fields.has('keys') ||
    !(fields.has('deepzoomind') || fields.has('image360ind') || fields.has('videos'))
  )
    return null;
  return photoKeysIn(fieldsIn(json));
}
