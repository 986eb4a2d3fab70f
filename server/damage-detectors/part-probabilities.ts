import type { DeclaredDamage } from '../../contract/damage.ts';
import type { Position, Side } from '../../contract/part.ts';
import type { BodyClass } from '../../contract/vehicle.ts';

/** Chances of a light, a middling and a heavy hit; they add up to 1. */
export type SeverityVector = readonly [minor: number, moderate: number, severe: number];

/** The kind of a declaration that names no place of impact; null for an impact. */
export type SpecialDamage =
  | 'hail'
  | 'storm'
  | 'flood'
  | 'burn'
  | 'vandalism'
  | 'theft'
  | 'mechanical'
  | 'minor'
  | 'wear'
  | 'biohazard'
  | 'frame'
  | 'suspension'
  | 'earlier_repair'
  | 'not_declared';

/** What the declared damage says about one part. */
export type PartProbability = {
  /** The part's id in data/declared-prior.json; unique together with `side`. */
  prior_id: string;
  /** The prior's own name of the part, to print where `exact` is false. */
  name: string;
  /** Id of part-categories.tsv. */
  category: string;
  /**
   * False where the vocabulary has no category of its own for the part (engine, oil pan, carpet, …): `category` is
   * then the nearest one, `operation` is `inspect`, and the category's price must not be used.
   */
  exact: boolean;
  side: Side;
  position: Position;
  hidden: boolean;
  operation: 'repair' | 'replace' | 'inspect';
  /** How it is repaired or why it is replaced, where the declaration tells; else null. */
  method: 'pdr' | 'paint' | 'clean' | 'missing' | null;
  /**
   * Pieces if the line is needed, 1–2: above 1 only where `side` is `unknown` and the damage may be on both sides
   * (a full frontal hit reaches both headlamps). Expected pieces = probability × quantity.
   */
  quantity: number;
  /** p(part | severity class), never falling from minor to severe. */
  by_severity: readonly [minor: number, moderate: number, severe: number];
  /**
   * 0–1, by reference/damage-detection 4.2. Equals severity · by_severity for one declared zone; where zones combine
   * (noisy-OR of mixtures, as 4.2 says) it is slightly above that sum.
   */
  probability: number;
  reason: string;
};

export type PartProbabilitiesInput = {
  declared: DeclaredDamage;
  vehicle: {
    year: number | null;
    body_class: BodyClass | null;
    fuel?: string | null;
    doors?: number | null;
    engine?: string | null;
  };
};

export type PartProbabilities = {
  /** Most probable first; parts the car can't have and parts with no chance are left out. */
  parts: PartProbability[];
  /** Of the primary damage (of the secondary where that is the only one understood). */
  severity: SeverityVector;
  /** What the estimate rests on, one sentence: it says that no photo was examined. */
  statement: string;
  /** False: no damage code was declared or understood; `parts` then holds only what other listed facts say. */
  declared_known: boolean;
  special: SpecialDamage | null;
  /** Declared burnt out: structure and all zones, no part list. */
  total_loss: boolean;
  /** Sentences for the head of the report (water level unknown, earlier repair, code read by a rule, …). */
  warnings: string[];
};

/**
 * Parts likely damaged by the declared damage and condition alone (reference/damage-detection 4.2). Pure; photos are
 * never looked at.
 */
export function partProbabilities(_input: PartProbabilitiesInput): PartProbabilities {
  return {
    parts: [],
    severity: [0.15, 0.5, 0.35],
    statement: '',
    declared_known: false,
    special: 'not_declared',
    total_loss: false,
    warnings: [],
  };
}
