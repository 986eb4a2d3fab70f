import { z } from 'zod';
import * as calls from '../calls.ts';
import { approvalRequestSchema, approvalSchema, approvedReportSchema } from '../claim/approval.ts';
import { auditTrailSchema } from '../claim/audit-trail.ts';
import { claimFileSchema, claimRequestSchema } from '../claim/claim-file.ts';
import { dealRequestSchema, dealSheetSchema } from '../deal/deal-sheet.ts';
import { pastedNumbersAnswerSchema, pastedNumbersSchema } from '../dealer-page/pasted-numbers.ts';
import { estimateComparisonSchema } from '../estimate-exchange/estimate-comparison.ts';
import { sentEstimateSchema } from '../estimate-exchange/sent-estimate.ts';
import * as edit from '../schemas/edit-report.ts';
import { offersAnswerSchema } from '../schemas/offers.ts';
import { carPartSchema } from '../schemas/part.ts';
import { reportModelSchema } from '../schemas/report.ts';
import type { ApiCall } from './api-call.ts';
import {
  exportQuerySchema,
  reportDetailSchema,
  reportQuerySchema,
  sharedReportSchema,
  supplierLinksAnswerSchema,
} from './report-answers.ts';

/** One report: read, edited, shared, exported, and the sample. */

const PDF = ['application/pdf'] as const;

export const report = {
  method: 'GET',
  path: '/reports/:report_id',
  auth: 'bearer',
  key: ['reports:read_own', 'reports:read'],
  extensions: 'paired',
  operation: 'getReport',
  tag: 'reports',
  summary: 'A report, finished or under way',
  params: calls.reportPathSchema,
  query: reportQuerySchema,
  answer: reportDetailSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const supplierLinks = {
  method: 'GET',
  path: '/reports/:report_id/supplier_links',
  auth: 'bearer',
  key: ['reports:read'],
  operation: 'getSupplierLinks',
  tag: 'reports',
  summary: 'Where the parts of a finished report are bought',
  params: calls.reportPathSchema,
  answer: supplierLinksAnswerSchema,
  errors: ['not_found', 'report_not_ready'],
} as const satisfies ApiCall;

export const editLines = {
  method: 'PATCH',
  path: '/reports/:report_id/lines',
  auth: 'bearer',
  operation: 'editReportLines',
  tag: 'reports',
  summary:
    'Change, exclude, add, move lines of a finished report, answer its questions, set its switches, or step through its versions',
  params: calls.reportPathSchema,
  body: edit.editLinesRequestSchema,
  answer: edit.editLinesAnswerSchema,
  description:
    'Answers what changed. `Prefer: return=representation` answers the whole report. A report of schema_version 1 is read-only, and so is one whose figures the calculation of today gives otherwise (calculation_changed), until it is recalculated.',
  errors: [
    'not_found',
    'report_not_ready',
    'report_read_only',
    'calculation_changed',
    'version_conflict',
    'rate_limited',
  ],
} as const satisfies ApiCall;

export const recalculate = {
  method: 'POST',
  path: '/reports/:report_id/recalculate',
  auth: 'bearer',
  operation: 'recalculateReport',
  tag: 'reports',
  summary: 'Make a finished report anew from its stored lot, photos and parts by the tables of today',
  params: calls.reportPathSchema,
  body: edit.recalculateRequestSchema,
  answer: edit.recalculateAnswerSchema,
  description:
    'Costs no report, fetches nothing, asks no model. The new report is the next version, with the edits it has a place for; the one before is kept. Where nothing moved, nothing is stored. A report of schema_version 1 can be edited afterwards.',
  errors: ['not_found', 'report_not_ready', 'version_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const addNumbers = {
  method: 'POST',
  path: '/reports/:report_id/numbers',
  auth: 'bearer',
  operation: 'addReportNumbers',
  tag: 'reports',
  summary: 'Save the OEM numbers of a pasted dealer page or list for a report’s car, and update the report',
  description:
    'Each number of the car’s make is read with the name and price next to it. Saved are those whose name names a part; they are listed and removed with the saved estimates, and serve reports of the same model and year, marked as seen on a similar car. Costs no report. Nothing to save is validation_error with `details.reason`: `no_car`, `unknown_form` (a make without a number form), `no_numbers`, `no_names`, `too_many`.',
  params: calls.reportPathSchema,
  body: pastedNumbersSchema,
  body_limit: 2 * 1024 * 1024,
  answer: pastedNumbersAnswerSchema,
  errors: ['not_found', 'report_not_ready', 'version_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const reportVersions = {
  method: 'GET',
  path: '/reports/:report_id/versions',
  auth: 'bearer',
  key: ['reports:read'],
  operation: 'listReportVersions',
  tag: 'reports',
  summary: 'The versions of an edited report, newest first',
  params: calls.reportPathSchema,
  answer: z.array(edit.reportVersionSchema),
  errors: ['not_found'],
} as const satisfies ApiCall;

export const deal = {
  method: 'GET',
  path: '/reports/:report_id/deal',
  auth: 'bearer',
  operation: 'readDeal',
  tag: 'reports',
  summary: 'What a finished report’s lot may cost, calculated for today',
  params: calls.reportPathSchema,
  answer: dealSheetSchema,
  description:
    'Every row is of a dated table, of the report, or its user’s own; a row that nobody knows counts nothing and says what is missing. Customs rows: check before the car ships.',
  errors: ['not_found', 'report_not_ready'],
} as const satisfies ApiCall;

export const saveDeal = {
  method: 'PUT',
  path: '/reports/:report_id/deal',
  auth: 'bearer',
  operation: 'saveDeal',
  tag: 'reports',
  summary: 'Set what a report’s deal is calculated with, over the account’s defaults',
  params: calls.reportPathSchema,
  body: dealRequestSchema,
  answer: dealSheetSchema,
  description: 'What is sent stands in place of what was set before; an empty object takes all of it away.',
  errors: ['not_found', 'report_not_ready', 'rate_limited'],
} as const satisfies ApiCall;

export const claim = {
  method: 'GET',
  path: '/reports/:report_id/claim',
  auth: 'bearer',
  operation: 'readClaim',
  tag: 'reports',
  summary:
    'A finished report’s claim: what is noted of it, the total-loss verdict with its chance, and what would turn it',
  params: calls.reportPathSchema,
  answer: claimFileSchema,
  description:
    'Value, salvage bid, state or province, and whether an insurer settles are set by the `scenario` edit of `PATCH …/lines` (`loss`). Never legal advice.',
  errors: ['not_found', 'report_not_ready'],
} as const satisfies ApiCall;

export const saveClaim = {
  method: 'PUT',
  path: '/reports/:report_id/claim',
  auth: 'bearer',
  operation: 'saveClaim',
  tag: 'reports',
  summary: 'Note a claim number and a deductible on a finished report',
  params: calls.reportPathSchema,
  body: claimRequestSchema,
  answer: claimFileSchema,
  description:
    'Both stand in place of what was noted before; null takes one away. They stand on the PDF and in the exports.',
  errors: ['not_found', 'report_not_ready', 'rate_limited'],
} as const satisfies ApiCall;

export const claimPdf = {
  method: 'GET',
  path: '/reports/:report_id/claim/pdf',
  auth: 'bearer',
  operation: 'readClaimPdf',
  tag: 'reports',
  summary:
    'The file of a claim as one PDF: the report with its photos and evidence, its versions with what moved them, and its approvals',
  params: calls.reportPathSchema,
  answer: PDF,
  errors: ['not_found', 'report_not_ready', 'rate_limited'],
} as const satisfies ApiCall;

export const approve = {
  method: 'POST',
  path: '/reports/:report_id/approval',
  auth: 'bearer',
  operation: 'approveReport',
  tag: 'reports',
  summary: 'Approve the newest version of a finished report: it is kept with its claim as it stands',
  params: calls.reportPathSchema,
  body: approvalRequestSchema,
  answer: approvalSchema,
  description:
    'Nothing changes what is approved; later edits make a new version. What is approved already, to the letter, answers the approval it was. It goes with the report alone.',
  errors: ['not_found', 'report_not_ready', 'version_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const approvals = {
  method: 'GET',
  path: '/reports/:report_id/approvals',
  auth: 'bearer',
  operation: 'listApprovals',
  tag: 'reports',
  summary: 'The approved versions of a report, newest first',
  params: calls.reportPathSchema,
  answer: z.array(approvalSchema),
  errors: ['not_found'],
} as const satisfies ApiCall;

export const approved = {
  method: 'GET',
  path: '/reports/:report_id/approvals/:approval_id',
  auth: 'bearer',
  operation: 'readApproved',
  tag: 'reports',
  summary: 'A version of a report as it was approved',
  params: calls.approvalPathSchema,
  answer: approvedReportSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const approvedPdf = {
  method: 'GET',
  path: '/reports/:report_id/approvals/:approval_id/pdf',
  auth: 'bearer',
  operation: 'readApprovedPdf',
  tag: 'reports',
  summary: 'A version of a report as it was approved, as PDF',
  params: calls.approvalPathSchema,
  answer: PDF,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const auditTrail = {
  method: 'GET',
  path: '/reports/:report_id/audit_trail',
  auth: 'bearer',
  operation: 'readAuditTrail',
  tag: 'reports',
  summary:
    'What happened to a finished report, oldest first: asked for, read, made, edited, recalculated, approved, shared, downloaded, its claim noted',
  params: calls.reportPathSchema,
  answer: auditTrailSchema,
  description:
    'Downloads, shares and claims are noted from the version of the service on that came with this call. Nothing changes what is noted; it goes with the report alone.',
  errors: ['not_found', 'report_not_ready'],
} as const satisfies ApiCall;

export const auditTrailCsv = {
  method: 'GET',
  path: '/reports/:report_id/audit_trail/csv',
  auth: 'bearer',
  operation: 'readAuditTrailCsv',
  tag: 'reports',
  summary: 'What happened to a finished report, as CSV',
  params: calls.reportPathSchema,
  answer: ['text/csv'],
  errors: ['not_found', 'report_not_ready', 'rate_limited'],
} as const satisfies ApiCall;

export const carParts = {
  method: 'GET',
  path: '/reports/:report_id/car_parts',
  auth: 'bearer',
  operation: 'listCarParts',
  tag: 'reports',
  summary: 'The parts the car of a finished report can have, front to rear: what an answer may be of',
  params: calls.reportPathSchema,
  answer: z.array(carPartSchema),
  errors: ['not_found', 'report_not_ready'],
} as const satisfies ApiCall;

export const exportReport = {
  method: 'GET',
  path: '/reports/:report_id/export',
  auth: 'bearer',
  key: ['reports:read'],
  operation: 'exportReport',
  tag: 'reports',
  summary: 'A report as JSON, its lines as CSV, XLSX or EMS, or its parts to order as CSV',
  description:
    '`ems` is an EMS pre-fill: the written lines as the fourteen tables and the memo file of EMS 2.01, zipped. It is no estimate of any estimating system and was tested in none; `validation_error` where nothing is written.',
  params: calls.reportPathSchema,
  query: exportQuerySchema,
  answer: [
    'application/json',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/zip',
  ],
  errors: ['not_found', 'report_not_ready', 'rate_limited'],
} as const satisfies ApiCall;

export const compareEstimate = {
  method: 'POST',
  path: '/reports/:report_id/compare_estimate',
  auth: 'bearer',
  operation: 'compareEstimate',
  tag: 'reports',
  summary: 'An estimate of an estimating system, EMS or BMS, beside the written lines of a report',
  description:
    'Takes an EMS set, as a zip or file by file, or one BMS file. Nothing of it is kept, and its tables of people are not opened. What can not be read is validation_error with `details.reason`.',
  params: calls.reportPathSchema,
  body: sentEstimateSchema,
  body_limit: 12 * 1024 * 1024,
  answer: estimateComparisonSchema,
  errors: ['not_found', 'report_not_ready', 'rate_limited', 'unavailable'],
} as const satisfies ApiCall;

export const offers = {
  method: 'GET',
  path: '/reports/:report_id/offers',
  auth: 'bearer',
  operation: 'listOffers',
  tag: 'reports',
  summary: 'Prices and offers found earlier for the parts of a report',
  params: calls.reportPathSchema,
  answer: offersAnswerSchema,
  errors: ['not_found', 'report_not_ready'],
} as const satisfies ApiCall;

export const checkOffers = {
  method: 'POST',
  path: '/reports/:report_id/offers',
  auth: 'bearer',
  operation: 'checkOffers',
  tag: 'reports',
  summary:
    'Ask the price sources about the parts of a report; answers of the last six hours are not asked for again',
  params: calls.reportPathSchema,
  answer: offersAnswerSchema,
  errors: ['not_found', 'report_not_ready', 'rate_limited'],
} as const satisfies ApiCall;

export const share = {
  method: 'GET',
  path: '/reports/:report_id/share',
  auth: 'bearer',
  operation: 'readShare',
  tag: 'reports',
  summary: 'Whether a report is shared, and where',
  params: calls.reportPathSchema,
  answer: calls.reportShareSchema,
  secret: true,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const makeShare = {
  method: 'POST',
  path: '/reports/:report_id/share',
  auth: 'bearer',
  operation: 'shareReport',
  tag: 'reports',
  summary: 'Share a finished report by a read-only link',
  description:
    'Asked again it answers with the same link, and shows or leaves out photos and deal as told: on the page and in its PDF. The deal is hidden unless its owner says otherwise.',
  params: calls.reportPathSchema,
  body: calls.shareRequestSchema.nullish(),
  answer: calls.reportShareSchema,
  secret: true,
  errors: ['not_found', 'report_not_ready', 'idempotency_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const endShare = {
  method: 'DELETE',
  path: '/reports/:report_id/share',
  auth: 'bearer',
  operation: 'revokeShare',
  tag: 'reports',
  summary: 'Revoke the link to a report',
  params: calls.reportPathSchema,
  answer: calls.reportShareSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const shared = {
  method: 'GET',
  path: '/shared/:token',
  auth: 'none',
  operation: 'readSharedReport',
  tag: 'shared',
  summary: 'A report its owner shares',
  params: calls.sharedPathSchema,
  answer: sharedReportSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const sharedPhoto = {
  method: 'GET',
  path: '/shared/:token/photos/:photo/:file',
  auth: 'none',
  operation: 'readSharedPhoto',
  tag: 'shared',
  summary: 'A photo of a report its owner shares',
  description:
    'By its number in the report, only while the report is shared with its photos: not_found once the owner leaves them out or revokes the link.',
  params: calls.sharedPhotoPathSchema,
  answer: ['image/jpeg'],
  errors: ['not_found'],
} as const satisfies ApiCall;

export const sharedDeal = {
  method: 'GET',
  path: '/shared/:token/deal',
  auth: 'none',
  operation: 'readSharedDeal',
  tag: 'shared',
  summary: 'The deal of a shared report, where its owner shows it',
  description:
    'As readDeal, without what is set for the report and in the account. not_found where the deal is hidden, as it is unless shown.',
  params: calls.sharedPathSchema,
  answer: dealSheetSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const sharedPdf = {
  method: 'GET',
  path: '/shared/:token/pdf',
  auth: 'optional',
  operation: 'readSharedPdf',
  tag: 'shared',
  summary: 'A report its owner shares, as PDF',
  params: calls.sharedPathSchema,
  answer: PDF,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const sampleReport = {
  method: 'GET',
  path: '/sample_report',
  auth: 'none',
  operation: 'readSampleReport',
  tag: 'sample',
  summary: 'The sample report',
  answer: reportModelSchema,
  errors: [],
} as const satisfies ApiCall;

export const samplePdf = {
  method: 'GET',
  path: '/sample_report/pdf',
  auth: 'none',
  operation: 'readSamplePdf',
  tag: 'sample',
  summary: 'The sample report as PDF',
  answer: PDF,
  errors: [],
} as const satisfies ApiCall;
