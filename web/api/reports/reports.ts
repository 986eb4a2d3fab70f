import { generateReport } from '../../../contract/api/auction-calls.ts';
import * as api from '../../../contract/api/reports-calls.ts';
import type { MarkReportsRequest } from '../../../contract/calls.ts';
import { call, callRaw } from '../call.ts';
import { saveAnswer } from '../save-file.ts';

const of = (report_id: string) => ({ params: { report_id } });

export const retryReport = (reportId: string) => call(api.retryReport, of(reportId));
export const cancelReport = (reportId: string) => call(api.cancelReport, of(reportId));

/** Fetches the PDF of an own report and hands it to the browser as a file; `deal`: with what to bid. */
export const downloadReport = async (reportId: string, { deal = true } = {}): Promise<void> =>
  saveAnswer(
    await callRaw(generateReport, {
      json: { report_id: reportId, ...(deal ? {} : { deal }) },
      headers: { accept: 'application/pdf' },
    }),
    `report_${reportId}.pdf`,
  );

export const markReports = (request: MarkReportsRequest) => call(api.markReports, { json: request });
export const deleteReports = (report_ids: string[]) => call(api.deleteReports, { json: { report_ids } });
/** The figures of these reports as one file. */
export const exportReports = async (report_ids: string[], format: 'csv' | 'xlsx' = 'csv'): Promise<void> =>
  saveAnswer(await callRaw(api.exportReports, { json: { report_ids, format } }), `lotlens-reports.${format}`);
