import type { ReportListItem } from '../../../contract/calls.ts';
import { stageOf } from '../../../contract/report-status.ts';
import type { Quota } from '../../../contract/schemas/account.ts';
import type { ReportFrame } from '../../../contract/schemas/events.ts';
import { createStore } from '../store.ts';

/** Where a report stands, as of the user's event number `seq`. */
export type ReportState = {
  seq: number;
  status: string;
  message: string;
  errorCode: string | null;
  /** 0 to 1. */
  progress: number;
  totalCost: number | null;
  bodyType: string | null;
  /** The newest version of a finished report that a frame told. */
  version: number;
};
export type ReportStates = { reports: ReadonlyMap<string, ReportState>; quota: Quota | null };

/** The newest that is known of every report and of the quota, whoever told it: a frame, a list or the report itself. */
export const reportStates = createStore<ReportStates>({ reports: new Map(), quota: null });

/** Of two states the one with the larger number; what was shown as done never shrinks, and no version is untold. */
export const newerState = (before: ReportState | undefined, next: ReportState): ReportState =>
  before === undefined
    ? next
    : {
        ...(next.seq < before.seq ? before : next),
        progress: Math.max(before.progress, next.progress),
        version: Math.max(before.version, next.version),
      };

export const newerQuota = (before: Quota | null, next: Quota): Quota =>
  before !== null && next.seq < before.seq ? before : next;

export const stateOfRow = (row: ReportListItem): ReportState => ({
  seq: row.seq,
  status: row.task_status,
  message: row.message,
  errorCode: row.error_code,
  progress: stageOf(row.task_status).progress,
  totalCost: row.total_cost,
  bodyType: row.body_type,
  version: 0,
});

const stateOfFrame = (frame: ReportFrame): ReportState => ({
  seq: frame.seq,
  status: frame.status,
  message: frame.message,
  errorCode: frame.error_code ?? null,
  progress: stageOf(frame.status).progress,
  totalCost: frame.total_cost,
  bodyType: frame.body_type,
  version: frame.report_version ?? 0,
});

/** Takes in states by report id. */
export function noteStates(states: Iterable<readonly [reportId: string, state: ReportState]>): void {
  const { reports, quota } = reportStates.get();
  const next = new Map(reports);
  for (const [id, state] of states) next.set(id, newerState(next.get(id), state));
  reportStates.set({ reports: next, quota });
}

export const noteRows = (rows: readonly ReportListItem[]): void =>
  noteStates(rows.map((row) => [row.report_id, stateOfRow(row)] as const));

export function noteQuota(next: Quota): void {
  const { reports, quota } = reportStates.get();
  reportStates.set({ reports, quota: newerQuota(quota, next) });
}

export function noteFrame(frame: ReportFrame): void {
  noteStates([[frame.report_id, stateOfFrame(frame)]]);
  if (frame.quota) noteQuota({ ...frame.quota, seq: frame.seq });
}

/** A report this page has just ordered, before the service has told anything of it (docs/product.md: 5 percent). */
export const noteOrdered = (reportId: string, message: string): void => {
  const { progress } = stageOf('processing');
  const state = { message, progress, errorCode: null, totalCost: null, bodyType: null, version: 0 };
  noteStates([[reportId, { ...state, seq: -1, status: 'processing' }]]);
};

export const forgetStates = (): void => reportStates.set({ reports: new Map(), quota: null });
