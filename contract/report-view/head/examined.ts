import type { ReportModel } from '../../schemas/report.ts';
import { confirmedWords, partsConfirmed } from './confirmed-parts.ts';

type Examined = Pick<ReportModel, 'examined' | 'lot' | 'detection' | 'estimate'>;

const NOT_EXAMINED: Readonly<Record<number, string>> = {
  0: 'There are no photos',
  1: 'The one photo was not examined',
};

/**
 * What was examined, and how much of what the model said of it could not be used, one sentence; reports of schema_version 1
 * stored it.
 */
export function examinedWords({ examined: of, lot, detection, estimate }: Examined): string {
  const { statement, photos_total: photos, photos_examined: examined } = of;
  const parts = partsConfirmed(estimate);
  if (statement !== undefined && parts === 0) return statement;
  if (examined > 0) {
    const photosSeen =
      photos === 1 ? 'The one photo was examined' : `${examined} of ${photos} photos were examined`;
    const seen = parts > 0 ? `${photosSeen}, ${confirmedWords(parts)}` : photosSeen;
    const { given, unusable } = detection.answer_entries ?? { given: 0, unusable: 0 };
    return unusable > 0
      ? `${seen}; ${unusable} of ${given} entries of the model’s answer could not be used.`
      : `${seen}.`;
  }
  const { primary_damage: declared, secondary_damage: second } = lot;
  if (parts > 0) {
    const by = photos === 0 ? 'there are no photos' : 'no model looked at the photos';
    const also =
      declared === null
        ? ''
        : ` and on the declared damage ${declared}${second === null ? '' : ` and ${second}`}`;
    return `The estimate rests on ${confirmedWords(parts)}${also}; ${by}.`;
  }
  const photosText = NOT_EXAMINED[photos] ?? `None of the ${photos} photos was examined`;
  return declared === null
    ? `${photosText} and no damage is declared: the range is wide.`
    : `${photosText}; the estimate rests on the declared damage ${declared}${second === null ? '' : ` and ${second}`}.`;
}

/**
 * Zones the photos do not show, as page and PDF say it; empty where there are none. Of photos that nobody examined nothing
 * is said: they may show any zone.
 */
export function zonesWords({
  photos_total,
  photos_examined,
  zones_not_photographed: zones,
}: ReportModel['examined']): string {
  if (zones.length === 0) return '';
  const all = photos_examined >= photos_total;
  return `${all ? 'Not photographed' : 'Not on the photos examined'}: ${zones.join(', ')}.`;
}
