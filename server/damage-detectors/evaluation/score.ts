import { z } from 'zod';
import { type DamageLook, damageTypeSchema, type Finding } from '../../../contract/schemas/damage.ts';
import { positionSchema, sideSchema } from '../../../contract/schemas/part.ts';

/** A damaged part as a person labelled it. */
export const labelledPartSchema = z.object({
  category: z.string(),
  side: sideSchema.default('none'),
  position: positionSchema.default('none'),
  severity: z.number().int().min(1).max(4).nullable().default(null),
  operation: z.enum(['repair', 'replace']).nullable().default(null),
  /** What the damage is; may be left out. */
  types: z.array(damageTypeSchema).default([]),
});
export type LabelledPart = z.infer<typeof labelledPartSchema>;

/** A part a person labelled as visibly whole. */
export const labelledWholeSchema = labelledPartSchema.pick({ category: true, side: true, position: true });
export type LabelledWhole = z.infer<typeof labelledWholeSchema>;

/** One lot's labels and what the detector said. */
export type ScoredLot = {
  readonly lot: string;
  readonly truth: readonly LabelledPart[];
  /** Parts labelled as visibly whole; empty where nobody labelled any. */
  readonly truly_whole: readonly LabelledWhole[];
  /** Visible findings on photos; declared and hidden ones are not scored. */
  readonly found: readonly Pick<
    Finding,
    'category' | 'side' | 'position' | 'severity' | 'operation' | 'probability' | 'confidence' | 'types'
  >[];
  /** Pieces the detector named as seen whole, enough of each in the picture. */
  readonly named_whole: readonly LabelledWhole[];
  readonly photos: number;
};

export type Tally = { tp: number; fp: number; fn: number };
export type Scores = { precision: number | null; recall: number | null; f1: number | null };

/** Null where nothing can be said: no finding, or nothing to find. */
export function scoresOf({ tp, fp, fn }: Tally): Scores {
  return {
    precision: tp + fp === 0 ? null : tp / (tp + fp),
    recall: tp + fn === 0 ? null : tp / (tp + fn),
    f1: tp + fp + fn === 0 ? null : (2 * tp) / (2 * tp + fp + fn),
  };
}

type Keyed = { category: string; side: string; position?: string | undefined };
const bare = (keyed: Keyed): string => keyed.category;
const sided = (keyed: Keyed): string => `${keyed.category}|${keyed.side}|${keyed.position ?? 'none'}`;

type Pair = { truth: LabelledPart; found: ScoredLot['found'][number] };

/**
 * Findings of one lot against its labels, surest first, each label used once. `mode` bare compares the category alone,
 * so that two labelled headlamps need two findings.
 */
export function pairUp(lot: ScoredLot, threshold: number, mode: 'bare' | 'sided') {
  const key = mode === 'bare' ? bare : sided;
  const open = [...lot.truth];
  const pairs: Pair[] = [];
  const extra: ScoredLot['found'][number][] = [];
  const found = [...lot.found].sort((a, b) => b.probability - a.probability);
  for (const finding of found.filter((entry) => entry.probability >= threshold)) {
    const exact = open.findIndex((entry) => sided(entry) === sided(finding));
    const at = exact >= 0 ? exact : open.findIndex((entry) => key(entry) === key(finding));
    const [truth] = at >= 0 ? open.splice(at, 1) : [];
    if (truth) pairs.push({ truth, found: finding });
    else extra.push(finding);
  }
  return { pairs, extra, missed: open };
}

/** Counts over lots, in all and per category. */
export function tally(lots: readonly ScoredLot[], threshold: number, mode: 'bare' | 'sided') {
  const byPart = new Map<string, Tally>();
  const of = (category: string): Tally => {
    const known = byPart.get(category) ?? { tp: 0, fp: 0, fn: 0 };
    byPart.set(category, known);
    return known;
  };
  for (const lot of lots) {
    const { pairs, extra, missed } = pairUp(lot, threshold, mode);
    for (const { truth } of pairs) of(truth.category).tp += 1;
    for (const finding of extra) of(finding.category).fp += 1;
    for (const truth of missed) of(truth.category).fn += 1;
  }
  const all: Tally = { tp: 0, fp: 0, fn: 0 };
  for (const part of byPart.values()) {
    all.tp += part.tp;
    all.fp += part.fp;
    all.fn += part.fn;
  }
  return { all, byPart };
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Share of pairs for which `holds`; null without pairs. */
const shareOf = (pairs: readonly Pair[], holds: (pair: Pair) => boolean): number | null =>
  mean(pairs.map((pair) => (holds(pair) ? 1 : 0)));

/** Cohen's kappa over the four severities with quadratic weights; null where chance alone agrees fully. */
export function quadraticKappa(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length === 0) return null;
  const distance = (a: number, b: number) => ((a - b) / 3) ** 2;
  const observed = pairs.reduce((sum, [a, b]) => sum + distance(a, b), 0) / pairs.length;
  let expected = 0;
  for (const [a] of pairs) for (const [, b] of pairs) expected += distance(a, b);
  expected /= pairs.length ** 2;
  return expected === 0 ? null : 1 - observed / expected;
}

/** A finding's stated confidence, 0–1, what it looks like, and whether a label bears it out. */
export type Stated = {
  readonly probability: number;
  readonly right: boolean;
  readonly look?: DamageLook;
};
/** What a damage of this part and these types looks like. */
export type LookOf = (category: string, types: readonly string[]) => DamageLook;

/** Every finding of a lot as stated, whatever its confidence; right only on the labelled side. */
export function statedIn(lot: ScoredLot, lookOf?: LookOf): Stated[] {
  const { pairs, extra } = pairUp(lot, 0, 'sided');
  const stated = (found: ScoredLot['found'][number], right: boolean): Stated => ({
    probability: found.confidence ?? found.probability,
    right,
    ...(lookOf && { look: lookOf(found.category, found.types) }),
  });
  return [...pairs.map(({ found }) => stated(found, true)), ...extra.map((found) => stated(found, false))];
}

/** Mean squared distance of chance and outcome. */
export const brierScore = (answers: readonly Stated[]): number | null =>
  mean(answers.map(({ probability, right }) => (probability - (right ? 1 : 0)) ** 2));

/** Mean loss of chance against outcome, in nats; a chance that is out by certainty counts as one in a million. */
export const logLoss = (answers: readonly Stated[]): number | null =>
  mean(
    answers.map(({ probability, right }) => -Math.log(Math.max(1e-6, right ? probability : 1 - probability))),
  );

/** Expected calibration error over five equal bins of probability. */
export function calibrationError(answer: readonly Stated[]): number | null {
  if (answer.length === 0) return null;
  const bins = Array.from({ length: 5 }, () => ({ count: 0, sum: 0, right: 0 }));
  for (const { probability, right } of answer) {
    const bin = bins[Math.min(4, Math.floor(probability * 5))];
    if (!bin) continue;
    bin.count += 1;
    bin.sum += probability;
    bin.right += right ? 1 : 0;
  }
  return bins.reduce((error, bin) => error + Math.abs(bin.sum - bin.right) / answer.length, 0);
}

/** How the parts labelled whole were told, and how many damaged ones were passed for whole. */
export type WholeScores = {
  labelled: number;
  /** Named as whole and not found damaged. */
  named_whole: number;
  called_damaged: number;
  /** Neither: said nothing of them. */
  not_named: number;
  /** Of those told about, the share not called damaged; null without any. */
  specificity: number | null;
  /** Parts labelled damaged that were named whole and not found. */
  damaged_named_whole: number;
};

/** Specificity where parts are labelled whole; a part said both damaged and whole counts as damaged. */
export function wholeScores(lots: readonly ScoredLot[], threshold: number): WholeScores {
  const scores = { labelled: 0, named_whole: 0, called_damaged: 0, not_named: 0, damaged_named_whole: 0 };
  for (const lot of lots) {
    const { extra, missed } = pairUp(lot, threshold, 'sided');
    const damaged = new Set(extra.map(sided));
    const named = new Set(lot.named_whole.map(sided));
    for (const part of lot.truly_whole) {
      scores.labelled += 1;
      if (damaged.has(sided(part))) scores.called_damaged += 1;
      else if (named.has(sided(part))) scores.named_whole += 1;
      else scores.not_named += 1;
    }
    scores.damaged_named_whole += missed.filter((part) => named.has(sided(part))).length;
  }
  const told = scores.named_whole + scores.called_damaged;
  return { ...scores, specificity: told === 0 ? null : scores.named_whole / told };
}

export type Evaluation = {
  lots: number;
  photos: number;
  threshold: number;
  without_side: { counts: Tally; micro: Scores; macro_f1: number | null };
  with_side: { counts: Tally; micro: Scores; macro_f1: number | null };
  per_part: Record<string, { without_side: Tally & Scores; with_side: Tally & Scores }>;
  side: { sided_pairs: number; right: number | null; unknown: number | null };
  severity: {
    pairs: number;
    exact: number | null;
    within_one: number | null;
    quadratic_kappa: number | null;
  };
  operation: {
    pairs: number;
    right: number | null;
    replace_called_repair: number;
    repair_called_replace: number;
  };
  undamaged: { lots: number; photos: number; false_findings: number; per_photo: number | null };
  whole: WholeScores;
  /** Of the confidence as stated. */
  calibration: { findings: number; ece: number | null; brier: number | null };
};

/** All figures of an evaluation at one threshold; lots without labels are the undamaged ones. */
export function evaluate(lots: readonly ScoredLot[], threshold = 0.5): Evaluation {
  const loose = tally(lots, threshold, 'bare');
  const strict = tally(lots, threshold, 'sided');
  const macro = (counts: ReadonlyMap<string, Tally>) =>
    mean([...counts.values()].flatMap((part) => scoresOf(part).f1 ?? []));
  const pairs = lots.flatMap((lot) => pairUp(lot, threshold, 'bare').pairs);
  const sidedPairs = pairs.filter(({ truth }) => truth.side === 'left' || truth.side === 'right');
  const severities = pairs.flatMap(({ truth, found }): [number, number][] =>
    truth.severity === null || found.severity === null ? [] : [[truth.severity, found.severity]],
  );
  const operations = pairs.filter(({ truth }) => truth.operation !== null);
  const whole = lots.filter((lot) => lot.truth.length === 0);
  const wholePhotos = whole.reduce((sum, lot) => sum + lot.photos, 0);
  const falseFindings = whole.reduce(
    (sum, lot) => sum + lot.found.filter((entry) => entry.probability >= threshold).length,
    0,
  );
  const said = lots.flatMap((lot) => statedIn(lot));
  const none: Tally = { tp: 0, fp: 0, fn: 0 };
  const scored = (counts: Tally) => ({ ...counts, ...scoresOf(counts) });
  return {
    lots: lots.length,
    photos: lots.reduce((sum, lot) => sum + lot.photos, 0),
    threshold,
    without_side: { counts: loose.all, micro: scoresOf(loose.all), macro_f1: macro(loose.byPart) },
    with_side: { counts: strict.all, micro: scoresOf(strict.all), macro_f1: macro(strict.byPart) },
    per_part: Object.fromEntries(
      [...new Set([...loose.byPart.keys(), ...strict.byPart.keys()])].sort().map((part) => [
        part,
        {
          without_side: scored(loose.byPart.get(part) ?? none),
          with_side: scored(strict.byPart.get(part) ?? none),
        },
      ]),
    ),
    side: {
      sided_pairs: sidedPairs.length,
      right: shareOf(sidedPairs, ({ truth, found }) => truth.side === found.side),
      unknown: shareOf(sidedPairs, ({ found }) => found.side === 'unknown'),
    },
    severity: {
      pairs: severities.length,
      exact: mean(severities.map(([a, b]) => (a === b ? 1 : 0))),
      within_one: mean(severities.map(([a, b]) => (Math.abs(a - b) <= 1 ? 1 : 0))),
      quadratic_kappa: quadraticKappa(severities),
    },
    operation: {
      pairs: operations.length,
      right: shareOf(operations, ({ truth, found }) => truth.operation === found.operation),
      replace_called_repair: operations.filter(
        ({ truth, found }) => truth.operation === 'replace' && found.operation === 'repair',
      ).length,
      repair_called_replace: operations.filter(
        ({ truth, found }) => truth.operation === 'repair' && found.operation === 'replace',
      ).length,
    },
    undamaged: {
      lots: whole.length,
      photos: wholePhotos,
      false_findings: falseFindings,
      per_photo: wholePhotos === 0 ? null : falseFindings / wholePhotos,
    },
    whole: wholeScores(lots, threshold),
    calibration: { findings: said.length, ece: calibrationError(said), brier: brierScore(said) },
  };
}
