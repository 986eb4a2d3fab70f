import { processReportAnswerSchema, reportDetailSchema } from '../../../contract/calls.ts';
import type { ExportFormat } from '../../../contract/report-export.ts';
import { reportShareSchema } from '../../../contract/report-share.ts';
import type { BasketKind } from '../../../contract/report-view/baskets.ts';
import { messageAnswerSchema } from '../../../contract/schemas/account.ts';
import { type EditLinesRequest, editLinesAnswerSchema } from '../../../contract/schemas/edit-report.ts';
import { offersAnswerSchema } from '../../../contract/schemas/offers.ts';
import { reportModelSchema } from '../../../contract/schemas/report.ts';
import { call, callRaw } from '../call.ts';
import { saveAnswer } from '../save-file.ts';

const path = (reportId: string): string => `reports/${encodeURIComponent(reportId)}`;
const sharedPath = (token: string): string => `shared/${encodeURIComponent(token)}`;

export const readReport = (reportId: string) => call(reportDetailSchema, path(reportId));
export const retryReport = (reportId: string) =>
  call(processReportAnswerSchema, `${path(reportId)}/retry`, { method: 'POST' });
export const cancelReport = (reportId: string) =>
  call(messageAnswerSchema, `${path(reportId)}/cancel`, { method: 'POST' });

/** Fetches the PDF of an own report and hands it to the browser as a file. */
export const downloadReport = async (reportId: string): Promise<void> =>
  saveAnswer(
    await callRaw('auction/generate_report', {
      json: { report_id: reportId },
      headers: { accept: 'application/pdf' },
    }),
    `report_${reportId}.pdf`,
  );

export const EXPORT_FORMATS: Record<ExportFormat, string> = {
  xlsx: 'Lines as Excel',
  csv: 'Lines as CSV',
  parts: 'Parts to order',
  json: 'Everything as JSON',
};
/** The report's data as a file. */
export const exportReport = async (
  reportId: string,
  format: ExportFormat,
  basket?: BasketKind,
): Promise<void> =>
  saveAnswer(
    await callRaw(`${path(reportId)}/export?format=${format}${basket ? `&basket=${basket}` : ''}`, {
      headers: { accept: '*/*' },
    }),
    `report_${reportId}.${format === 'parts' ? 'csv' : format}`,
  );

export const editLines = (reportId: string, request: EditLinesRequest) =>
  call(editLinesAnswerSchema, `${path(reportId)}/lines`, { method: 'PATCH', json: request });

export const readOffers = (reportId: string) => call(offersAnswerSchema, `${path(reportId)}/offers`);
export const checkOffers = (reportId: string) =>
  call(offersAnswerSchema, `${path(reportId)}/offers`, { method: 'POST' });

export const readShare = (reportId: string) => call(reportShareSchema, `${path(reportId)}/share`);
export const makeShare = (reportId: string) =>
  call(reportShareSchema, `${path(reportId)}/share`, { method: 'POST' });
export const endShare = (reportId: string) =>
  call(reportShareSchema, `${path(reportId)}/share`, { method: 'DELETE' });

/** Reports anybody may read: one its owner shares, and the sample. */
export const readShared = (token: string) => call(reportModelSchema, sharedPath(token), { anonymous: true });
export const readSample = () => call(reportModelSchema, 'sample_report', { anonymous: true });
const openPdf = async (from: string): Promise<void> =>
  saveAnswer(
    await callRaw(`${from}/pdf`, { anonymous: true, headers: { accept: 'application/pdf' } }),
    'report.pdf',
  );
export const downloadShared = (token: string) => openPdf(sharedPath(token));
export const downloadSample = () => openPdf('sample_report');
