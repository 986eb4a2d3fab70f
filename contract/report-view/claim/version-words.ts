import type { EstimateSettings } from '../../estimate-settings.ts';
import type { PartAnswer } from '../../evidence.ts';
import { ESTIMATE_SETTINGS } from '../../facts/setting-names.ts';
import type { LATE_PHOTOS, LineFigures, Recalculation, ReportEdits } from '../../schemas/edit-report.ts';
import type { Estimate } from '../../schemas/estimate.ts';
import { answerWords, partWords } from '../grounds/evidence-rows.ts';
import { lineName } from '../number-side.ts';
import { SETTING_NAMES, settingWords } from '../words/choices.ts';
import { counted } from '../words/sentence.ts';

/** A version of a report with what it stands on. */
export type VersionFacts = {
  readonly version: number;
  /** ISO. */
  readonly date: string;
  /** US dollars. */
  readonly total: number;
  readonly edits: ReportEdits;
  /** What making it anew by other tables told; null: it was edited. */
  readonly recalculation: Recalculation | null;
};

export type VersionRow = {
  readonly version: number;
  readonly date: string;
  readonly total: number;
  /** US dollars against the version before; null: there is none. */
  readonly moved: number | null;
  readonly changes: readonly string[];
};

/** Changes beyond these are counted, not named. */
const MOST_NAMED = 8;

const placeOf = ({ category, name, side, position }: PartAnswer): string =>
  JSON.stringify([category, name, side, position]);
const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Keys that one of two records has otherwise than the other. */
const keysMoved = (before: object, after: object): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) =>
    differs((before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key]),
  );

const RATES: Record<NonNullable<EstimateSettings['rates']>['profile'], string> = {
  insurer: 'DRP (insurer) labor rates',
  shop: 'Door labor rates',
  own: 'Own labor rates',
};

/** How lines, parts and settings of a report are called, by its newest version. */
type Names = {
  readonly line: (id: string) => string;
  readonly part: (answer: PartAnswer) => string;
  readonly setting: (name: (typeof ESTIMATE_SETTINGS)[number], set: ReportEdits['scenario']) => string;
};

function namesOf(estimate: Estimate): Names {
  const lines = new Map(
    [...estimate.lines, ...(estimate.excluded ?? [])].map((line) => [line.id, lineName(line)]),
  );
  const labels = new Map(
    (estimate.evidence ?? []).flatMap(({ part }) => (part?.label ? [[part.category, part.label]] : [])),
  );
  return {
    line: (id) => lines.get(id) ?? 'a line that is no longer in the estimate',
    part: (answer) => partWords({ ...answer, label: labels.get(answer.category) }),
    // How a profile of rates is called the estimate of that version would tell, not the newest.
    setting: (name, set = {}) =>
      (name === 'rates' && set.rates && RATES[set.rates.profile]) ||
      settingWords(name, { ...estimate, scenario: { set, effects: [] } }) ||
      SETTING_NAMES[name],
  };
}

function answersMoved(
  before: readonly PartAnswer[],
  after: readonly PartAnswer[],
  { part }: Names,
): string[] {
  const was = new Map(before.map((answer) => [placeOf(answer), answer]));
  const is = new Map(after.map((answer) => [placeOf(answer), answer]));
  const given = after
    .filter((answer) => was.get(placeOf(answer))?.answer !== answer.answer)
    .map((answer) => {
      const photo = answer.photo === undefined ? '' : `, photo ${answer.photo}`;
      return `Confirmed by eye: ${part(answer)} ${answerWords(answer.answer)}${photo}`;
    });
  const taken = before
    .filter((answer) => !is.has(placeOf(answer)))
    .map((answer) => `Taken back: ${part(answer)} ${answerWords(answer.answer)}`);
  return [...given, ...taken];
}

/** In the user's own words, where they gave one. */
const quoted = (reason: string | undefined): string => (reason === undefined ? '' : ` (“${reason}”)`);
const reasonOf = (figures: LineFigures | undefined): string => quoted(figures?.own_reason);

/** Why lines are out that were out before. */
function reasonsMoved(before: ReportEdits, after: ReportEdits, { line }: Names): string[] {
  const [was, is] = [before.excluded_reasons ?? {}, after.excluded_reasons ?? {}];
  return keysMoved(was, is)
    .filter((id) => before.excluded.includes(id) && after.excluded.includes(id))
    .map((id) =>
      is[id] === undefined ? `Reason taken back: ${line(id)}` : `Why removed: ${line(id)}${quoted(is[id])}`,
    );
}

/** What stands otherwise in `after` than in `before`, a phrase each. */
function changesBetween(before: ReportEdits, after: ReportEdits, names: Names): string[] {
  const [out, back] = [
    after.excluded.filter((id) => !before.excluded.includes(id)),
    before.excluded.filter((id) => !after.excluded.includes(id)),
  ];
  const [had, has] = [before.added.map(({ id }) => id), after.added.map(({ id }) => id)];
  return [
    ...answersMoved(before.part_answers ?? [], after.part_answers ?? [], names),
    ...ESTIMATE_SETTINGS.filter((name) => differs(before.scenario?.[name], after.scenario?.[name])).map(
      (name) =>
        after.scenario?.[name] === undefined
          ? `As estimated again: ${SETTING_NAMES[name]}`
          : `Assumed: ${names.setting(name, after.scenario)}`,
    ),
    ...keysMoved(before.changed, after.changed).map(
      (id) =>
        `${after.changed[id] ? 'Changed' : 'As estimated again'}: ${names.line(id)}${reasonOf(after.changed[id])}`,
    ),
    ...out.map((id) => `Removed: ${names.line(id)}${quoted(after.excluded_reasons?.[id])}`),
    ...reasonsMoved(before, after, names),
    ...back.map((id) => `Restored: ${names.line(id)}`),
    ...after.added
      .filter(({ id }) => !had.includes(id))
      .map((line) => `Added: ${line.name}${reasonOf(line)}`),
    ...before.added.filter(({ id }) => !has.includes(id)).map(({ name }) => `Taken back: ${name}`),
    ...keysMoved(before.numbers ?? {}, after.numbers ?? {}).map((id) => `Part number: ${names.line(id)}`),
    ...(differs(before.answers ?? {}, after.answers ?? {}) ? ['Equipment questions answered'] : []),
    ...(differs(before.order, after.order) ? ['Lines in another order'] : []),
  ];
}

/** Why a report was made anew by itself. */
const LATE: Record<(typeof LATE_PHOTOS)[number], string> = {
  examined: 'Photos examined after the report was ready',
  read: 'VIN and odometer looked for on the photos after the report was ready',
  given_up: 'Photos could not be examined or read after the report was ready',
};
const whyAnew = ({ late_photos: late }: Recalculation): string =>
  late === undefined ? 'Updated to current tables' : LATE[late];

function named(changes: readonly string[]): string[] {
  const more = changes.length - MOST_NAMED;
  return more > 0
    ? [...changes.slice(0, MOST_NAMED), `and ${counted(more, 'other change', 'other changes')}`]
    : [...changes];
}

/**
 * The versions of a report, newest first, each with its total, what that moved against the version before it and why. `versions`
 * oldest first, from the report as it was made; `estimate` of the newest.
 */
export function versionRows(versions: readonly VersionFacts[], estimate: Estimate): VersionRow[] {
  const names = namesOf(estimate);
  return versions
    .map(({ version, date, total, edits, recalculation }, at): VersionRow => {
      const before = versions[at - 1];
      if (!before) return { version, date, total, moved: null, changes: ['As made from the listing'] };
      const changes = recalculation
        ? [whyAnew(recalculation), ...recalculation.moved]
        : changesBetween(before.edits, edits, names);
      const moved = Math.round((total - before.total) * 100) / 100;
      return { version, date, total, moved, changes: named(changes) };
    })
    .reverse();
}
