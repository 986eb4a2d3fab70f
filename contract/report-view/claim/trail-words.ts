import type { Approval } from '../../claim/approval.ts';
import type { NotedEvent, TrailEvent, TrailFile } from '../../claim/audit-trail.ts';
import type { Claim } from '../../claim/claim-file.ts';
import type { LotOrigin } from '../../schemas/lot.ts';
import { dollarsAndCents } from '../figures.ts';
import type { VersionRow } from './version-words.ts';

/** What is told of one event, its time aside. */
type Told = Omit<TrailEvent, 'at' | 'by'>;

const READ_FROM: Readonly<Record<LotOrigin, string>> = {
  fetched: 'Lot read from its page',
  own_page: 'Lot read from a page that its user sent',
  entered: 'Lot entered by hand',
  sample: 'Sample lot read',
  licensed: 'Lot read from licensed data',
};

const FILES: Readonly<Record<TrailFile, string>> = {
  pdf: 'the report as PDF',
  json: 'the report as JSON',
  csv: 'the lines as CSV',
  xlsx: 'the report as Excel file',
  parts: 'the parts to order as CSV',
  ems: 'the lines as EMS',
  claim_pdf: 'the whole claim file as PDF',
  approved_pdf: 'the approved version as PDF',
  shared_pdf: 'the report as PDF, by the shared link',
  list_csv: 'its figures in a CSV of several reports',
  list_xlsx: 'its figures in an Excel file of several reports',
  audit_trail: 'the audit trail as CSV',
};

const noVersion = { version: null, total_cost: null };

const ASKED_BY = {
  person: 'Report asked for',
  extension: 'Report asked for with the browser extension',
  program: 'Report asked for by a program with an access key',
};

/** That its report was asked for. */
export const askedEvent = (by: 'extension' | 'program' | null): Told => ({
  kind: 'asked',
  ...noVersion,
  what: [ASKED_BY[by ?? 'person']],
});

/** Where what it says of its lot was read. */
export const readEvent = (origin: LotOrigin, url: string): Told => ({
  kind: 'lot_read',
  ...noVersion,
  what: [url === '' ? READ_FROM[origin] : `${READ_FROM[origin]}: ${url}`],
});

/** A version that was made, by whatever. */
export const versionEvent = ({ version, total, changes }: VersionRow, recalculated: boolean): Told => ({
  kind: version === 0 ? 'made' : recalculated ? 'recalculated' : 'edited',
  version,
  total_cost: total,
  what: [...changes],
});

/** An approval, with what is kept of it. */
export const approvedEvent = ({ version, total_cost, note, claim_number, sha256 }: Approval): Told => ({
  kind: 'approved',
  version,
  total_cost,
  what: [
    `Version ${version} approved`,
    ...(claim_number === null ? [] : [`For claim ${claim_number}`]),
    ...(note === null ? [] : [`Note: ${note}`]),
    `SHA-256 ${sha256}`,
  ],
});

const claimParts: readonly [string, (claim: Claim) => string | null][] = [
  ['Claim number', ({ number }) => number],
  ['Deductible', ({ deductible }) => (deductible === null ? null : dollarsAndCents(deductible))],
];

const shownWords = ({ photos, deal }: { photos: boolean; deal: boolean }): string =>
  `${photos ? 'with' : 'without'} its photos, ${deal ? 'with' : 'without'} what to bid`;

/** What was noted when it happened; of a recalculation its version tells (versionEvent). */
export function notedEvent(event: Exclude<NotedEvent, { kind: 'recalculated' }>): Told {
  switch (event.kind) {
    case 'claim_noted':
      return {
        kind: event.kind,
        ...noVersion,
        what: claimParts.flatMap(([name, of]) => {
          const [before, after] = [of(event.before) ?? 'none', of(event.after) ?? 'none'];
          return before === after ? [] : [`${name}: ${before} → ${after}`];
        }),
      };
    case 'shared':
      return { kind: event.kind, ...noVersion, what: [`Shared by link, ${shownWords(event)}`] };
    case 'share_changed':
      return { kind: event.kind, ...noVersion, what: [`Shown by its link ${shownWords(event)}`] };
    case 'share_ended':
      return { kind: event.kind, ...noVersion, what: ['Shared link revoked'] };
    case 'downloaded':
      return {
        kind: event.kind,
        version: event.version,
        total_cost: null,
        what: [`Downloaded: ${FILES[event.file]}`],
      };
  }
}
