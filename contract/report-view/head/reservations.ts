import type { Lot } from '../../schemas/lot.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { conflictWords, contradictionWords, gapWords } from '../words/reservation.ts';
import { readingFlags } from './photo-readings.ts';

/** So many stand at the head of page and PDF; what is beyond stands among the notes. */
export const HEAD_RESERVATIONS = 6;

/**
 * What a reader must know before relying on the report, the weightiest first: where the listing contradicts itself, what the photos' labels tell otherwise, what the examination could not do (a model that
 * failed or was out of its budget among it), where photos and declaration contradict each other, what else is missing.
 */
export function reservationsOf(
  report: Pick<ReportModel, 'gaps' | 'lot_origin' | 'photo_readings'> & {
    lot: Pick<Lot, 'contradictions' | 'vin' | 'odometer' | 'mileage'>;
    detection: Pick<ReportModel['detection'], 'conflicts'>;
  },
): string[] {
  const { gaps, lot, detection } = report;
  const said = (ofDamage: boolean): string[] =>
    gaps.filter(({ step }) => (step === 'detect_damaged_parts') === ofDamage).map(gapWords);
  const contradictions = (lot.contradictions ?? []).map(contradictionWords);
  return [
    ...new Set([
      ...contradictions,
      ...readingFlags(report),
      ...said(true),
      ...detection.conflicts.map(conflictWords),
      ...said(false),
    ]),
  ];
}
