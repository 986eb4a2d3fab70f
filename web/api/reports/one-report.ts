import { queryOptions } from '@tanstack/react-query';
import { partnerOffers } from '../../../contract/api/partners/offer-calls.ts';
import type { ExportFormat } from '../../../contract/api/report-answers.ts';
import * as api from '../../../contract/api/report-calls.ts';
import type { ShareRequest } from '../../../contract/calls.ts';
import type { PastedNumbers } from '../../../contract/dealer-page/pasted-numbers.ts';
import type { SentEstimate } from '../../../contract/estimate-exchange/sent-estimate.ts';
import type { BasketKind } from '../../../contract/report-view/baskets.ts';
import type { EditLinesRequest, RecalculateRequest } from '../../../contract/schemas/edit-report.ts';
import { call, callRaw } from '../call.ts';
import { saveAnswer } from '../save-file.ts';
import { reportQuery } from './report-query.ts';

const of = (report_id: string) => ({ params: { report_id } });
const PDF = { headers: { accept: 'application/pdf' } };

/** Where its parts are bought: asked for apart, once they are to be shown; anew whenever the report is. */
export const supplierLinksQuery = (reportId: string) =>
  queryOptions({
    queryKey: [...reportQuery(reportId).queryKey, 'supplier-links'],
    queryFn: () => call(api.supplierLinks, of(reportId)),
  });

export const EXPORT_FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'json', label: 'Everything as JSON' },
  { format: 'csv', label: 'Lines as CSV' },
  { format: 'xlsx', label: 'Lines as Excel' },
  { format: 'parts', label: 'Parts to order' },
  { format: 'ems', label: 'EMS pre-fill (untested)' },
];
const ENDINGS: Partial<Record<ExportFormat, string>> = { parts: 'csv', ems: 'zip' };

/** The report's data as a file. */
export const exportReport = async (
  reportId: string,
  format: ExportFormat,
  basket?: BasketKind,
): Promise<void> =>
  saveAnswer(
    await callRaw(api.exportReport, {
      ...of(reportId),
      query: { format, basket },
      headers: { accept: '*/*' },
    }),
    `report_${reportId}.${ENDINGS[format] ?? format}`,
  );

/** An estimate of an estimating system beside the report's written lines. */
export const compareEstimate = (reportId: string, files: SentEstimate['files']) =>
  call(api.compareEstimate, { ...of(reportId), json: { files } });

export const editLines = (reportId: string, request: EditLinesRequest) =>
  call(api.editLines, { ...of(reportId), json: request });

export const readCarParts = (reportId: string) => call(api.carParts, of(reportId));

export const recalculate = (reportId: string, request: RecalculateRequest) =>
  call(api.recalculate, { ...of(reportId), json: request });

/** Saves pasted OEM numbers for the report's car and updates the report with them. */
export const addNumbers = (reportId: string, request: PastedNumbers) =>
  call(api.addNumbers, { ...of(reportId), json: request });

/** Prices found earlier for the parts of one's own report. */
export const offersQuery = (reportId: string) =>
  queryOptions({ queryKey: ['offers', reportId], queryFn: () => call(api.offers, of(reportId)) });
export const readPartnerOffers = (reportId: string) => call(partnerOffers, of(reportId));
export const checkOffers = (reportId: string) => call(api.checkOffers, of(reportId));

export const readShare = (reportId: string) => call(api.share, of(reportId));
/** Shares a report, or tells of a shared one whether its photos are shown. */
export const makeShare = (reportId: string, request: ShareRequest) =>
  call(api.makeShare, { ...of(reportId), json: request });
export const endShare = (reportId: string) => call(api.endShare, of(reportId));

/** Reports anybody may read: one its owner shares, and the sample. */
export const readShared = (token: string) => call(api.shared, { params: { token } });
export const readSample = () => call(api.sampleReport);
export const downloadShared = async (token: string): Promise<void> =>
  saveAnswer(await callRaw(api.sharedPdf, { params: { token }, ...PDF }), 'report.pdf');
export const downloadSample = async (): Promise<void> =>
  saveAnswer(await callRaw(api.samplePdf, PDF), 'report.pdf');
