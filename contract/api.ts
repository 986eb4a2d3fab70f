import { z } from 'zod';
import { type ApiCall, SITE_INFO } from './api-call.ts';
import * as calls from './calls.ts';
import * as account from './schemas/account.ts';
import * as edit from './schemas/edit-report.ts';
import { reportFrameSchema } from './schemas/events.ts';
import { offersAnswerSchema } from './schemas/offers.ts';
import { reportModelSchema } from './schemas/report.ts';

/**
 * Every call of the API, one export a row: the server's routes, the web client and the OpenAPI file are made from it. A new call is
 * a row here, its handler in server/http/routes and its row in tests/service/access-matrix.test.ts.
 */

const MIB = 1024 * 1024;
const PDF = ['application/pdf'] as const;
const JPEG = ['image/jpeg'] as const;
/** A lot that can't be read, by its cause. */
const UNREAD = [
  'unsupported_url',
  'wrong_number_kind',
  'lot_not_found',
  'extraction_failed',
  'layout_changed',
  'source_blocked',
] as const;

const LIVE_PROTOCOL = `Open it with a ticket of \`makeLiveTicket\` as \`token\`. Each frame is one JSON text of the shape of the answer; the
client has nothing to send. \`seq\` increases per user: opened again with \`since\`, the largest \`seq\` seen, the socket first sends every
event after it; without \`since\`, or with one that is no longer known, snapshots of the running reports. The service pings every 25 s.

Close codes: 1008 foreign \`Origin\` or over 60 messages between two pings; 1009 a message over 4 KiB; 1012 the service restarts; 4401 no good
ticket or token, or the session ended; 4408 the client does not read; 4429 a sixth socket of one user closed this one. After 1012 and 4408
reconnect with \`since\`. Without an upgrade there is nothing here (404).`;

export const token = {
  method: 'POST',
  path: '/auth/token',
  auth: 'none',
  operation: 'signIn',
  tag: 'auth',
  summary: 'Sign in',
  body: account.tokenRequestSchema,
  form: true,
  answer: account.tokenAnswerSchema,
  secret: true,
  errors: ['authentication_failed', 'verification_required', 'rate_limited'],
} as const satisfies ApiCall;

export const refresh = {
  method: 'POST',
  path: '/auth/refresh',
  auth: 'none',
  operation: 'refreshSession',
  tag: 'auth',
  summary: 'Rotate the refresh token',
  description: 'Takes the refresh token of the body or, over https, of the cookie that signing in set.',
  body: account.refreshRequestSchema.nullish(),
  answer: account.tokenAnswerSchema,
  secret: true,
  errors: ['invalid_token', 'token_reused'],
} as const satisfies ApiCall;

export const logout = {
  method: 'POST',
  path: '/auth/logout',
  auth: 'bearer',
  operation: 'signOut',
  tag: 'auth',
  summary: 'Sign out',
  answer: account.messageAnswerSchema,
  errors: [],
} as const satisfies ApiCall;

export const register = {
  method: 'POST',
  path: '/auth/register',
  auth: 'none',
  operation: 'register',
  tag: 'auth',
  summary: 'Open an account',
  body: account.registerRequestSchema,
  answer: account.registerAnswerSchema,
  status: 201,
  errors: ['idempotency_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const verifyEmail = {
  method: 'POST',
  path: '/auth/verify-email',
  auth: 'none',
  operation: 'verifyEmail',
  tag: 'auth',
  summary: 'Confirm an address',
  body: account.verifyEmailRequestSchema,
  answer: account.messageAnswerSchema,
  errors: [{ code: 'invalid_token', status: 400 }, 'rate_limited'],
} as const satisfies ApiCall;

export const resendVerification = {
  method: 'POST',
  path: '/auth/resend-verification',
  auth: 'none',
  operation: 'resendVerification',
  tag: 'auth',
  summary: 'Send the verification mail again',
  body: account.emailOnlyRequestSchema,
  answer: account.messageAnswerSchema,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const forgotPassword = {
  method: 'POST',
  path: '/auth/forgot-password',
  auth: 'none',
  operation: 'forgotPassword',
  tag: 'auth',
  summary: 'Ask for a reset link',
  body: account.emailOnlyRequestSchema,
  answer: account.messageAnswerSchema,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const resetPassword = {
  method: 'POST',
  path: '/auth/reset-password',
  auth: 'none',
  operation: 'resetPassword',
  tag: 'auth',
  summary: 'Set a new password by link',
  body: account.resetPasswordRequestSchema,
  answer: account.messageAnswerSchema,
  errors: [{ code: 'invalid_token', status: 400 }, 'rate_limited'],
} as const satisfies ApiCall;

export const changePassword = {
  method: 'POST',
  path: '/auth/change-password',
  auth: 'bearer',
  operation: 'changePassword',
  tag: 'auth',
  summary: 'Change the password',
  body: account.changePasswordRequestSchema,
  answer: account.messageAnswerSchema,
  errors: [{ code: 'authentication_failed', status: 400 }, 'rate_limited'],
} as const satisfies ApiCall;

export const me = {
  method: 'GET',
  path: '/users/me',
  auth: 'bearer',
  operation: 'readMe',
  tag: 'users',
  summary: 'The signed-in user',
  answer: account.userSchema,
  errors: [],
} as const satisfies ApiCall;

export const editMe = {
  method: 'PATCH',
  path: '/users/me',
  auth: 'bearer',
  operation: 'editMe',
  tag: 'users',
  summary: 'Edit names and phone',
  body: account.editProfileRequestSchema,
  answer: account.userSchema,
  errors: [],
} as const satisfies ApiCall;

export const deleteMe = {
  method: 'DELETE',
  path: '/users/me',
  auth: 'bearer',
  operation: 'deleteMe',
  tag: 'users',
  summary: 'Delete the account',
  body: account.deleteAccountRequestSchema,
  answer: account.messageAnswerSchema,
  errors: [{ code: 'authentication_failed', status: 400 }, 'rate_limited'],
} as const satisfies ApiCall;

export const exportMe = {
  method: 'GET',
  path: '/users/me/export',
  auth: 'bearer',
  operation: 'exportMe',
  tag: 'users',
  summary: 'Everything we hold about the user, as a zip',
  answer: ['application/zip'],
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const sessions = {
  method: 'GET',
  path: '/users/me/sessions',
  auth: 'bearer',
  operation: 'listSessions',
  tag: 'users',
  summary: 'Live sessions',
  answer: z.array(account.sessionSchema),
  errors: [],
} as const satisfies ApiCall;

export const endOtherSessions = {
  method: 'DELETE',
  path: '/users/me/sessions',
  auth: 'bearer',
  operation: 'endOtherSessions',
  tag: 'users',
  summary: 'End all other sessions',
  answer: account.messageAnswerSchema,
  errors: [],
} as const satisfies ApiCall;

export const endSession = {
  method: 'DELETE',
  path: '/users/me/sessions/:session_id',
  auth: 'bearer',
  operation: 'endSession',
  tag: 'users',
  summary: 'End one session',
  params: calls.sessionPathSchema,
  answer: account.messageAnswerSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const quota = {
  method: 'GET',
  path: '/users/quota',
  auth: 'bearer',
  operation: 'readQuota',
  tag: 'users',
  summary: 'Reports left and in progress',
  answer: account.quotaSchema,
  errors: [],
} as const satisfies ApiCall;

export const reportList = {
  method: 'GET',
  path: '/users/get_reports',
  auth: 'bearer',
  operation: 'listReports',
  tag: 'users',
  summary: 'Reports, newest first',
  description:
    'The `Link` header (rel="next") leads to the page after this one; there is none on the last page.',
  query: calls.reportListQuerySchema,
  answer: z.array(calls.reportListItemSchema),
  errors: [],
} as const satisfies ApiCall;

export const liveTicket = {
  method: 'POST',
  path: '/ws/ticket',
  auth: 'bearer',
  operation: 'makeLiveTicket',
  tag: 'live',
  summary: 'A ticket for one socket, good for 30 s',
  answer: calls.wsTicketAnswerSchema,
  secret: true,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

/** Its token stands in the query: browsers send no header along with a socket. */
export const liveSocket = {
  method: 'GET',
  path: '/ws',
  auth: 'none',
  operation: 'openLiveSocket',
  tag: 'live',
  summary: 'Live updates (WebSocket)',
  description: LIVE_PROTOCOL,
  query: calls.liveSocketQuerySchema,
  answer: reportFrameSchema,
  status: 101,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const scrape = {
  method: 'POST',
  path: '/auction/scrape',
  auth: 'optional',
  operation: 'scrapeLot',
  tag: 'auction',
  summary: 'Read a lot',
  description:
    'Reads the lot behind a link, or from the pages sent along. An Idempotency-Key makes a repeated call with pages one call.',
  body: calls.scrapeRequestSchema,
  body_limit: 66 * MIB,
  answer: calls.scrapeAnswerSchema,
  says_success: true,
  errors: [...UNREAD, 'idempotency_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const enterLot = {
  method: 'POST',
  path: '/auction/enter_lot',
  auth: 'optional',
  operation: 'enterLot',
  tag: 'auction',
  summary: 'Enter a lot by hand',
  body: calls.enterLotRequestSchema,
  body_limit: 120 * MIB,
  answer: calls.scrapeAnswerSchema,
  says_success: true,
  errors: ['idempotency_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const processReport = {
  method: 'POST',
  path: '/auction/process_report',
  auth: 'bearer',
  operation: 'processReport',
  tag: 'auction',
  summary: 'Start a report',
  description:
    'Answers at once; the report is made meanwhile. An Idempotency-Key makes a repeated call one report. Progress: getReport, listReports or the socket.',
  body: calls.processReportRequestSchema,
  answer: calls.processReportAnswerSchema,
  says_success: true,
  errors: [
    'quota_exceeded',
    'unsupported_url',
    'unsupported_make',
    'lot_not_found',
    'idempotency_conflict',
    'rate_limited',
  ],
} as const satisfies ApiCall;

export const generateReport = {
  method: 'POST',
  path: '/auction/generate_report',
  auth: 'bearer',
  operation: 'generateReport',
  tag: 'auction',
  summary: 'The report as PDF',
  body: calls.generateReportRequestSchema,
  answer: PDF,
  errors: ['not_found', 'report_not_ready', 'rate_limited'],
} as const satisfies ApiCall;

export const report = {
  method: 'GET',
  path: '/reports/:report_id',
  auth: 'bearer',
  operation: 'getReport',
  tag: 'reports',
  summary: 'A report, finished or under way',
  params: calls.reportPathSchema,
  answer: calls.reportDetailSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const cancelReport = {
  method: 'POST',
  path: '/reports/:report_id/cancel',
  auth: 'bearer',
  operation: 'cancelReport',
  tag: 'reports',
  summary: 'Cancel a running report',
  params: calls.reportPathSchema,
  answer: account.messageAnswerSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const retryReport = {
  method: 'POST',
  path: '/reports/:report_id/retry',
  auth: 'bearer',
  operation: 'retryReport',
  tag: 'reports',
  summary: 'Try a failed report again',
  params: calls.reportPathSchema,
  answer: calls.processReportAnswerSchema,
  errors: ['not_found', 'report_not_ready', 'quota_exceeded', 'idempotency_conflict', 'rate_limited'],
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
    'Answers what changed. `Prefer: return=representation` answers the whole report. A report of schema_version 1 is read-only.',
  errors: ['not_found', 'report_not_ready', 'report_read_only', 'version_conflict', 'rate_limited'],
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

export const reportVersions = {
  method: 'GET',
  path: '/reports/:report_id/versions',
  auth: 'bearer',
  operation: 'listReportVersions',
  tag: 'reports',
  summary: 'The versions of an edited report, newest first',
  params: calls.reportPathSchema,
  answer: z.array(edit.reportVersionSchema),
  errors: ['not_found'],
} as const satisfies ApiCall;

export const exportReport = {
  method: 'GET',
  path: '/reports/:report_id/export',
  auth: 'bearer',
  operation: 'exportReport',
  tag: 'reports',
  summary: 'A report as JSON, its lines as CSV or XLSX, or its parts to order as CSV',
  params: calls.reportPathSchema,
  query: calls.exportQuerySchema,
  answer: [
    'application/json',
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  errors: ['not_found', 'report_not_ready', 'rate_limited'],
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
  params: calls.reportPathSchema,
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
  answer: reportModelSchema,
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

export const samplePhoto = {
  method: 'GET',
  path: '/sample_report/photos/:photo/:file',
  auth: 'none',
  operation: 'readSamplePhoto',
  tag: 'sample',
  summary: 'A photo of the sample report',
  params: calls.samplePhotoPathSchema,
  answer: JPEG,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const photo = {
  method: 'GET',
  path: '/photos/:photo_id/:file',
  auth: 'none',
  operation: 'readPhoto',
  tag: 'photos',
  summary: 'A photo of a lot, by its unguessable id',
  params: calls.photoPathSchema,
  answer: JPEG,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const supplierOut = {
  method: 'GET',
  path: '/suppliers/out/:id',
  auth: 'none',
  operation: 'goToSupplier',
  tag: 'suppliers',
  summary: 'Go to a supplier, by OEM number or by words; the click is counted',
  params: calls.supplierOutPathSchema,
  query: calls.supplierOutQuerySchema,
  answer: null,
  status: 302,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const siteInfo = {
  ...SITE_INFO,
  operation: 'readSiteInfo',
  tag: 'site',
  summary: 'Addresses and sample lots of this installation',
  answer: calls.siteInfoSchema,
  errors: [],
} as const satisfies ApiCall;

export const isLive = {
  method: 'GET',
  path: '/health/live',
  at_root: true,
  auth: 'none',
  operation: 'isLive',
  tag: 'health',
  summary: 'Alive',
  description: 'The process answers.',
  answer: calls.healthSchema,
  errors: [],
} as const satisfies ApiCall;

export const isReady = {
  method: 'GET',
  path: '/health/ready',
  at_root: true,
  auth: 'none',
  operation: 'isReady',
  tag: 'health',
  summary: 'Ready for work',
  description: 'It can do its work: 503 while it stops or its database is away.',
  answer: calls.healthSchema,
  errors: [],
} as const satisfies ApiCall;
