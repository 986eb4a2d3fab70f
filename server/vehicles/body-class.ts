import type { BodyClass, DecodedVin } from '../../contract/schemas/vehicle.ts';
import { findModel } from './find-model.ts';
import { frameOf } from './layouts.ts';
import { readMake } from './makes.ts';
import { bareName, listedMake } from './models.ts';

/**
 * Words of the sites' body styles (137 at Copart, cut to eight letters there; 115 at IAAI) and of vPIC's body classes.
 * The first that fits decides: `CREW VAN` is a van, `SPORT COUPE` a coupe, `4DR SPOR` an SUV.
 */
const WORDS: readonly (readonly [RegExp, BodyClass | null])[] = [
  [/TRACTOR|\bBUS\b|MOTOR ?HOME|STRIPPED|TRAILER|MOTORCYCLE/, null],
  [/CONVERT|CABRIO|ROADSTER|SPYDER|SPIDER/, 'convertible'],
  [/\bVANS?\b|MINI ?-?VAN|CUTAWAY|^CARGO|^PASSENGE|SPORTS? VA?$|VAN PASS|WALK-IN/, 'van'],
  [
    /PICK-?UP|\bPIC\b|\bCAB\b|^(CREW|EXTENDED|DOUBLE|QUAD|REGULAR|SUPER|SUPERCREW|MEGA|KING|CLUB|ACCESS|STANDARD) ?C?A?B?$|CHASSIS|FLAT ?BED/,
    'pickup',
  ],
  [/GRAN COUPE|SEDAN|SALOON/, 'sedan'],
  [/COUPE|\bCPE\b/, 'coupe'],
  [/SPORT ?BACK|HATCH|LIFT ?BACK|NOTCH ?BACK|FAST ?BACK|\b[35]DR? HB\b/, 'hatchback'],
  [/WAGON|WAGEN|^STATION/, 'wagon'],
  [/UTILITY|SPORT UT|\bSUV\b|CROSSOVER|\bMPV\b|\b[24] ?DR SPORT?$|MULTI-?PURPOSE/, 'suv'],
  [/TRUCK/, 'pickup'],
];

function classOfWords(text: string | null): BodyClass | null {
  if (text === null) return null;
  const words = text.toUpperCase().replace(/\s+/g, ' ').trim();
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

export type BodyEvidence = {
  readonly body_style: string | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly decoded: Pick<DecodedVin, 'body_class'> | null;
};

/**
 * The coarse body class: from the listing's body style, else the VIN's, else what most cars of the model have
 * (data/models.tsv, basis: judgement). null where none of them tells.
 */
export function bodyClassOf({ body_style, make, model, decoded }: BodyEvidence): BodyClass | null {
  const told = classOfWords(body_style) ?? classOfWords(decoded?.body_class ?? null);
  if (told) return told;
  if (make === null || model === null) return null;
  return findModel(listedMake(make), model)?.body_class ?? null;
}

/**
 * Pickups and SUVs on a ladder frame, whose engine sits on the frame's own crossmembers; letters and digits only, by make.
 * Common knowledge. Names that were sold both ways (Explorer, Pathfinder, Durango) are none of them.
 */
const FRAME_MODELS: Readonly<Record<string, RegExp>> = {
  cadillac: /^escalade(?!iq)/,
  chevrolet: /^(silverado(?!ev)|colorado|tahoe|suburban|avalanche|s10)/,
  dodge: /^(ram|dakota)/,
  ford: /^(f150(?!lightning)|f[234]50|ranger|expedition|excursion|bronco(?!sport))/,
  gmc: /^(sierra(?!ev)|canyon|yukon)/,
  infiniti: /^qx(56|80)/,
  jeep: /^(wrangler|gladiator)/,
  lexus: /^(gx|lx)/,
  lincoln: /^navigator/,
  nissan: /^(titan|frontier|armada|xterra)/,
  ram: /^(1500|2500|3500|dakota)/,
  toyota: /^(tacoma|tundra|4runner|sequoia|landcruiser|fjcruiser)/,
};
/** Full-size ones whose front bumper is a steel one, chromed or coated. Common knowledge. */
const STEEL_BUMPER_MODELS: Readonly<Record<string, RegExp>> = {
  chevrolet: /^silverado(?!ev)/,
  dodge: /^ram/,
  ford: /^(f150(?!lightning)|f[234]50)/,
  gmc: /^sierra(?!ev)/,
  nissan: /^titan/,
  ram: /^([123]500)/,
};

const isOneOf = (
  models: Readonly<Record<string, RegExp>>,
  make: string | null,
  model: string | null,
): boolean =>
  make !== null && model !== null && models[bareName(readMake(make).name)]?.test(bareName(model)) === true;

/**
 * Whether the car's body sits on a frame: it has no engine cradle. By the layout of its model and year where that is listed, else by
 * model names. Unknown models have none.
 */
export function isBodyOnFrame(make: string | null, model: string | null, year: number | null): boolean {
  const frame = make === null || model === null ? null : frameOf(make, model, year);
  return frame === null ? isOneOf(FRAME_MODELS, make, model) : frame !== 'unibody';
}
/** Whether the pickup's front bumper is of steel, as its rear step bumper is. Unknown models have a plastic cover. */
export const hasSteelFrontBumper = (make: string | null, model: string | null): boolean =>
  isOneOf(STEEL_BUMPER_MODELS, make, model);

/** Neighbours that makers and auctions call by either name: no contradiction between listing and VIN. */
const NEIGHBOURS: ReadonlySet<string> = new Set([
  'suv wagon',
  'hatchback suv',
  'hatchback wagon',
  'coupe hatchback',
  'hatchback sedan',
  'suv van',
  'pickup van',
]);

/** Whether two wordings of a body contradict each other; a wording nobody can read contradicts nothing. */
export function bodiesContradict(first: string | null, second: string | null): boolean {
  const [a, b] = [classOfWords(first), classOfWords(second)];
  if (a === null || b === null || a === b) return false;
  return !NEIGHBOURS.has([a, b].sort().join(' '));
}
