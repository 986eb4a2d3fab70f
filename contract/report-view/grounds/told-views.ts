import type { ReportModel } from '../../schemas/report.ts';
import { viewsTold } from '../photo-views.ts';
import { counted } from '../words/sentence.ts';

/** The corners from which a car is photographed: each shows an end and a side. */
const CORNERS = ['front_left', 'rear_left', 'rear_right', 'front_right'] as const;
/** The rest of the standard set: a judgment, for no auction house publishes one. */
const OTHERS = {
  interior_front: 'cockpit',
  dash: 'odometer',
  engine_bay: 'engine bay',
  vin_or_label: 'VIN',
  underbody: 'underbody',
  roof: 'roof',
} as const;
const COUNTS = ['', 'one of four', 'two of four', 'three of four', 'four'];

/**
 * What the site's labels say the photos show, where nobody has looked at any; that nobody knows, where it labels none. Labels give
 * views, never that something is whole. Empty where a photo was looked at, or there is none.
 */
export function toldViewsWords(
  report: Pick<ReportModel, 'photos' | 'detection' | 'examined' | 'estimate'>,
): string {
  const { examined, estimate, photos } = report;
  const answered = (estimate.evidence ?? []).some(({ kind }) => kind === 'part_answer');
  if (examined.statement !== undefined || examined.photos_examined > 0 || photos.length === 0) return '';
  const told = viewsTold(report);
  if (told.size === 0) {
    if (answered) return '';
    return photos.length === 1
      ? 'One photo; which side it shows nobody has looked at.'
      : `${photos.length} photos; which sides they show nobody has looked at.`;
  }
  const views = new Set(told.values());
  const corners = CORNERS.filter((corner) => views.has(corner)).length;
  const cornerWords = corners === 0 ? [] : [`${COUNTS[corners]} corners`];
  const others = Object.entries(OTHERS);
  const named = [...cornerWords, ...others.flatMap(([view, words]) => (views.has(view) ? [words] : []))];
  const none = [
    ...(corners === 0 ? ['the corners'] : []),
    ...others.flatMap(([view, words]) => (views.has(view) ? [] : [words])),
  ];
  const rest = photos.length - told.size;
  return [
    `Labeled by the site: ${named.join(', ')}; none of ${none.join(', ')}.`,
    ...(rest > 0 && !answered
      ? [`What ${counted(rest, 'other photo shows', 'other photos show')} nobody has looked at.`]
      : []),
    'What its codes mean is our judgment.',
  ].join(' ');
}
