import { messageAnswerSchema } from '../../contract/account.ts';
import { processReportAnswerSchema, reportDetailSchema } from '../../contract/calls.ts';
import { call } from './call.ts';

const path = (reportId: string): string => `reports/${encodeURIComponent(reportId)}`;

export const readReport = (reportId: string) => call(reportDetailSchema, path(reportId));
export const retryReport = (reportId: string) =>
  call(processReportAnswerSchema, `${path(reportId)}/retry`, { method: 'POST' });
export const cancelReport = (reportId: string) =>
  call(messageAnswerSchema, `${path(reportId)}/cancel`, { method: 'POST' });
