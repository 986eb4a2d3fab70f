import { DAMAGE_LOOKS, type DetectionRates, PART_KINDS } from '../../../contract/schemas/damage.ts';
import type { ConfidenceCurve } from '../../damage-detectors/confidence-curve.ts';
import { calibrationOf, neverFalling } from '../../damage-detectors/evaluation/calibration.ts';
import {
  type LabelledWhole,
  pairUp,
  type ScoredLot,
  statedIn,
} from '../../damage-detectors/evaluation/score.ts';
import { FIRST_RATES } from '../inference/inference-table.ts';
import { classOf, lookOf, partKindOf } from '../inference/photo-likelihood.ts';

/** How many labels the table's first value of a rate counts as (judgement). */
const FIRST_COUNTS_AS = 20;
/** Rates stay short of certainty, however many labels agree. */
const [LEAST, MOST] = [0.01, 0.995];

type Counted = { readonly hits: number; readonly of: number };
type Three = [number, number, number];

/** The counted share, held towards the first value the more the fewer labels there are. */
const heldShare = ({ hits, of }: Counted, first: number): number => {
  const held = (hits + FIRST_COUNTS_AS * first) / (of + FIRST_COUNTS_AS);
  return Math.round(Math.min(MOST, Math.max(LEAST, held)) * 1e4) / 1e4;
};

/** Rates that must not fall, with neighbours that do at their common mean, by how many labels each has. */
function notFalling(rates: readonly number[], labels: readonly number[]): Three {
  const blocks = neverFalling(
    rates.map((rate, at) => ({ rate, weight: (labels[at] ?? 0) + FIRST_COUNTS_AS })),
  );
  const [a = 0, b = 0, c = 0] = blocks.flatMap(({ rate, of }) => of.map(() => rate));
  return [a, b, c];
}

const pieceOf = ({ category, side, position }: LabelledWhole): string => [category, side, position].join('|');
type Damaged = {
  readonly truth: ScoredLot['truth'][number];
  readonly found: ScoredLot['found'][number] | null;
};
type Whole = {
  readonly part: LabelledWhole;
  /** What it was called damaged as; null: not called so. */
  readonly called: ScoredLot['found'][number] | null;
};

/**
 * Labels as told about. A finding counts whatever its confidence, which is weighed by itself; one whose side is told wrong finds
 * nothing. Parts labelled whole that were neither named nor called damaged were not in view for the model: they say nothing.
 */
function toldOf(lot: ScoredLot): { damaged: Damaged[]; whole: Whole[] } {
  const { pairs, missed } = pairUp(lot, 0, 'bare');
  const { extra } = pairUp(lot, 0, 'sided');
  const called = new Map(
    extra.map((found) => [pieceOf({ ...found, position: found.position ?? 'none' }), found]),
  );
  const named = new Set(lot.named_whole.map(pieceOf));
  return {
    damaged: [
      ...pairs.map(({ truth, found }) => ({
        truth,
        found: found.side === truth.side || found.side === 'unknown' ? found : null,
      })),
      ...missed.map((truth) => ({ truth, found: null })),
    ],
    whole: lot.truly_whole.flatMap((part): Whole[] => {
      const as = called.get(pieceOf(part)) ?? null;
      return as !== null || named.has(pieceOf(part)) ? [{ part, called: as }] : [];
    }),
  };
}

/** The kind of part that alone can look so; null: any. */
const PART_OF_LOOK: Partial<Record<(typeof DAMAGE_LOOKS)[number], (typeof PART_KINDS)[number]>> = {
  shattered_glass: 'glass',
  glass_chip: 'glass',
  broken_lamp: 'lamp',
  flat_tire: 'tire',
};

const lookOfLabel = ({ category, types }: { category: string; types: readonly string[] }) =>
  lookOf(category, types);

function wholeRates(damaged: readonly Damaged[], whole: readonly Whole[]): DetectionRates['whole'] {
  const rows = PART_KINDS.map((kind) => {
    const first = FIRST_RATES.whole[kind];
    const labelled = damaged.filter(({ truth }) => partKindOf(truth.category) === kind);
    const byClass = ([0, 1, 2] as const).map((state) => {
      const of = labelled.filter(({ truth }) => truth.severity !== null && classOf(truth.severity) === state);
      return { hits: of.filter(({ found }) => found !== null).length, of: of.length };
    });
    const told = whole.filter(({ part }) => partKindOf(part.category) === kind);
    const sens = byClass.map((counted, at) => heldShare(counted, first.sens[at] ?? 0));
    const row: DetectionRates['whole'][typeof kind] = {
      sens: notFalling(
        sens,
        byClass.map(({ of }) => of),
      ),
      spec: heldShare(
        { hits: told.filter(({ called }) => called === null).length, of: told.length },
        first.spec,
      ),
      n: { damaged: byClass.reduce((sum, { of }) => sum + of, 0), whole: told.length },
    };
    return [kind, row] as const;
  });
  return Object.fromEntries(rows) as DetectionRates['whole'];
}

function lookRates(damaged: readonly Damaged[], whole: readonly Whole[]): DetectionRates['kinds'] {
  const rows = DAMAGE_LOOKS.map((look) => {
    const first = FIRST_RATES.kinds[look];
    const labelled = damaged.filter(({ truth }) => truth.types.length > 0 && lookOfLabel(truth) === look);
    const kind = PART_OF_LOOK[look];
    const told = whole.filter(({ part }) => kind === undefined || partKindOf(part.category) === kind);
    const falsely = told.filter(({ called }) => called !== null && lookOfLabel(called) === look).length;
    const row: DetectionRates['kinds'][typeof look] = {
      sens: heldShare(
        { hits: labelled.filter(({ found }) => found !== null).length, of: labelled.length },
        first.sens,
      ),
      spec: heldShare({ hits: told.length - falsely, of: told.length }, first.spec),
      n: { damaged: labelled.length, whole: told.length },
    };
    return [look, row] as const;
  });
  return Object.fromEntries(rows) as DetectionRates['kinds'];
}

function statedRates(damaged: readonly Damaged[]): DetectionRates['stated_severity'] {
  const pairs = damaged.flatMap(({ truth, found }) =>
    truth.severity === null || found === null || found.severity === null
      ? []
      : [{ true_class: classOf(truth.severity), stated: classOf(found.severity) }],
  );
  const first = FIRST_RATES.stated_severity;
  const row = (state: 0 | 1 | 2, firstRow: readonly number[]): Three => {
    const of = pairs.filter(({ true_class }) => true_class === state);
    const share = (stated: 0 | 1 | 2): number =>
      (of.filter((pair) => pair.stated === stated).length + FIRST_COUNTS_AS * (firstRow[stated] ?? 0)) /
      (of.length + FIRST_COUNTS_AS);
    return [share(0), share(1), share(2)];
  };
  return {
    minor: row(0, first.minor),
    moderate: row(1, first.moderate),
    severe: row(2, first.severe),
    n: pairs.length,
  };
}

/** Of an undivided first value: what stated confidence is taken for without labels. */
export const FIRST_CURVE: ConfidenceCurve = FIRST_RATES.calibration;

/** What labelled lots say of how well the model sees, in the form the inference takes; each rate held towards its first value. */
export function detectionRates(
  lots: readonly ScoredLot[],
  about: Pick<DetectionRates, 'source' | 'model' | 'prompt_version' | 'dated'>,
): DetectionRates {
  const told = lots.map(toldOf);
  const damaged = told.flatMap((lot) => lot.damaged);
  const whole = told.flatMap((lot) => lot.whole);
  const { curve, labels } = calibrationOf(
    lots.map((lot) => statedIn(lot, lookOf)),
    FIRST_CURVE,
  );
  return {
    version: 1,
    ...about,
    lots: lots.length,
    photos: lots.reduce((sum, { photos }) => sum + photos, 0),
    whole: wholeRates(damaged, whole),
    kinds: lookRates(damaged, whole),
    stated_severity: statedRates(damaged),
    calibration: { ...curve, labels },
  };
}
