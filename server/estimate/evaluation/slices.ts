import { DAMAGE_CODES, readDamageCode } from '../../damage-detectors/declared/damage-codes.ts';
import { electrified } from '../../vehicles/fuel-of-model.ts';
import { readMake } from '../../vehicles/makes.ts';
import { type LotFacts, readLotFacts } from '../lot-facts.ts';
import { VALUATION_YEAR } from '../tables/vehicle-value.ts';

/** A lot as `estimate-lots` reads it, and what its car was worth before the damage, US dollars. */
export type SlicedLot = {
  readonly listed: Readonly<Record<string, unknown>>;
  readonly value: number | null;
};

const NOT_TOLD = 'not told';
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const AGES: readonly (readonly [years: number, name: string])[] = [
  [3, '0-3 years'],
  [7, '4-7 years'],
  [12, '8-12 years'],
  [15, '13-15 years'],
  [Number.POSITIVE_INFINITY, 'over 15 years'],
];
const VALUES: readonly (readonly [below: number, name: string])[] = [
  [5_000, 'under $5,000'],
  [10_000, '$5,000-10,000'],
  [20_000, '$10,000-20,000'],
  [40_000, '$20,000-40,000'],
  [Number.POSITIVE_INFINITY, '$40,000 and more'],
];

function ageBand(year: number | null): string {
  if (year === null) return NOT_TOLD;
  const age = Math.max(0, VALUATION_YEAR - year);
  return AGES.find(([years]) => age <= years)?.[1] ?? NOT_TOLD;
}

const valueBand = (dollars: number | null): string =>
  dollars === null ? NOT_TOLD : (VALUES.find(([below]) => dollars < below)?.[1] ?? NOT_TOLD);

/** Impacts by the end that was hit; everything else by what it is. */
function kindOf({ declared }: LotFacts): string {
  const read = readDamageCode(declared.site, declared.primary);
  if (read === null) return NOT_TOLD;
  if (read.code.special !== null) return read.code.special.replaceAll('_', ' ');
  if (/^(both_sides|front_and_rear)$/.test(read.key)) return 'two ends or sides';
  const end = /front|rear|side/.exec(read.key)?.[0];
  return end ?? DAMAGE_CODES[read.key]?.label.toLowerCase() ?? read.key;
}

/** What a title says, by its words or the sites' codes; the first that fits decides. */
const TITLES: readonly (readonly [words: RegExp, name: string])[] = [
  [/\bparts only\b|^bp$/, 'parts only'],
  [/destruction|non ?-?repairable|\bjunk\b|^(cd|nr|nrp|jnk)$/, 'destruction, non-repairable or junk'],
  [/75 ?%|^s2$/, '75% or less'],
  [/rebuildable|^rb$|if rebuilt|repairable-/, 'rebuildable'],
  [/rebuilt|reconstructed|^rs$/, 'rebuilt'],
  [/bill of sale|^(bs|bos)$/, 'bill of sale'],
  [/flood|water/, 'flood'],
  [/export only|^cp$/, 'export only'],
  [/salvage(?! ?hist)|mv-907a|^(st|sc|sv|s1|sal)$/, 'salvage'],
  [/clear|clean|certificate of title|^(ct|clr|org)$/, 'clean'],
];

function titleSlice(listed: string | null): string {
  const words = (listed ?? '').toLowerCase().trim();
  return words === '' ? NOT_TOLD : (TITLES.find(([text]) => text.test(words))?.[1] ?? 'other');
}

function odometerSlice(listed: unknown): string {
  const words = textOf(listed).toLowerCase();
  if (words === '') return NOT_TOLD;
  if (/not actual/.test(words)) return 'not actual';
  if (/exempt|not required/.test(words)) return 'exempt';
  if (/dash|inoperable|broken|burnt|missing|exceeds|unknown/.test(words)) return 'not readable';
  return 'read';
}

function driveSlice(listed: string | null): string {
  if (listed === null) return NOT_TOLD;
  return /\b(4x4|4wd|awd)\b|all[ -]?wheel|four[ -]?wheel/i.test(listed) ? 'four wheels' : 'two wheels';
}

function powerSlice({ fuel, model, trim }: LotFacts): string {
  const named = electrified([fuel, model, trim].join(' '));
  if (named) return named.toLowerCase();
  if (fuel === null) return NOT_TOLD;
  return /diesel/i.test(fuel) ? 'diesel' : 'combustion';
}

export const SLICES = [
  'age',
  'value',
  'kind',
  'title',
  'run',
  'odometer',
  'airbags',
  'keys',
  'listed value',
  'drive',
  'power',
  'make',
  'state',
] as const;
export type Slice = (typeof SLICES)[number];

/** The slices that a lot lies in: one name for each. Unknown facts are a slice of their own. */
export function slicesOf({ listed, value }: SlicedLot): Record<Slice, string> {
  const facts = readLotFacts(listed);
  if (facts === null) throw new Error('a lot must be an object');
  return {
    age: ageBand(facts.year),
    value: valueBand(value),
    kind: kindOf(facts),
    title: titleSlice(facts.declared.title),
    run: facts.declared.run?.replaceAll('_', ' ') ?? NOT_TOLD,
    odometer: odometerSlice(listed.odometer ?? listed.mileage),
    airbags: facts.declared.airbags ?? NOT_TOLD,
    keys: textOf(listed.keys).toLowerCase() || NOT_TOLD,
    'listed value': listed.retail_value === null || listed.retail_value === undefined ? NOT_TOLD : 'listed',
    drive: driveSlice(facts.drive),
    power: powerSlice(facts),
    make: facts.make === null ? NOT_TOLD : readMake(facts.make).name,
    state: facts.state ?? NOT_TOLD,
  };
}
