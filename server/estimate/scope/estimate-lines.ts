import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { OptionQuestion } from '../../../contract/option-question.ts';
import type { ReportEdits } from '../../../contract/schemas/edit-report.ts';
import { equipmentTakeRate } from '../../damage-detectors/declared/equipment-take-rate.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import type { Listing } from '../forecast/listing.ts';
import type { Belief } from '../inference/believe.ts';
import { INFERENCE } from '../inference/inference-table.ts';
import { accessLines, smallPartLines } from '../lines/access-lines.ts';
import { COUNTED_FROM } from '../lines/included-operations.ts';
import type { RepairedCar } from '../lines/operation-rule.ts';
import { standardOperations, writtenOperations } from '../lines/standard-operations.ts';
import { carWithout, type Unfitted } from '../lines/unfitted-parts.ts';
import { type CatalogueShare, inProportion } from '../pricing/catalogue-share.ts';
import type { DraftLine, DraftPart } from '../pricing/estimate-line.ts';
import { isSectioned } from '../pricing/line-cost.ts';
import { chosenPartPrice } from '../pricing/table-price.ts';
import type { Rates } from '../tables/labour-rates.ts';
import { WRITTEN_OPERATIONS } from '../tables/written-operations.ts';
import type { BelievedLine } from './believed-lines.ts';
import {
  chanceUnder,
  constantChance,
  type LineChance,
  operationChances,
  severityOf,
} from './line-chances.ts';
import { SCOPE_FROM, type StandingLine } from './standings.ts';
import { asDone, figuresFor } from './user-changes.ts';

/** A damage line or operation on its way to the page. */
export type Line = StandingLine & {
  readonly believed: BelievedLine | null;
  /** As estimated, before the user's figures. */
  readonly given: DraftLine;
};

/** Basis: judgement. Of a sighting that is to be written whatever was declared: stated confidence and chance, at least. */
const SHOWN = { confidence: 0.5, probability: 0.2, severity: 3, twice: 2 };

/** Whether photos show damage that is written wherever it is: heavy, or not light on two photos or by a second look. */
function isShown({ draft: { because, severity, probability }, part }: BelievedLine): boolean {
  const { from } = because;
  if (WRITTEN_OPERATIONS === null || part.answered !== null || from.code !== 'photos' || severity === null)
    return false;
  const isConfirmed =
    INFERENCE.confirmed_elsewhere?.value === true && !(from.doubts ?? []).includes('unsettled');
  const isTwice = from.photos.length >= 2 || isConfirmed;
  const isHeavy = severity >= SHOWN.severity || (severity === SHOWN.twice && isTwice);
  return isHeavy && (from.confidence ?? 1) >= SHOWN.confidence && probability >= SHOWN.probability;
}

/** Whether fewer than half of such cars have the part, and no catalogue lists it for this one. */
const isOption = ({ draft, part: { prior_id: id } }: BelievedLine, car: EstimateInputs['body']): boolean =>
  WRITTEN_OPERATIONS !== null &&
  id !== null &&
  draft.oem_numbers.length === 0 &&
  equipmentTakeRate(id, car) < SCOPE_FROM;

const LINERS = new Set(WRITTEN_OPERATIONS?.liners?.parts);
/** A liner that nobody saw: it comes off for the panel before it and is put back. */
const isRefitted = ({ category, stand_in }: DraftLine): boolean =>
  category !== null && stand_in === undefined && LINERS.has(category);

/** A line whose hit means a new section says so: older tables write no operation by it. */
function withSection(draft: DraftLine, chance: readonly number[], weights: readonly number[]): DraftLine {
  const isNew = WRITTEN_OPERATIONS !== null && draft.operation === 'repair';
  return isNew && isSectioned(draft, severityOf(weights, chance)) ? { ...draft, sectioned: true } : draft;
}

/** Damage lines with what the user says of them: done another way, certain or not. */
export function damageOf(
  lines: readonly BelievedLine[],
  edits: ReportEdits,
  weights: readonly number[],
  car: EstimateInputs['body'],
): Line[] {
  return lines.flatMap((believed): Line[] => {
    const { draft: given } = believed;
    const set = figuresFor(edits, given.id);
    const chance = set?.probability === undefined ? believed.chance : constantChance(set.probability);
    const probability = set?.probability ?? given.probability;
    const { part } = believed;
    return [
      {
        draft: withSection({ ...asDone(given, set, believed.done ?? given), probability }, chance, weights),
        given,
        chance,
        probability,
        believed,
        ...(set?.probability === undefined && isShown(believed) ? { shown: true } : {}),
        ...(isOption(believed, car) ? { optional: true } : {}),
        ...(isRefitted(given) ? { from: WRITTEN_OPERATIONS?.liners?.written_from ?? SCOPE_FROM } : {}),
        told: set?.probability !== undefined || part.seen === 'damaged' || part.answered !== null,
      },
    ];
  });
}

/** What operations are of: the car, how it is repaired, and whether they are written or forecast alone. */
export type OperationsOf = {
  readonly inputs: EstimateInputs;
  readonly listing: Listing;
  readonly stage: EstimateInputs['repaired']['stage'];
  /** At door rates or the user's own. */
  readonly byShop: boolean;
  readonly written: boolean;
  /** Parts its user says the car does not have. */
  readonly unfitted: readonly Unfitted[];
};

/** The operations of a listing's lines, by all that those are asked: of the many forecasts of one lot, most ask for the same. */
const counted = new WeakMap<Listing, Map<string, readonly DraftLine[]>>();
const MOST_COUNTED = 200;

/** All that operations go by in a line but its chance, of which only counts whether the line is likely. */
const workOf = (line: DraftLine): string =>
  `${line.id}|${line.category}|${line.stand_in}|${line.name}|${line.section}|${line.side}|${line.position}|${line.other_side}|${line.operation}|${line.sectioned}|${line.labour?.type}|${line.labour?.hours.likely}|${line.paint_hours}|${line.probability >= COUNTED_FROM}`;

/** The operations that a forecast counts, but for their chances. */
function countedOperations(
  drafts: readonly DraftLine[],
  car: RepairedCar,
  listing: Listing,
): readonly DraftLine[] {
  const key = `${JSON.stringify(car)}${drafts.map(workOf).join('\n')}`;
  const kept = counted.get(listing) ?? new Map<string, readonly DraftLine[]>();
  counted.set(listing, kept);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MOST_COUNTED) kept.clear();
  const made = standardOperations(drafts, car, true);
  kept.set(key, made);
  return made;
}

/** Operations, and what comes off for the jobs; of a forecast only what it counts. */
function broughtBy(
  damage: readonly Line[],
  { inputs, listing, stage, byShop, written, unfitted }: OperationsOf,
): LineChance[] {
  const car = carWithout({ ...inputs.repaired, stage, by_shop: byShop }, unfitted);
  const drafts = damage.map(({ draft }) => draft);
  const standard = operationChances(
    written ? standardOperations(drafts, car) : countedOperations(drafts, car, listing),
    damage,
  );
  if (!written) return standard;
  const blends = standard.map(({ draft }) => draft).filter(({ blended }) => blended !== undefined);
  const takeRate = (id: string): number => equipmentTakeRate(id, inputs.body);
  const jobs = [...drafts, ...blends];
  const named = new Set(standard.map(({ draft }) => draft.name));
  const access = [
    // A part comes off once: the headliner for the roof and for a curtain airbag.
    ...accessLines(jobs, { body_class: inputs.repaired.body_class, takeRate, unfitted }).filter(
      ({ name }) => !named.has(name),
    ),
    ...smallPartLines(jobs, inputs, unfitted),
  ];
  return [
    ...standard,
    ...operationChances([...writtenOperations(drafts, car), ...access], [...damage, ...standard]),
  ];
}

/** The operations that the damage lines bring. */
export function operationsOf(
  damage: readonly Line[],
  of: OperationsOf,
  edits: ReportEdits,
  weights: readonly number[],
): Line[] {
  return broughtBy(damage, of).flatMap(({ draft: given, chance: brought }): Line[] => {
    const set = figuresFor(edits, given.id);
    const probability = set?.probability ?? chanceUnder(weights, brought);
    if (probability === 0 && !set) return [];
    // What its user says of its chance, the forecast counts in full.
    const { counts: _, ...whole } = given;
    return [
      {
        draft: { ...asDone(set?.probability === undefined ? given : whole, set), probability },
        given,
        chance: set?.probability === undefined ? brought : constantChance(set.probability),
        probability,
        believed: null,
        told: set?.probability !== undefined,
      },
    ];
  });
}

export type Setting = {
  readonly inputs: EstimateInputs;
  readonly edits: ReportEdits;
  readonly rates: Rates;
  readonly tax: EstimateInputs['tax'];
  readonly stage: EstimateInputs['repaired']['stage'];
  readonly weights: readonly number[];
};

/** Part prices as the user buys: new, aftermarket or used, and bands in proportion to the catalogue. */
export function priced(
  lines: readonly BelievedLine[],
  scenario: EstimateSettings | undefined,
  share: CatalogueShare | null,
  { inputs }: Setting,
): BelievedLine[] {
  const { parts, bands } = scenario ?? {};
  if (!parts && !(bands && share)) return [...lines];
  const bought = (line: DraftLine, part: DraftPart): DraftPart => {
    const one = bands && share ? inProportion(part, share.share) : part;
    return (parts && chosenPartPrice(line, one, parts, inputs.priced)) ?? one;
  };
  /** The one part a line is written with, unless the user's choice takes its place. */
  const asTaken = (line: DraftLine, written: DraftPart | undefined, mixed: DraftPart | null) => {
    const chosen = parts && mixed && chosenPartPrice(line, mixed, parts, inputs.priced);
    if (!written || chosen) return {};
    return { written_part: bands && share ? inProportion(written, share.share) : written };
  };
  const asBought = (draft: DraftLine): DraftLine => {
    const { part, written_part, sectioning, ...rest } = draft;
    return {
      ...rest,
      part: part && bought(draft, part),
      ...asTaken(draft, written_part, part),
      sectioning: sectioning && {
        hours: sectioning.hours,
        part: bought(draft, sectioning.part),
        ...asTaken(draft, sectioning.written_part, sectioning.part),
      },
    };
  };
  return lines.map((line) => ({
    ...line,
    reference_part: line.reference_part ?? line.draft.part,
    draft: asBought(line.draft),
    done: line.done && asBought(line.done),
  }));
}

/** All that is believed of a lot and asked for it, before anything is written. */
export type Case = {
  readonly setting: Setting;
  readonly evidence: readonly EvidenceItem[];
  readonly listing: Listing;
  readonly belief: Belief;
  readonly questions: readonly OptionQuestion[];
  readonly share: CatalogueShare | null;
  readonly lines: readonly Line[];
  /** Lines the user took out. */
  readonly out: readonly Line[];
};
