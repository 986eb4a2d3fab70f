import { z } from 'zod';
import type { OdometerStatus } from '../../contract/evidence.ts';
import type { DeclaredDamage } from '../../contract/schemas/damage.ts';
import { SITE_IDS } from '../../contract/sites.ts';
import { looksLikeVin } from '../vehicles/read-vin.ts';
import { odometerStatusOf } from './evidence/listing-evidence.ts';
import { jurisdictionOfLot, readJurisdiction, readState } from './tables/read-place.ts';

/** Any JSON value as tidy text; objects, blanks and placeholders are null. */
const text = z.unknown().transform((value): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const tidy = String(value).replace(/\s+/g, ' ').trim().slice(0, 200);
  return tidy === '' || /^(null|none listed|n\/?a|undefined|-+|\*+)$/i.test(tidy) ? null : tidy;
});

/** The first whole number in a value: `"76,471 mi (Actual)"` is 76471. */
const number = z.unknown().transform((value): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const digits = /\d[\d,. \u00a0]*/.exec(value)?.[0].replace(/[, \u00a0]/g, '');
  const read = digits === undefined ? Number.NaN : Number.parseFloat(digits);
  return Number.isFinite(read) ? read : null;
});

export type LotFacts = {
  readonly id: string | number | null;
  readonly year: number | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly trim: string | null;
  readonly body_style: string | null;
  readonly engine: string | null;
  readonly fuel: string | null;
  readonly drive: string | null;
  readonly color: string | null;
  readonly mileage: number | null;
  readonly odometer: OdometerStatus | null;
  readonly keys: 'yes' | 'no' | null;
  /** US dollars, before the damage. */
  readonly retail_value: number | null;
  readonly state: string | null;
  /** State or province whose total-loss law applies, two letters. */
  readonly jurisdiction: string | null;
  /** Whether an insurer settles; null: not stated. */
  readonly insurer: 'settles' | 'none' | null;
  /** Salvage bid, US dollars. */
  readonly salvage: number | null;
  readonly declared: DeclaredDamage;
};

const KM_PER_MILE = 1.609344;

/** The figure of an odometer; null for sentinels. */
function readOdometer(listed: string | null): number | null {
  const value = listed === null ? null : number.parse(listed);
  return value === null || value <= 10 || value === 999_999 ? null : value;
}

function readMiles(listed: string | null): number | null {
  const value = readOdometer(listed);
  if (value === null) return null;
  if (/not actual|exempt|inoperable|broken/i.test(listed ?? '')) return null;
  return Math.round(/\bkm\b|kilomet/i.test(listed ?? '') ? value / KM_PER_MILE : value);
}

/**
 * Words and codes of all three sites: Run & Drive, R/D, Starts, Engine Start Program, Stationary, … Copart's codes are D
 * (run and drive), S (starts) and E (“enhanced”, which says nothing), alone or as CERT-D; IAAI has CST and WST.
 */
function readRun(listed: string | null): DeclaredDamage['run'] {
  const letters = (listed ?? '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^cert(?=[a-z]$)/, '');
  if (letters === '' || /(un|not)(verified|tested|known|confirmed)|canttest|unabletotest/.test(letters))
    return null;
  // It runs but does not drive.
  if (/^(starts?|runs?).*(not|wont)(drive|move)/.test(letters)) return 'starts';
  if (
    /stationary|doesnot|nonrunner|notstart|wontstart|nostart|^(no|n|false|nr|unabletostart|wst|st)$/.test(
      letters,
    )
  )
    return 'stationary';
  if (/^(runs?and|runs?)drives?|^(rd|d|drives?|yes|y|true)$/.test(letters)) return 'runs_and_drives';
  if (/start|enginestart|^(s|cst|es|runs)$/.test(letters)) return 'starts';
  return null;
}

function readAirbags(listed: string | null): DeclaredDamage['airbags'] {
  const letters = (listed ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (letters === '') return null;
  // Of several the worst counts.
  const rest = letters.replace(/notdeployed|undeployed/g, '');
  if (/deploy|blown/.test(rest) || /^(yes|y|true|d)$/.test(letters)) return 'deployed';
  if (/missing|stolen/.test(rest)) return 'missing';
  if (rest !== letters || /(?<!not)intact|^(ok|good|no|n|false|i)$/.test(letters)) return 'intact';
  return letters === 'none' ? 'none' : null;
}

function readKeys(listed: string | null): LotFacts['keys'] {
  const letters = (listed ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (/^(yes|y|true|present|available)$/.test(letters)) return 'yes';
  return /^(no|n|false|missing|notavailable|notpresent)$/.test(letters) ? 'no' : null;
}

/** `yes`, `no`, `settles`, `none`: whether an insurer settles. */
function readInsurer(listed: string | null): LotFacts['insurer'] {
  const letters = (listed ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (/^(yes|y|true|settles|insured)$/.test(letters)) return 'settles';
  return /^(no|n|false|none|uninsured)$/.test(letters) ? 'none' : null;
}

const positive = (value: number | null): number | null => (value !== null && value > 0 ? value : null);

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** `Copart`, `iaai.com`, `bid.cars`: which site's words these are. */
function readSite(listed: string | null): DeclaredDamage['site'] {
  const letters = lettersOf(listed ?? '');
  return SITE_IDS.find((site) => letters.includes(lettersOf(site))) ?? null;
}

const trimOf = (listed: string | null): string | null =>
  listed !== null && looksLikeVin(listed) ? null : listed;

const yearOf = (value: number | null): number | null => {
  if (value === null) return null;
  const year = Math.trunc(value);
  return year >= 1950 && year <= 2100 ? year : null;
};

/**
 * Facts of one object of `estimate-lots`; null where the value is not an object. Values may be numbers, strings or
 * absent; words nobody knows are unknown. Never throws.
 */
export function readLotFacts(value: unknown): LotFacts | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const object = new Map(Object.entries(value));
  const words = (key: string): string | null => text.parse(object.get(key));
  const named = object.get('id');
  const id = typeof named === 'string' || typeof named === 'number' ? named : null;
  return {
    id,
    year: yearOf(number.parse(object.get('year'))),
    make: words('make'),
    model: words('model'),
    trim: trimOf(words('trim')),
    body_style: words('body_style'),
    engine: words('engine'),
    fuel: words('fuel'),
    drive: words('drive'),
    color: words('color') ?? words('paint'),
    mileage: readMiles(words('odometer') ?? words('mileage')),
    odometer: odometerStatusOf(
      words('odometer_brand') ?? words('odometer') ?? words('mileage'),
      readOdometer(words('odometer') ?? words('mileage')) !== null,
    ),
    keys: readKeys(words('keys')),
    retail_value: positive(number.parse(object.get('retail_value'))),
    state: readState(words('state')) ?? readState(words('location')),
    jurisdiction:
      readJurisdiction(words('state')) ??
      jurisdictionOfLot({ location: words('location'), title: words('title') }),
    insurer: readInsurer(words('insurer')),
    salvage: positive(number.parse(object.get('salvage_bid'))),
    declared: {
      site: readSite(words('site')),
      primary: words('primary_damage'),
      secondary: words('secondary_damage'),
      run: readRun(words('run_condition')),
      airbags: readAirbags(words('airbags')),
      title: words('title'),
      state: readState(words('state')) ?? readState(words('location')),
      loss_type: null,
    },
  };
}
