import type { AuditTrail, TrailEvent } from '../../../contract/claim/audit-trail.ts';
import {
  approvedEvent,
  askedEvent,
  notedEvent,
  readEvent,
  versionEvent,
} from '../../../contract/report-view/claim/trail-words.ts';
import { versionRows } from '../../../contract/report-view/claim/version-words.ts';
import { listApprovals } from '../../db/claims/report-approvals.ts';
import { findStart, listNoted } from '../../db/claims/report-trail.ts';
import { listVersionFacts } from '../../db/claims/version-facts.ts';
import { AppError } from '../../errors.ts';
import { type Column, column } from '../export/export-lines.ts';
import { csvOf } from '../export/export-report.ts';
import { type ReadTools, readFinishedReport } from '../read-report.ts';

/** Everything that is kept of what happened to a finished report, oldest first. */
export async function readAuditTrail(
  tools: ReadTools,
  userId: string,
  reportId: string,
): Promise<AuditTrail> {
  const { estimate } = await readFinishedReport(tools, userId, reportId);
  const { pool } = tools;
  const start = await findStart(pool, userId, reportId);
  if (start === null) throw new AppError('not_found', 'There is no such report.');
  const facts = await listVersionFacts(pool, userId, reportId);
  const recalculated = new Set(
    facts.filter(({ recalculation }) => recalculation !== null).map(({ version }) => version),
  );
  const noted = await listNoted(pool, userId, reportId);
  const recalculatedBy = new Map(
    noted.flatMap(({ by, event }) => (event.kind === 'recalculated' ? [[event.version, by] as const] : [])),
  );
  const versions = versionRows(facts, estimate).map((row): TrailEvent => {
    const made = versionEvent(row, recalculated.has(row.version));
    const by = made.kind === 'edited' ? start.owner : (recalculatedBy.get(row.version) ?? null);
    return { at: row.date, by, ...made };
  });
  const approvals = (await listApprovals(pool, userId, reportId)).map(
    (approval): TrailEvent => ({
      at: approval.approved_at,
      by: approval.approved_by,
      ...approvedEvent(approval),
    }),
  );
  const others = noted.flatMap(({ at, by, event }): TrailEvent[] =>
    event.kind === 'recalculated' ? [] : [{ at, by, ...notedEvent(event) }],
  );
  const events: TrailEvent[] = [
    { at: start.created_at.toISOString(), by: start.owner, ...askedEvent(start.asked_by) },
    { at: start.read_at, by: null, ...readEvent(start.origin, start.url) },
    ...versions.reverse(),
    ...approvals.reverse(),
    ...others,
  ];
  // Of one moment, in the order above.
  return {
    report_id: reportId,
    events: events.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  };
}

const COLUMNS: readonly Column<TrailEvent>[] = [
  column('time', 24, ({ at }) => at),
  column('event', 14, ({ kind }) => kind),
  column('by', 24, ({ by }) => by),
  column('version', 8, ({ version }) => version),
  column('total_cost', 12, ({ total_cost }) => total_cost, true),
  column('what', 60, ({ what }) => what.join('; ')),
];

/** The trail as a file: times in UTC, money in US dollars. */
export const auditTrailCsv = ({ events }: AuditTrail): string => csvOf(COLUMNS, events);
