import { type SourceKind, sourceOf, sourceWords } from '../../../contract/report-view/words/sources.ts';
import type { BasisTag } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { stateName } from '../../../contract/us-states.ts';
import { shortDay } from '../../ui/money.ts';

/** Where to read on: a line, a photo, a part of the page (by the id of its heading), or another site. */
export type WhereLink =
  | { to: 'line'; id: string; text: string }
  | { to: 'photo'; number: number; text: string }
  | { to: 'place'; id: string; text: string }
  | { to: 'site'; url: string; text: string };

/** Where a figure of the report comes from. */
export type WhereAnswer = {
  title: string;
  /** The arithmetic, in words and numbers. */
  steps: readonly string[];
  /** With version and date, as far as they are known. */
  source: string;
  basis: string;
  links: readonly WhereLink[];
};

/** One number with where it comes from: its own answer to "where does this come from?". */
export const BASIS_WORDS: Record<BasisTag | 'listing', string> = {
  anchored: 'Public anchor',
  judgement: 'Our judgment',
  catalogue: 'Catalog',
  user: 'Changed by hand',
  listing: 'The listing',
};

/** What is said of a figure that the report keeps nothing of. */
export const NOT_HELD: WhereAnswer = {
  title: 'This figure',
  steps: ['The report does not hold where this comes from.'],
  source: 'Not held',
  basis: 'Not held',
  links: [],
};

/** `rates-1` of the versions of tables, null where the report names none. */
const versionOf = (report: ReportModel, table: string): string | null =>
  report.estimate.versions.tables.split(', ').find((version) => version.startsWith(`${table}-`)) ?? null;

/** `our rates table, version rates-1, Nov 21, 2026`. */
export function tableSource(report: ReportModel, table: string, words: string): string {
  const version = versionOf(report, table);
  return [words, version && `version ${version}`, shortDay(report.estimate.versions.dated)]
    .filter(Boolean)
    .join(', ');
}

/** A row of the report's own list of sources, as one sentence; null where it names none. */
export function listedSource(report: ReportModel, kind: SourceKind): string | null {
  const row = sourceOf(kind, report.sources);
  if (!row) return null;
  return [
    sourceWords(row, report).source,
    row.version && `version ${row.version}`,
    row.dated && shortDay(row.dated),
  ]
    .filter(Boolean)
    .join(', ');
}

export const lotSource = (report: ReportModel): string =>
  listedSource(report, 'lot') ?? `${report.lot.site ?? 'Entered by hand'}, ${shortDay(report.lot_read_at)}`;

/** The listing itself, where it stands on another site. */
export const lotLinks = ({ lot, sample }: ReportModel): WhereLink[] =>
  lot.url === '' || sample ? [] : [{ to: 'site', url: lot.url, text: 'The listing' }];

/** `DRP (insurer) rates, New Jersey`: whose hourly rates count. */
export function ratesWords({ estimate }: ReportModel): string {
  const choice = estimate.scenario?.set.rates;
  if (choice?.profile === 'own') return 'at the rates entered';
  const { name, state } = estimate.profile;
  const [of, where] = choice
    ? [choice.profile === 'shop' ? 'door rates' : 'DRP (insurer) rates', choice.state ?? state]
    : [name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()), state];
  const known = where === null ? 'state not known' : stateName(where);
  return `at ${of}, ${known}`;
}
