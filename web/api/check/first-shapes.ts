import { z } from 'zod';
import type { me, preferences, quota } from '../../../contract/api/account-calls.ts';
import type { waitingLots } from '../../../contract/api/board/board-calls.ts';
import { reportDetailSchema, sharedReportSchema } from '../../../contract/api/report-answers.ts';
import type { report, shared } from '../../../contract/api/report-calls.ts';
import type { liveTicket, reportList } from '../../../contract/api/reports-calls.ts';
import { waitingLotsSchema } from '../../../contract/board/board-lots.ts';
import { reportListItemSchema, wsTicketAnswerSchema } from '../../../contract/calls.ts';
import { preferencesSchema, quotaSchema, userSchema } from '../../../contract/schemas/account.ts';
import { reportFrameSchema } from '../../../contract/schemas/events.ts';
import { FRAME } from './checks.ts';

type First = (
  | typeof report
  | typeof shared
  | typeof reportList
  | typeof waitingLots
  | typeof liveTicket
  | typeof me
  | typeof quota
  | typeof preferences
)['operation'];

/** What a page asks for by itself: all that its first script for checking holds. */
const FIRST: Record<First, z.ZodType> = {
  readMe: userSchema,
  readQuota: quotaSchema,
  readPreferences: preferencesSchema,
  listReports: z.array(reportListItemSchema),
  listWaitingLots: waitingLotsSchema,
  getReport: reportDetailSchema,
  readSharedReport: sharedReportSchema,
  makeLiveTicket: wsTicketAnswerSchema,
};

export const FIRST_SHAPES: ReadonlyMap<string, z.ZodType> = new Map([
  ...Object.entries(FIRST),
  [FRAME, reportFrameSchema],
]);
