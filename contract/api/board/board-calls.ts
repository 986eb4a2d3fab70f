import {
  batchAnswerSchema,
  batchRequestSchema,
  removeWaitingLotsRequestSchema,
  waitingLotsSchema,
} from '../../board/board-lots.ts';
import { messageAnswerSchema } from '../../schemas/account.ts';
import type { ApiCall } from '../api-call.ts';

/** Many lots at once, and those that wait for a report. */

export const startBatch = {
  method: 'POST',
  path: '/reports/batch',
  auth: 'bearer',
  key: ['board:add', 'reports:write'],
  extensions: 'paired',
  operation: 'startBatch',
  tag: 'reports',
  summary: 'Start reports of many lots',
  description:
    'Up to 60 lots. Every one is answered, in its order. Without `confirm` nothing is started: the answer says how many reports they would take and how many are left. With it, as many as are left are started one after the other, each site at its own pace; the others wait on the board, as do lots that their site refuses. A lot that has a report, is about to start or stands there twice takes none, so that the same call again starts nothing twice. Progress: listWaitingLots, listReports or the socket.',
  body: batchRequestSchema,
  answer: batchAnswerSchema,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const waitingLots = {
  method: 'GET',
  path: '/waiting_lots',
  auth: 'bearer',
  key: ['reports:read'],
  operation: 'listWaitingLots',
  tag: 'reports',
  summary: 'Lots on the board that have no report yet',
  description: 'Newest first. A lot leaves this list in the moment its report is started, however that is.',
  answer: waitingLotsSchema,
  errors: [],
} as const satisfies ApiCall;

export const removeWaitingLots = {
  method: 'DELETE',
  path: '/waiting_lots',
  auth: 'bearer',
  key: ['reports:write'],
  operation: 'removeWaitingLots',
  tag: 'reports',
  summary: 'Take lots without a report off the board',
  body: removeWaitingLotsRequestSchema,
  answer: messageAnswerSchema,
  errors: ['rate_limited'],
} as const satisfies ApiCall;
