import type { BodyClass, DecodedVin } from '../../contract/schemas/vehicle.ts';
import { findModel } from './find-model.ts';
import { readMake } from './makes.ts';

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
  return findModel(readMake(make).key, model)?.body_class ?? null;
}

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
