import type { DeclaredReason } from '../../../contract/facts/line-reason.ts';
import type { DetectionNote } from '../../../contract/facts/reservation-fact.ts';
import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import type { Position, Side } from '../../../contract/schemas/part.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import {
  type CombinedProbability,
  combineCodes,
  type SideProbabilities,
  type WeightedCode,
} from './combine-codes.ts';
import { AIRBAG_PARTS } from './condition.ts';
import { conditionOverrides, type Override } from './condition-overrides.ts';
import { countedOf } from './crash-outcomes.ts';
import type { NoPlace, SpecialDamage } from './damage-codes.ts';
import { type DeclaredCodes, declaredCodes, leadOf } from './declared-codes.ts';
import { type PriorPart, placeOf } from './declared-prior.ts';
import { type Car, equipmentTakeRate, partsOn } from './equipment-take-rate.ts';
import type { SeverityVector } from './severity-vector.ts';

export type { SeverityVector, SpecialDamage };

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
   * 0–1, by the declared prior. Equals severity · by_severity for one declared zone; where zones combine
   * (noisy-OR of mixtures, as 4.2 says) it is above that sum, by 0.15 at most over all pairs of codes.
   */
  probability: number;
  /** The probability rests on a listed fact (air bags that went off): no value of the car holds it down. */
  known: boolean;
  /** What the listing says of it. */
  because: DeclaredReason;
};

export type PartProbabilitiesInput = {
  declared: DeclaredDamage;
  vehicle: Car;
};

export type PartProbabilities = {
  /** Most probable first; parts the car can't have and parts with no chance are left out. */
  parts: PartProbability[];
  /** Of the primary damage (of the secondary where that is the only one understood). */
  severity: SeverityVector;
  /** False: no damage code was declared or understood; `parts` then holds only what other listed facts say. */
  declared_known: boolean;
  /** The words tell where the car was hit: a scope can be written from them. */
  located: boolean;
  /** What kind of hit it is that has no place; null: it has one, or is no hit. */
  no_place: NoPlace | null;
  special: SpecialDamage | null;
  /** Declared burnt out: structure and all zones, no part list. */
  total_loss: boolean;
  /** What the primary damage says alone where a secondary counts beside it; null where one code counts. */
  without_secondary: PartProbabilities | null;
  /** Sentences for the head of the report (water level unknown, earlier repair, code read by a rule, …). */
  warnings: DetectionNote[];
};

/** Chances below this are not listed at all: no catalogue search or line is worth one in a thousand. */
const NOT_WORTH_LISTING = 0.001;
/** Parts that air bags which went off take with them: the restraints, and what a bag breaks on its way out. */
const hangsOnAirbags = (id: string, category: string): boolean =>
  categoryById(category)?.section === 'restraints' || AIRBAG_PARTS.has(id);

/** The same codes as if the hit were surely of class `at`; the secondary stays its steps below the lead. */
function atClass({ codes }: DeclaredCodes, index: number): WeightedCode[] {
  const lead = leadOf(codes);
  return codes.map((weighted) => {
    const lower = weighted !== lead && weighted.weight < 1 ? -1 : 0;
    const step =
      weighted === lead ? 0 : weighted.code.severity_step - (lead?.code.severity_step ?? 0) + lower;
    const to = Math.min(2, Math.max(0, index + step));
    return { ...weighted, severity: [Number(to === 0), Number(to === 1), Number(to === 2)] as const };
  });
}

const clamp = (probability: number, override: Override | undefined): number =>
  override ? Math.min(override.at_most, Math.max(override.floor, probability)) : probability;

/** Pieces if the line is needed, to two decimals: expected pieces over both sides ÷ the chance of any, within 1–2. */
function piecesOf(part: PriorPart, probability: SideProbabilities): number {
  if (!part.sided || probability.some === 0) return 1;
  const pieces = (probability.left + probability.right) / probability.some;
  return Math.round(100 * Math.min(2, Math.max(1, pieces))) / 100;
}

type Spoken = { readonly side: Side; readonly pick: (probability: SideProbabilities) => number };

/** Left and right apart where the words name them, else one entry whose side is open. */
function sidesOf(probability: CombinedProbability): Spoken[] {
  const { part } = probability;
  if (!part.sided)
    return [{ side: placeOf(part.id).side ?? 'none', pick: (probabilities) => probabilities.some }];
  if (!probability.named) return [{ side: 'unknown', pick: (probabilities) => probabilities.some }];
  return [
    { side: 'left', pick: (probabilities) => probabilities.left },
    { side: 'right', pick: (probabilities) => probabilities.right },
  ];
}

/** How the leading code says the part is put right; the table's default otherwise. */
function workOf(
  part: PriorPart,
  from: readonly WeightedCode[],
): Pick<PartProbability, 'operation' | 'method'> {
  if (!placeOf(part.id).exact) return { operation: 'inspect', method: null };
  const entry = from[0]?.code.parts.find((item) => item.id === part.id);
  return { operation: entry?.operation ?? part.operation, method: entry?.method ?? null };
}

/** The count of crash vehicles that a part's chance rests on, where the place that the leading code puts first has one. */
function countedBeside(
  part: PriorPart,
  [lead]: readonly WeightedCode[],
): Pick<Extract<DeclaredReason, { code: 'declared' }>, 'counted'> {
  const places = (lead?.code.zones ?? []).filter(({ zone }) => part.zones[zone] !== undefined);
  const first = places.toSorted((a, b) => b.weight - a.weight)[0];
  const row = first && countedOf(part.id, first.zone);
  return row ? { counted: { share: row.weighted, inspected: row.inspected, hits: row.hits } } : {};
}

/** By the car and what is declared of it; kept as long as the car is, whose few declarations are asked for again and again. */
const said = new WeakMap<Car, Map<string, PartProbabilities>>();

/**
 * Parts likely damaged by the declared damage and condition alone. Pure; photos are
 * never looked at.
 */
export function partProbabilities({ declared, vehicle }: PartProbabilitiesInput): PartProbabilities {
  const key = JSON.stringify(declared);
  const ofCar = said.get(vehicle) ?? new Map<string, PartProbabilities>();
  const kept = ofCar.get(key) ?? probabilitiesOf({ declared, vehicle });
  said.set(vehicle, ofCar.set(key, kept));
  return kept;
}

function probabilitiesOf({ declared, vehicle }: PartProbabilitiesInput): PartProbabilities {
  const read = declaredCodes(declared);
  const overrides = conditionOverrides(declared, read.codes);
  const deployed = declared.airbags === 'deployed';
  const table = partsOn(vehicle.body_class);
  const mixture = combineCodes(read.codes, table);
  const classes = [0, 1, 2].map((index) => combineCodes(atClass(read, index), table));

  const parts = mixture.flatMap((combined, row): PartProbability[] => {
    const { part, from } = combined;
    const takeRate = equipmentTakeRate(part.id, vehicle);
    const override = overrides.get(part.id);
    if (takeRate === 0 || (combined.some === 0 && !override)) return [];
    const place = placeOf(part.id);
    const byBody = vehicle.body_class ? place.by_body?.[vehicle.body_class] : undefined;
    const spoken = sidesOf(combined);
    const strongest = Math.max(...spoken.map(({ pick }) => pick(combined)));
    return spoken.flatMap(({ side, pick }): PartProbability[] => {
      // A listed fact speaks of the struck side; it lifts the other one only where it says so.
      const settles =
        override && (override.floor === 0 || override.both_sides || pick(combined) === strongest)
          ? override
          : undefined;
      const of = (entry: SideProbabilities | undefined): number =>
        clamp(entry ? pick(entry) * takeRate : 0, settles);
      const probability = of(combined);
      if (probability < NOT_WORTH_LISTING) return [];
      const by_severity = [of(classes[0]?.[row]), of(classes[1]?.[row]), of(classes[2]?.[row])] as const;
      const settled = settles !== undefined && probability !== pick(combined) * takeRate;
      const because: DeclaredReason = settled
        ? { code: 'listed', fact: settles.because }
        : {
            code: 'declared',
            words: from.map(({ listed }) => listed),
            ...(takeRate < 1 ? { if_fitted: true } : {}),
            ...countedBeside(part, from),
          };
      return [
        {
          prior_id: part.id,
          name: part.name,
          category: byBody ?? place.category,
          exact: place.exact,
          side,
          position: place.position,
          hidden: part.seen === 'hidden',
          ...workOf(part, from),
          quantity: side === 'unknown' ? piecesOf(part, combined) : 1,
          by_severity,
          probability,
          known: deployed && hangsOnAirbags(part.id, place.category),
          because,
        },
      ];
    });
  });
  parts.sort((a, b) => b.probability - a.probability);
  const [lead] = read.codes;
  return {
    parts,
    severity: read.severity,
    declared_known: read.declared_known,
    located: read.codes.some(({ code }) => code.locates || (code.impact && code.no_place === undefined)),
    no_place: lead?.code.no_place ?? null,
    special: lead ? lead.code.special : (read.main?.code.special ?? 'not_declared'),
    total_loss: read.codes.some(({ code }) => code.total_loss),
    without_secondary:
      read.codes.length > 1
        ? partProbabilities({ declared: { ...declared, secondary: null }, vehicle })
        : null,
    warnings: [...new Map(read.warnings.map((note) => [JSON.stringify(note), note])).values()],
  };
}
