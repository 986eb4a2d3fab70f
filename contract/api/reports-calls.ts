import { z } from 'zod';
import * as calls from '../calls.ts';
import * as account from '../schemas/account.ts';
import { reportFrameSchema } from '../schemas/events.ts';
import type { ApiCall } from './api-call.ts';

/** The list of reports and its live changes. */

const LIVE_PROTOCOL = `Open it with a ticket of \`makeLiveTicket\` as \`token\`. Each frame is one JSON text of the shape of the answer; the
client has nothing to send. \`seq\` increases per user: opened again with \`since\`, the largest \`seq\` seen, the socket first sends every
event after it; without \`since\`, or with one that is no longer known, snapshots of the running reports. The service pings every 25 s.

Close codes: 1008 foreign \`Origin\` or over 60 messages between two pings; 1009 a message over 4 KiB; 1012 the service restarts; 4401 no good
ticket or token, or the session ended; 4408 the client does not read; 4429 a sixth socket of one user closed this one. After 1012 and 4408
reconnect with \`since\`. Without an upgrade there is nothing here (404).`;

export const reportList = {
  method: 'GET',
  path: '/users/get_reports',
  auth: 'bearer',
  key: ['reports:read'],
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

export const markReports = {
  method: 'PATCH',
  path: '/selected_reports',
  auth: 'bearer',
  operation: 'markReports',
  tag: 'reports',
  summary: 'Archive, tag or note reports',
  description:
    'What is left out stays as it is. Archived reports leave the list unless it is asked for them.',
  body: calls.markReportsRequestSchema,
  answer: account.messageAnswerSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const deleteReports = {
  method: 'DELETE',
  path: '/selected_reports',
  auth: 'bearer',
  operation: 'deleteReports',
  tag: 'reports',
  summary: 'Delete reports for good',
  description:
    'With their versions, files and shared links, and the lots of own pages that no other report uses. Nothing comes back, nor does what they took of the quota.',
  body: calls.selectedReportsRequestSchema,
  answer: account.messageAnswerSchema,
  errors: ['not_found', 'report_not_ready', 'report_kept', 'rate_limited'],
} as const satisfies ApiCall;

export const exportReports = {
  method: 'POST',
  path: '/selected_reports/export',
  auth: 'bearer',
  key: ['reports:read'],
  operation: 'exportReports',
  tag: 'reports',
  summary: 'Figures of reports as one CSV or Excel file',
  body: calls.exportReportsRequestSchema,
  answer: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const cancelReport = {
  method: 'POST',
  path: '/reports/:report_id/cancel',
  auth: 'bearer',
  key: ['reports:write'],
  operation: 'cancelReport',
  tag: 'reports',
  summary: 'Cancel a running report',
  description: 'A report that has ended stays as it is: 409 `already_ended`.',
  params: calls.reportPathSchema,
  answer: account.messageAnswerSchema,
  errors: ['not_found', 'already_ended'],
} as const satisfies ApiCall;

export const retryReport = {
  method: 'POST',
  path: '/reports/:report_id/retry',
  auth: 'bearer',
  key: ['reports:write'],
  operation: 'retryReport',
  tag: 'reports',
  summary: 'Try a failed report again',
  params: calls.reportPathSchema,
  answer: calls.processReportAnswerSchema,
  errors: ['not_found', 'report_not_ready', 'quota_exceeded', 'idempotency_conflict', 'rate_limited'],
} as const satisfies ApiCall;
