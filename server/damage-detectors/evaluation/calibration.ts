import {
  CALIBRATION_FORMS,
  type CalibrationForm,
  DAMAGE_LOOKS,
  type DamageLook,
} from '../../../contract/schemas/damage.ts';
import {
  type ConfidenceCurve,
  calibrated,
  curveOdds,
  insideConfidence,
  logistic,
} from '../confidence-curve.ts';
import { bootstrapInterval } from './interval.ts';
import { brierScore, calibrationError, logLoss, type Stated } from './score.ts';

const LEAST_LABELS: Readonly<Record<CalibrationForm, number>> = {
  first_values: 0,
  slope_and_offset: 50,
  beta: 300,
  isotonic: 1000,
};
/** A look with fewer labels keeps the common curve. */
const LOOK_FROM = LEAST_LABELS.slope_and_offset;
/** How many findings the first values count as, in each direction (judgement). */
const RIDGE = 10;
/** How many findings the beta curve counts as in each hundredth of stated confidence, where steps are drawn (judgement). */
const STEP_HELD = 0.2;
const FOLDS = 5;
const SWEEPS = 400;

/** The forms that as many labels can be drawn by, simplest first. */
export const formsFor = (labels: number): CalibrationForm[] =>
  CALIBRATION_FORMS.filter((form) => labels >= LEAST_LABELS[form]);

type Row = { readonly features: readonly number[]; readonly right: boolean };

/**
 * Logistic regression held towards first values: coordinate by coordinate with Newton's step, none but the last (the offset)
 * below 0. The penalty makes it convex, so it ends at the one optimum from wherever it starts.
 */
function heldRegression(rows: readonly Row[], first: readonly number[]): number[] {
  const weights = [...first];
  const odds = Float64Array.from(rows, ({ features }) =>
    features.reduce((sum, x, at) => sum + x * (first[at] ?? 0), 0),
  );
  const rights = Float64Array.from(rows, ({ right }) => (right ? 1 : 0));
  const columns = first.map((_, at) => Float64Array.from(rows, ({ features }) => features[at] ?? 0));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    let moved = 0;
    for (let at = 0; at < weights.length; at += 1) {
      const weight = weights[at] ?? 0;
      let slope = RIDGE * (weight - (first[at] ?? 0));
      let curve = RIDGE;
      // By index, and each feature in a row of its own: these loops are nearly all of the time.
      const values = columns[at] ?? [];
      for (let index = 0; index < rights.length; index += 1) {
        const x = values[index] ?? 0;
        const chance = logistic(odds[index] ?? 0);
        slope += x * (chance - (rights[index] ?? 0));
        // At least a tenth of the steepest: a longer step could leap over the optimum.
        curve += x * x * Math.max(0.025, chance * (1 - chance));
      }
      const next = at === weights.length - 1 ? weight - slope / curve : Math.max(0, weight - slope / curve);
      for (let index = 0; index < odds.length; index += 1)
        odds[index] = (odds[index] ?? 0) + (next - weight) * (values[index] ?? 0);
      weights[at] = next;
      moved = Math.max(moved, Math.abs(next - weight));
    }
    if (moved < 1e-9) break;
  }
  return weights;
}

/** Rates in order that must not fall, with neighbours that do at their common mean (pool adjacent violators). */
export function neverFalling<Rated extends { readonly rate: number; readonly weight: number }>(
  rates: readonly Rated[],
): { rate: number; weight: number; of: Rated[] }[] {
  const blocks: { rate: number; weight: number; of: Rated[] }[] = [];
  for (const rated of rates) {
    let block = { rate: rated.rate, weight: rated.weight, of: [rated] };
    for (let last = blocks.at(-1); last && last.rate >= block.rate; last = blocks.at(-1)) {
      blocks.pop();
      const weight = last.weight + block.weight;
      const rate = (last.rate * last.weight + block.rate * block.weight) / weight;
      block = { rate, weight, of: [...last.of, ...block.of] };
    }
    blocks.push(block);
  }
  return blocks;
}

const short = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Steps by hundredths of stated confidence, never falling, each held towards the beta curve; points are the steps' middles. */
function isotonicPoints(findings: readonly Stated[], beta: ConfidenceCurve): ConfidenceCurve['points'] {
  const hundredths = Array.from({ length: 101 }, (_, at) => ({
    at: insideConfidence(at / 100),
    right: STEP_HELD * calibrated(beta, at / 100),
    weight: STEP_HELD,
  }));
  for (const { probability, right } of findings) {
    const step = hundredths[Math.round(insideConfidence(probability) * 100)];
    if (step === undefined) continue;
    step.right += right ? 1 : 0;
    step.weight += 1;
  }
  const rates = hundredths.map((step) => ({ ...step, rate: step.right / step.weight }));
  return neverFalling(rates).map(({ rate, weight, of }) => [
    short(of.reduce((sum, step) => sum + step.at * step.weight, 0) / weight),
    short(Math.min(0.9999, Math.max(0.0001, rate))),
  ]);
}

/** The curve that findings with labels give in this form, held towards `first`. */
export function fitForm(
  form: CalibrationForm,
  findings: readonly Stated[],
  first: ConfidenceCurve,
): ConfidenceCurve {
  if (form === 'first_values') return { ...first, form };
  const rows = findings.map(({ probability, right }) => {
    const confidence = insideConfidence(probability);
    const [up, down] = [Math.log(confidence), -Math.log(1 - confidence)];
    return { features: form === 'slope_and_offset' ? [up + down, 1] : [up, down, 1], right };
  });
  if (form === 'slope_and_offset') {
    const [slope = 0, offset = 0] = heldRegression(rows, [(first.rising + first.falling) / 2, first.offset]);
    return { form, rising: slope, falling: slope, offset };
  }
  const [rising = 0, falling = 0, offset = 0] = heldRegression(rows, [
    first.rising,
    first.falling,
    first.offset,
  ]);
  const beta = { form, rising, falling, offset };
  return form === 'beta' ? beta : { ...beta, points: isotonicPoints(findings, beta) };
}

const looksIn = (findings: readonly Stated[]): Map<DamageLook, Stated[]> =>
  new Map(
    DAMAGE_LOOKS.map((look) => [look, findings.filter((finding) => finding.look === look)] as const).filter(
      ([, labelled]) => labelled.length > 0,
    ),
  );
const looksWithEnough = (findings: readonly Stated[]): DamageLook[] =>
  [...looksIn(findings)].filter(([, { length }]) => length >= LOOK_FROM).map(([look]) => look);

/** How far a look's findings lie off the common curve, in log odds, held towards 0: the one optimum, by Newton's steps. */
function offsetOf(curve: ConfidenceCurve, findings: readonly Stated[]): number {
  const odds = findings.map(({ probability }) => curveOdds(curve, probability));
  let offset = 0;
  for (let step = 0; step < SWEEPS; step += 1) {
    let slope = RIDGE * offset;
    let bend = RIDGE;
    for (const [at, { right }] of findings.entries()) {
      const chance = logistic((odds[at] ?? 0) + offset);
      slope += chance - (right ? 1 : 0);
      // At least a tenth of the steepest: a longer step could leap over the optimum.
      bend += Math.max(0.025, chance * (1 - chance));
    }
    offset -= slope / bend;
    if (Math.abs(slope / bend) < 1e-9) break;
  }
  return Math.min(6, Math.max(-6, offset));
}

/** The curve with an offset for each of these looks. */
function withLooks(
  curve: ConfidenceCurve,
  findings: readonly Stated[],
  looks: readonly DamageLook[],
): ConfidenceCurve {
  if (looks.length === 0) return curve;
  const labelled = looksIn(findings);
  const rows = looks.flatMap((look) => {
    const of = labelled.get(look) ?? [];
    return of.length === 0 ? [] : [[look, { offset: offsetOf(curve, of), labels: of.length }] as const];
  });
  return { ...curve, looks: Object.fromEntries(rows) };
}

type Interval = [low: number, high: number] | null;
/** One way to draw the curve, and what it loses on lots that it was not drawn from: nats a finding. */
export type TriedForm = { form: CalibrationForm; by_look: boolean; log_loss: number };
export type Calibration = {
  labels: number;
  curve: ConfidenceCurve;
  /** Every way that there are labels enough for, simplest first; empty with fewer than two lots that have findings. */
  tried: TriedForm[];
  /** Of each lot by the curve that the other lots gave, in the form taken; null with fewer than two lots that have findings. */
  held_out: {
    ece: number;
    brier: number;
    log_loss: number;
    ece_95: Interval;
    brier_95: Interval;
    log_loss_95: Interval;
  } | null;
};

/** Each lot by the curve that the other lots gave. */
function unseenBy(
  lots: readonly (readonly Stated[])[],
  draw: (findings: readonly Stated[]) => ConfidenceCurve,
): Stated[][] {
  const folds = Math.min(FOLDS, lots.length);
  const curves = Array.from({ length: folds }, (_, fold) =>
    draw(lots.filter((_, other) => other % folds !== fold).flat()),
  );
  return lots.map((findings, at) => {
    const curve = curves[at % folds];
    return findings.map((finding) =>
      curve === undefined
        ? finding
        : { ...finding, probability: calibrated(curve, finding.probability, finding.look) },
    );
  });
}

/**
 * The curve of all lots, in the form that loses least on lots it was not drawn from; the simpler one where two lose the same. Where
 * no lot can be held out, slope and offset at most.
 */
export function calibrationOf(lots: readonly (readonly Stated[])[], first: ConfidenceCurve): Calibration {
  const told = lots.filter((findings) => findings.length > 0);
  const all = told.flat();
  const labels = all.length;
  const forms = formsFor(labels);
  if (told.length < 2) {
    const form = forms[1] ?? 'first_values';
    return { labels, curve: fitForm(form, all, first), tried: [], held_out: null };
  }
  const looks = looksWithEnough(all);
  const ways = forms.flatMap((form) =>
    (looks.length > 0 ? [false, true] : [false]).map((by_look) => {
      const draw = (findings: readonly Stated[]): ConfidenceCurve =>
        withLooks(fitForm(form, findings, first), findings, by_look ? looks : []);
      const unseen = unseenBy(told, draw);
      return { form, by_look, draw, unseen, log_loss: logLoss(unseen.flat()) ?? 0 };
    }),
  );
  const taken = ways.reduce((best, way) => (way.log_loss < best.log_loss ? way : best));
  const { unseen } = taken;
  return {
    labels,
    curve: taken.draw(all),
    tried: ways.map(({ form, by_look, log_loss }) => ({ form, by_look, log_loss })),
    held_out: {
      ece: calibrationError(unseen.flat()) ?? 0,
      brier: brierScore(unseen.flat()) ?? 0,
      log_loss: taken.log_loss,
      ece_95: bootstrapInterval(unseen, (drawn) => calibrationError(drawn.flat())),
      brier_95: bootstrapInterval(unseen, (drawn) => brierScore(drawn.flat())),
      log_loss_95: bootstrapInterval(unseen, (drawn) => logLoss(drawn.flat())),
    },
  };
}
