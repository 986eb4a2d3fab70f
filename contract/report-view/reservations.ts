import type { ReportModel } from '../schemas/report.ts';

/** So many stand at the head of page and PDF; what is beyond stands among the notes. */
export const HEAD_RESERVATIONS = 6;

/**
 * What a reader must know before relying on the report, the weightiest first: what the examination could not do (a model that
 * failed or was out of its budget among it), where photos and declaration contradict each other, what else is missing.
 */
export function reservationsOf({
  gaps,
  detection,
}: Pick<ReportModel, 'gaps'> & { detection: Pick<ReportModel['detection'], 'conflicts'> }): string[] {
  const said = (ofDamage: boolean): string[] =>
    gaps.filter(({ step }) => (step === 'detect_damaged_parts') === ofDamage).map(({ message }) => message);
  return [...new Set([...said(true), ...detection.conflicts.map(({ detail }) => detail), ...said(false)])];
}
