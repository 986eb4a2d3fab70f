import { z } from 'zod';
import { messageAnswerSchema } from '../../schemas/account.ts';
import type { ApiCall } from '../api-call.ts';
import { grantAnswerSchema } from '../quota/quota-answers.ts';
import * as shapes from './console-answers.ts';

/** The operator's day: who uses this installation, what runs, what others were asked for, and what operators did. */

const READS = ['not_found', 'second_factor_required', 'rate_limited'] as const;
/** What tells who somebody is needs a code, and so does every change. */
const CODED = [...READS, 'setup_read_only'] as const;

export const operatorOverview = {
  method: 'GET',
  path: '/operator/overview',
  auth: 'bearer',
  operation: 'readOperatorOverview',
  tag: 'operator',
  summary: 'Counts of what waits, runs and has ended',
  answer: shapes.operatorOverviewSchema,
  errors: READS,
} as const satisfies ApiCall;

export const operatorUsers = {
  method: 'GET',
  path: '/operator/users',
  auth: 'bearer',
  operation: 'listUsers',
  tag: 'operator',
  summary: 'Accounts, newest first, or those that a text finds',
  description: 'Noted in the audit log, with what was looked for and whom it showed.',
  query: shapes.userListQuerySchema,
  answer: shapes.userListSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const operatorUser = {
  method: 'GET',
  path: '/operator/users/:user_id',
  auth: 'bearer',
  operation: 'readUser',
  tag: 'operator',
  summary: 'One account: balance, ledger, reports by outcome, sessions',
  description: 'Noted in the audit log.',
  params: shapes.userPathSchema,
  answer: shapes.operatorUserSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const grantUser = {
  method: 'POST',
  path: '/operator/users/:user_id/grant',
  auth: 'bearer',
  operation: 'grantReports',
  tag: 'operator',
  summary: 'Give an account reports; its user hears of it by mail',
  description: 'Answers what the user asked for, too, where they did.',
  params: shapes.userPathSchema,
  body: shapes.grantUserRequestSchema,
  answer: grantAnswerSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const endUserSessions = {
  method: 'POST',
  path: '/operator/users/:user_id/end_sessions',
  auth: 'bearer',
  operation: 'endUserSessions',
  tag: 'operator',
  summary: 'Sign an account out everywhere',
  params: shapes.userPathSchema,
  answer: shapes.endedSessionsSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const operatorReports = {
  method: 'GET',
  path: '/operator/reports',
  auth: 'bearer',
  operation: 'listAllReports',
  tag: 'operator',
  summary: 'Reports of all accounts by outcome and cause, newest first',
  description: 'Without what they found. Noted in the audit log.',
  query: shapes.operatorReportsQuerySchema,
  answer: shapes.operatorReportListSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const operatorReport = {
  method: 'GET',
  path: '/operator/reports/:report_id',
  auth: 'bearer',
  operation: 'readReportRun',
  tag: 'operator',
  summary: 'How one report ran: steps, attempts, entries of the ledger',
  description: 'Noted in the audit log.',
  params: shapes.operatorReportPathSchema,
  answer: shapes.operatorReportDetailSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const retryForUser = {
  method: 'POST',
  path: '/operator/reports/:report_id/retry',
  auth: 'bearer',
  operation: 'retryForUser',
  tag: 'operator',
  summary: 'Run a failed report again for its user, as their own retry does',
  params: shapes.operatorReportPathSchema,
  answer: shapes.retriedReportSchema,
  errors: [...CODED, 'report_not_ready', 'quota_exceeded', 'lot_not_found', 'unavailable'],
} as const satisfies ApiCall;

export const operatorUse = {
  method: 'GET',
  path: '/operator/use',
  auth: 'bearer',
  operation: 'readUse',
  tag: 'operator',
  summary: 'Lots read and refused by site, model spend and catalog calls against their caps, by day',
  answer: shapes.operatorUseSchema,
  errors: READS,
} as const satisfies ApiCall;

export const operatorQueue = {
  method: 'GET',
  path: '/operator/queue',
  auth: 'bearer',
  operation: 'readQueue',
  tag: 'operator',
  summary: 'Jobs that wait, run or were given up, workers, and mails that have not gone out',
  description: 'At most 100 mails, the newest. Noted in the audit log where it shows any.',
  answer: shapes.operatorQueueSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const sendMailAgain = {
  method: 'POST',
  path: '/operator/mails/:mail_id/send_again',
  auth: 'bearer',
  operation: 'sendMailAgain',
  tag: 'operator',
  summary: 'Try a refused mail once more',
  params: shapes.operatorMailPathSchema,
  answer: messageAnswerSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const switches = {
  method: 'GET',
  path: '/operator/switches',
  auth: 'bearer',
  operation: 'readSwitches',
  tag: 'operator',
  summary: 'What can be turned off without a restart',
  answer: z.array(shapes.switchSchema),
  errors: READS,
} as const satisfies ApiCall;

export const turnSwitch = {
  method: 'PUT',
  path: '/operator/switches/:name',
  auth: 'bearer',
  operation: 'turnSwitch',
  tag: 'operator',
  summary: 'Turn a part of the service off or on; every process follows within seconds',
  params: shapes.switchPathSchema,
  body: shapes.turnSwitchRequestSchema,
  answer: shapes.switchSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const auditLog = {
  method: 'GET',
  path: '/operator/audit',
  auth: 'bearer',
  operation: 'readAuditLog',
  tag: 'operator',
  summary: 'What operators did and looked at, newest first',
  query: shapes.auditQuerySchema,
  answer: shapes.auditLogSchema,
  errors: CODED,
} as const satisfies ApiCall;
