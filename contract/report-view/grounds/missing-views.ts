import { panelsOf } from '../../car-diagram/panels-of.ts';
import { lotTitle } from '../../lot-words.ts';
import type { EstimateLine } from '../../schemas/estimate.ts';
import type { Zone } from '../../schemas/part.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { isPossible, settledBy } from '../outcome-rows.ts';
import { viewsOfLine, viewsTold } from '../photo-views.ts';
import { openNarrowing } from './narrowing-rows.ts';

/** The standard set of photos, as one asks for it: a judgment, for no auction house publishes one. */
const STANDARD = {
  front_left: 'the front, driver side',
  front_right: 'the front, passenger side',
  rear_left: 'the rear, driver side',
  rear_right: 'the rear, passenger side',
  roof: 'the roof, from above',
  underbody: 'the underbody',
  engine_bay: 'the engine bay, hood open',
  interior_front: 'the cockpit, with steering wheel and dash',
  dash: 'the odometer, ignition on',
  vin_or_label: 'the VIN plate, legible',
} as const;
type StandardView = keyof typeof STANDARD;
const isStandard = (view: string): view is StandardView => Object.hasOwn(STANDARD, view);
const ORDER = Object.keys(STANDARD).filter(isStandard);

const OF_ZONE: Readonly<Record<Zone, readonly StandardView[]>> = {
  front: ['front_left', 'front_right'],
  rear: ['rear_left', 'rear_right'],
  left: ['front_left', 'rear_left'],
  right: ['front_right', 'rear_right'],
  roof: ['roof'],
  underbody: ['underbody'],
  interior: ['interior_front'],
};
/** The views that show the same as a corner does, together. */
const CORNER_OF: Partial<Record<StandardView, readonly [string, string]>> = {
  front_left: ['front', 'left'],
  front_right: ['front', 'right'],
  rear_left: ['rear', 'left'],
  rear_right: ['rear', 'right'],
};

type Part = Parameters<typeof viewsOfLine>[0];

/** The standard views that would show a part none of whose views was taken. */
function viewsFor(part: Part, told: ReadonlySet<string>): readonly StandardView[] {
  const views = viewsOfLine(part);
  if (views.some((view) => told.has(view))) return [];
  // What is behind the front shows with the hood open.
  const behind =
    part.category !== null && panelsOf(part.category, part.side, part.position).includes('structure_front');
  return [...views.filter(isStandard).slice(0, 1), ...(behind ? (['engine_bay'] as const) : [])];
}

/** Whatever a photo of it would narrow: the range, the parts that may be damaged, or which numbers fit. */
function viewsThatNarrow(report: ReportModel, told: ReadonlySet<string>): Set<StandardView> {
  const wanted = openNarrowing(report).flatMap(({ kind, zone, part }): readonly StandardView[] => {
    if (kind === 'photos') return zone ? OF_ZONE[zone] : [];
    if (kind === 'airbags') return ['interior_front'];
    if (kind === 'odometer') return ['dash'];
    return part ? viewsFor({ ...part, evidence: [] }, told) : [];
  });
  const open = report.estimate.lines.filter((line) => isPossible(line) && settledBy(line) !== 'teardown');
  const { vin, vin_masked } = report.vehicle;
  return new Set([
    ...wanted,
    ...open.flatMap((line) => viewsFor(line, told)),
    ...(vin === null || vin_masked ? (['vin_or_label'] as const) : []),
  ]);
}

/** An open part whose photos did not let anybody judge it. */
type UnsettledPart = { readonly name: string; readonly view: StandardView; readonly weight: number };

/** Chances outside these are settled, and less than this many dollars narrow nothing (judgement). */
const OPEN = { least: 0.02, most: 0.98, dollars: 25 } as const;
/** Below this a model as good as says that it does not know (judgement). */
const SURE_FROM = 0.5;
const MOST_NAMED = 3;
/** Photos asked for over parts that could not be judged: a model without a second look doubts all that it finds (judgement). */
const MOST_UNSETTLED_VIEWS = 3;

const isDoubted = ({ because }: EstimateLine): boolean =>
  because?.from.code === 'photos' &&
  (because.from.doubts?.includes('unsettled') === true ||
    (because.from.confidence !== null && because.from.confidence < SURE_FROM));

/**
 * Lines that a model looked for and could not judge, or doubts itself about, each with the view that would show it best and what that
 * would settle: the spread of its cost, p · (1 − p) · cost.
 */
function unsettledParts({ estimate, detection }: ReportModel): UnsettledPart[] {
  const isUnsure = (line: EstimateLine): boolean =>
    (detection.unsure ?? []).some(
      ({ category, side, position }) =>
        category === line.category &&
        (side === line.side || side === 'unknown' || line.side === 'unknown') &&
        (position === line.position || position === 'none' || line.position === 'none'),
    );
  return estimate.lines.flatMap((line): UnsettledPart[] => {
    const { probability: p, cost, block, side } = line;
    const view = viewsOfLine(line).find(isStandard);
    const weight = p * (1 - p) * cost.likely;
    const open =
      p > OPEN.least && p < OPEN.most && weight >= OPEN.dollars && block !== 'standard' && block !== 'user';
    if (!open || view === undefined || !(isUnsure(line) || isDoubted(line))) return [];
    const name = side === 'left' || side === 'right' ? `${side} ${line.name}` : line.name;
    return [{ name: name.toLowerCase(), view, weight }];
  });
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/**
 * The standard photos worth asking for, in words: those that would settle a part which no photo lets anybody judge, the three
 * that would settle most and of them the most first, whether or not the view was taken; then those that no photo of the lot is told to be and that would narrow
 * something. None where nobody knows what the photos show, and in reports of schema_version 1.
 */
export function missingViews(report: ReportModel): string[] {
  if (report.schema_version === 1 || report.photos_not_shared) return [];
  const told = new Set(viewsTold(report).values());
  if (told.size === 0 && report.photos.length > 0) return [];
  const narrow = viewsThatNarrow(report, told);
  const byView = Map.groupBy(
    unsettledParts(report).toSorted((a, b) => b.weight - a.weight),
    ({ view }) => view,
  );
  const weightIn = (parts: readonly UnsettledPart[]): number =>
    parts.reduce((sum, { weight }) => sum + weight, 0);
  const parts = new Map(
    [...byView].toSorted(([, a], [, b]) => weightIn(b) - weightIn(a)).slice(0, MOST_UNSETTLED_VIEWS),
  );
  const weightOf = (view: StandardView): number => weightIn(parts.get(view) ?? []);
  return ORDER.filter((view) => {
    const together = CORNER_OF[view];
    const taken = told.has(view) || (together?.every((part) => told.has(part)) ?? false);
    return parts.has(view) || (!taken && narrow.has(view));
  })
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .map((view) => {
      const names = [...new Set((parts.get(view) ?? []).map(({ name }) => name))].slice(0, MOST_NAMED);
      return names.length === 0
        ? STANDARD[view]
        : `${STANDARD[view]}, clear enough to judge ${listed(names)}`;
    });
}

/** The same as a message to the seller; empty where there is nothing to ask for. */
export function sellerRequest(report: ReportModel): string {
  const views = missingViews(report);
  if (views.length === 0) return '';
  const { year, make, model } = report.vehicle;
  const car = [year, make, model].filter(Boolean).join(' ') || report.lot.name;
  const about = [lotTitle(report.lot), car].filter(Boolean).join(', ');
  return `${about === '' ? '' : `${about}: `}could you please send photos of\n${views.map((view) => `- ${view}`).join('\n')}`;
}
