import { bodyClassOf } from './body-class.ts';
import { decodeVin } from './decode-vin.ts';
import { readMake } from './makes.ts';
import { bareName } from './models.ts';

/** What of a lot tells which kind of vehicle it is. */
export type NamedVehicle = {
  readonly vin: string | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly body_style: string | null;
};

/** Words of the sites' vehicle types and body styles, and of vPIC's body classes. The first that fits decides. */
const WORDS: readonly (readonly [RegExp, string | null])[] = [
  [/automobile|passenger|\bsuv\b|pickup/i, null],
  [/\batvs?\b|all[- ]terrain|side by side|\butv\b|dune buggy|golf cart/i, 'an ATV'],
  [/motor\s?cycle|\bmoped|scooter|dirt\s?bike|\bcycles?\b/i, 'a motorcycle'],
  [/snow\s?mobile/i, 'a snowmobile'],
  [/jet\s?ski|personal water|watercraft|\bboats?\b|\bmarine\b/i, 'a boat'],
  [/motor\s?home|recreational|\brv\b/i, 'a motor home'],
  [/truck-tractor|\btractor\b|heavy duty truck|\bsemi\b|dump truck/i, 'a heavy truck'],
  [/\btrailers?\b/i, 'a trailer'],
  [/\bbus(es)?\b/i, 'a bus'],
  [/aircraft|airplane/i, 'an aircraft'],
  [/forklift|farm|industrial|construction|equipment/i, 'a machine'],
];

/** The kind of vehicle these words name where that is no passenger car, SUV, van or pickup; null for those and for unknown words. */
export function kindInWords(words: string): string | null {
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** By the vehicle type of the maker code in NHTSA's vPIC. */
const KINDS_OF_TYPES: Readonly<Record<string, string>> = {
  Motorcycle: 'a motorcycle or ATV',
  'Off-road vehicle': 'an off-road vehicle',
  Trailer: 'a trailer',
};

function kindOfVin(vin: string): string | null {
  const decoded = decodeVin(vin);
  const ofType = KINDS_OF_TYPES[decoded?.vehicle_type ?? ''];
  if (ofType !== undefined) return ofType;
  const body = decoded?.body_class ?? '';
  // vPIC calls light ones `Pickup`; `Truck` alone is an F-650 or a Volvo lorry.
  return body === 'Truck' ? 'a heavy truck' : kindInWords(body);
}

/** Makes that sell nothing we estimate, but for the models named beside them. Common knowledge. */
const OTHER_MAKES: readonly (readonly [kind: string, names: string, cars?: RegExp])[] = [
  [
    'a motorcycle',
    'harleydavidson kawasaki yamaha ktm indian ducati aprilia husqvarna piaggio vespa royalenfield motoguzzi',
  ],
  ['an ATV', 'polaris canam arcticcat cfmoto'],
  ['a snowmobile', 'skidoo'],
  ['a boat', 'seadoo'],
  ['a heavy truck', 'freightliner', /^sprinter/],
  ['a heavy truck', 'international', /^(scout|travelall|pickup)/],
  ['a heavy truck', 'kenworth peterbilt mack hino westernstar'],
  ['a bus', 'thomasbuilt bluebird'],
];

/** Motorcycles, ATVs and heavy trucks of makes that sell cars too, by their names in vPIC; letters and digits only. */
const OTHER_MODELS: readonly (readonly [make: string, kind: string, models: RegExp])[] = [
  ['honda', 'an ATV', /^(trx|fourtrax|sportrax|foreman|rancher|rubicon|recon|rincon|pioneer|talon|sxs\d)/],
  [
    'honda',
    'a motorcycle',
    /^(goldwing|gl1[1258]00|cbr?\d|cbx|crf\d|cr\d+r|ctx\d|cmx|rebel|shadow|africatwin|grom|valkyrie|vtx?\d|vtx|vfr?\d|st1[13]00|nc7|nighthawk|ruckus|metropolitan|silverwing|xr\d)/,
  ],
  [
    'bmw',
    'a motorcycle',
    /^(r(65|80|100|11|12|13|18|850|900|nine)|[fg](310|450|650|[789][05]0)|k1[0-6]00|s1000|m1000|c(400|6[05]0))/,
  ],
  ['ford', 'a heavy truck', /^f(600|650|700|750|800)/],
  ['volvo', 'a heavy truck', /^(vn[lmrx]|vhd|vah)/],
  ['hyundai', 'a heavy truck', /^xcient/],
  ['mitsubishi', 'a heavy truck', /^fuso/],
];

function kindOfMake(make: string, model: string, isVan: boolean): string | null {
  const other = OTHER_MAKES.find(([, names]) => names.split(' ').includes(make));
  return other && !isVan && !other[2]?.test(model) ? other[0] : null;
}

/**
 * The sentence that refuses a lot which the listing, its VIN, or its make and model show to be no passenger car, SUV, van or
 * pickup; null for those and for whatever nobody tells. A listed body of a car beats VIN and model.
 */
export function refusalOf({ vin, make, model, body_style }: NamedVehicle): string | null {
  const refused = (text: string): string =>
    `LotLens estimates passenger cars, SUVs, vans and pickups; ${text}.`;
  const listed = body_style === null ? null : kindInWords(body_style);
  if (listed) return refused(`this lot is listed as ${listed}`);
  const [madeBy, named] = [bareName(make === null ? '' : readMake(make).name), bareName(model ?? '')];
  const body = bodyClassOf({ body_style, make: null, model: null, decoded: null });
  const ofMake = kindOfMake(madeBy, named, body === 'van');
  if (ofMake) return refused(`by its make and model this lot is ${ofMake}`);
  // Heavy trucks are listed with a pickup's cab.
  if (body !== null && body !== 'pickup') return null;
  const ofVin = vin === null ? null : kindOfVin(vin);
  if (ofVin) return refused(`by its VIN this lot is ${ofVin}`);
  const ofModel = OTHER_MODELS.find(([of, , models]) => of === madeBy && models.test(named));
  return ofModel ? refused(`by its make and model this lot is ${ofModel[1]}`) : null;
}
