import type { Estimate } from '../../schemas/estimate.ts';
import type { Lot } from '../../schemas/lot.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { conflictWords, contradictionWords, gapWords } from '../words/reservation.ts';
import { missingNumbers, type ReportReader } from './missing-numbers.ts';
import { readingFlags } from './photo-readings.ts';

type Of = Pick<ReportModel, 'gaps'> &
  Parameters<typeof missingNumbers>[0] &
  Parameters<typeof readingFlags>[0] & {
    lot: Pick<Lot, 'contradictions'>;
    detection: Pick<ReportModel['detection'], 'conflicts'>;
    estimate: Pick<Estimate, 'evidence'>;
  };

type Conflict = ReportModel['detection']['conflicts'][number];

/** Whether the user has said how the part is that photos disagree about. */
const isSettled = ({ fact }: Conflict, { evidence = [] }: Pick<Estimate, 'evidence'>): boolean =>
  fact?.code === 'photos_disagree' &&
  evidence.some(
    ({ kind, part }) =>
      kind === 'part_answer' &&
      part?.category === fact.part.category &&
      part.name === (fact.part.name ?? null) &&
      (part.side === fact.part.side || part.side === 'unknown'),
  );

/** So many stand at the head of page and PDF; what is beyond stands among the notes. */
const HEAD_RESERVATIONS = 6;

/**
 * What a reader must know before relying on the report, the weightiest first: where the listing contradicts itself, what the
 * photos' labels tell otherwise, what the examination could not do (a model that failed or was out of its budget among it), where
 * photos and declaration, or photos, contradict each other, what else is missing. Which set-up would have given the numbers that are missing
 * is said last: at the head where no part has one, else among the notes.
 */
export function reservationsOf(
  report: Of,
  reader: ReportReader = 'anyone',
): { head: string[]; beyond: string[] } {
  const { gaps, lot, detection, estimate } = report;
  const said = (ofDamage: boolean): string[] =>
    gaps.filter(({ step }) => (step === 'detect_damaged_parts') === ofDamage).map(gapWords);
  const contradictions = (lot.contradictions ?? []).map(contradictionWords);
  const numbers = missingNumbers(report, reader);
  const all = [
    ...new Set([
      ...contradictions,
      ...readingFlags(report),
      ...said(true),
      ...detection.conflicts.filter((one) => !isSettled(one, estimate)).map(conflictWords),
      ...said(false),
      ...(numbers?.none ? [numbers.words] : []),
    ]),
  ];
  return {
    head: all.slice(0, HEAD_RESERVATIONS),
    beyond: [...all.slice(HEAD_RESERVATIONS), ...(numbers && !numbers.none ? [numbers.words] : [])],
  };
}
