import type { CalibrationForm } from '../../../contract/schemas/damage.ts';
import type { ConfidenceCurve } from '../confidence-curve.ts';
import { type Calibration, calibrationOf, type TriedForm } from './calibration.ts';
import type { EvaluatedLot } from './eval.ts';
import { bootstrapInterval } from './interval.ts';
import { type Evaluation, evaluate, type LookOf, type ScoredLot, statedIn } from './score.ts';

export type Interval = [low: number, high: number] | null;

/** What was run: which model with which prompts, and when it answered. */
export type EvaluatedModel = {
  model: string;
  prompt_version: string;
  dated: string;
  /** The answers were recorded earlier; no model was asked now. */
  replayed: boolean;
};

/** The figures of one run, with what they cost and how sure they are. */
export type EvaluationReport = {
  /** What these figures are, and what they are not. */
  note: string;
  source: string;
  run: EvaluatedModel;
  figures: Evaluation;
  intervals_95: Record<
    'f1' | 'precision' | 'recall' | 'f1_with_side' | 'side_right' | 'specificity',
    Interval
  >;
  /** What stated confidence is worth, by the labels. */
  calibration: Calibration;
  cost: { usd: number | null; usd_per_lot: number | null; tokens_in: number; tokens_out: number };
  seconds: { median_per_lot: number; slowest_lot: number };
  /** Lots of which no photo was examined; they count as found nothing. */
  not_examined: string[];
};

const NOTE =
  'Figures of this folder with this model, prompts and day. They are no claim of accuracy: labels, photos and sampling decide them.';

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

/** Scores, intervals over lots, calibration held towards `first`, cost and time. */
export function evaluationReport(
  lots: readonly EvaluatedLot[],
  threshold: number,
  about: { source: string; run: EvaluatedModel; first: ConfidenceCurve; lookOf: LookOf },
): EvaluationReport {
  const interval = (figure: (of: Evaluation) => number | null): Interval =>
    bootstrapInterval<ScoredLot>(lots, (sample) => figure(evaluate(sample, threshold)));
  // One lot of unknown cost makes the sum unknown.
  const usd = lots.some((lot) => lot.usd === null)
    ? null
    : lots.reduce((sum, lot) => sum + (lot.usd ?? 0), 0);
  const sum = (of: (lot: EvaluatedLot) => number) => lots.reduce((total, lot) => total + of(lot), 0);
  return {
    note: NOTE,
    source: about.source,
    run: about.run,
    figures: evaluate(lots, threshold),
    intervals_95: {
      f1: interval((evaluation) => evaluation.without_side.micro.f1),
      precision: interval((evaluation) => evaluation.without_side.micro.precision),
      recall: interval((evaluation) => evaluation.without_side.micro.recall),
      f1_with_side: interval((evaluation) => evaluation.with_side.micro.f1),
      side_right: interval((evaluation) => evaluation.side.right),
      specificity: interval((evaluation) => evaluation.whole.specificity),
    },
    calibration: calibrationOf(
      lots.map((lot) => statedIn(lot, about.lookOf)),
      about.first,
    ),
    cost: {
      usd,
      usd_per_lot: usd === null || lots.length === 0 ? null : usd / lots.length,
      tokens_in: sum((lot) => lot.tokens_in),
      tokens_out: sum((lot) => lot.tokens_out),
    },
    seconds: {
      median_per_lot: median(lots.map((lot) => lot.ms)) / 1000,
      slowest_lot: Math.max(0, ...lots.map((lot) => lot.ms)) / 1000,
    },
    not_examined: lots.filter((lot) => lot.examined === 0).map((lot) => lot.lot),
  };
}

const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
const range = (interval: Interval): string =>
  interval === null ? '' : ` (95%: ${interval[0].toFixed(3)}–${interval[1].toFixed(3)})`;

const FORM_WORDS: Record<CalibrationForm, string> = {
  first_values: 'first values',
  slope_and_offset: 'slope and offset',
  beta: 'beta curve',
  isotonic: 'steps',
};
const triedWords = ({ form, by_look, log_loss }: TriedForm): string =>
  `${FORM_WORDS[form]}${by_look ? ' by look' : ''} ${figure(log_loss)}`;

function calibrationLines({ labels, curve, tried, held_out }: Calibration): string[] {
  const { form = 'first_values', rising, falling, offset, points, looks = {} } = curve;
  const drawn =
    points === undefined
      ? `rising ${rising.toFixed(2)}, falling ${falling.toFixed(2)}, offset ${offset.toFixed(2)}`
      : `${points.length} points from ${figure(points[0]?.[1] ?? null)} to ${figure(points.at(-1)?.[1] ?? null)}`;
  const offsets = Object.entries(looks).map(
    ([look, row]) =>
      `${look} ${row.offset < 0 ? '−' : '+'}${Math.abs(row.offset).toFixed(2)} (${row.labels})`,
  );
  return [
    `calibrated     ${labels} findings, ${FORM_WORDS[form]}: ${drawn}`,
    ...(offsets.length > 0 ? [`               by look: ${offsets.join(', ')}`] : []),
    ...(tried.length > 1
      ? [`               log loss on lots held out, the least is taken: ${tried.map(triedWords).join(', ')}`]
      : []),
    held_out === null
      ? '               on lots held out: – (fewer than two lots with findings)'
      : `               on lots held out: ECE ${figure(held_out.ece)}${range(held_out.ece_95)}, Brier ${figure(held_out.brier)}${range(held_out.brier_95)}, log loss ${figure(held_out.log_loss)}${range(held_out.log_loss_95)}`,
  ];
}

/** The report as text for a terminal. */
export function evaluationText(report: EvaluationReport): string {
  const { figures, intervals_95: intervals, cost } = report;
  const {
    without_side: loose,
    with_side: strict,
    severity,
    undamaged,
    whole,
    calibration,
    operation,
    side,
  } = figures;
  const parts = Object.entries(figures.per_part).map(([part, { without_side: a, with_side: b }]) =>
    [
      part.padEnd(28),
      a.tp,
      a.fp,
      a.fn,
      figure(a.precision),
      figure(a.recall),
      figure(a.f1),
      figure(b.f1),
    ].join('\t'),
  );
  const lines = [
    report.note,
    `${report.run.model}, prompts ${report.run.prompt_version}, ${report.run.replayed ? 'answers recorded' : 'asked'} on ${report.run.dated}; ${report.source}`,
    '',
    `${figures.lots} lots, ${figures.photos} photos, findings from ${figures.threshold} on`,
    `without side   precision ${figure(loose.micro.precision)}${range(intervals.precision)}   recall ${figure(loose.micro.recall)}${range(intervals.recall)}   F1 ${figure(loose.micro.f1)}${range(intervals.f1)}   macro F1 ${figure(loose.macro_f1)}`,
    `with side      precision ${figure(strict.micro.precision)}   recall ${figure(strict.micro.recall)}   F1 ${figure(strict.micro.f1)}${range(intervals.f1_with_side)}   macro F1 ${figure(strict.macro_f1)}`,
    `side           right ${figure(side.right)}${range(intervals.side_right)} of ${side.sided_pairs}, unknown ${figure(side.unknown)}`,
    `severity       exact ${figure(severity.exact)}, within one ${figure(severity.within_one)}, quadratic kappa ${figure(severity.quadratic_kappa)} of ${severity.pairs}`,
    `operation      right ${figure(operation.right)} of ${operation.pairs}: ${operation.replace_called_repair} to replace called repair, ${operation.repair_called_replace} to repair called replace`,
    `undamaged      ${undamaged.false_findings} findings on ${undamaged.photos} photos of ${undamaged.lots} cars (${figure(undamaged.per_photo)} a photo)`,
    `whole parts    specificity ${figure(whole.specificity)}${range(intervals.specificity)}: of ${whole.labelled} labeled ${whole.named_whole} named whole, ${whole.called_damaged} called damaged, ${whole.not_named} not named; ${whole.damaged_named_whole} damaged parts named whole`,
    `as stated      ECE ${figure(calibration.ece)} in 5 bins, Brier ${figure(calibration.brier)}, over ${calibration.findings} findings`,
    ...calibrationLines(report.calibration),
    `cost           ${cost.usd === null ? 'unknown' : `$${cost.usd.toFixed(4)}, $${(cost.usd_per_lot ?? 0).toFixed(4)} a report`}, ${cost.tokens_in} tokens in, ${cost.tokens_out} out`,
    `time           ${report.seconds.median_per_lot.toFixed(1)} s a lot (median), ${report.seconds.slowest_lot.toFixed(1)} s at most`,
    ...(report.not_examined.length > 0 ? [`not examined   ${report.not_examined.join(', ')}`] : []),
    '',
    ['part'.padEnd(28), 'tp', 'fp', 'fn', 'P', 'R', 'F1', 'F1 side'].join('\t'),
    ...parts,
  ];
  return `${lines.join('\n')}\n`;
}
