import type { EditableReport } from '../../db/reports/report-versions.ts';

/** Reports as they were last edited and shown, with their links, by their id: whoever changes one mostly changes it again. */
export type KeptReports = {
  get(reportId: string): EditableReport | null;
  keep(reportId: string, report: EditableReport): void;
};

/** Basis: judgement; each takes some megabytes. */
const MOST = 8;

/** The reports edited last in this process. What is kept may be old: `findEditable` tells. */
export function createKeptReports(): KeptReports {
  const kept = new Map<string, EditableReport>();
  return {
    get: (reportId) => kept.get(reportId) ?? null,
    keep(reportId, report) {
      kept.delete(reportId);
      kept.set(reportId, report);
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    },
  };
}
