import { z } from 'zod';
import type { me, quota } from '../../../contract/api/account-calls.ts';
import { reportDetailSchema } from '../../../contract/api/report-answers.ts';
import type { report } from '../../../contract/api/report-calls.ts';
import type { reportList } from '../../../contract/api/reports-calls.ts';
import { reportListItemSchema } from '../../../contract/calls.ts';
import { quotaSchema, userSchema } from '../../../contract/schemas/account.ts';
import { reportFrameSchema } from '../../../contract/schemas/events.ts';
import { FRAME } from './checks.ts';

type First = (typeof report | typeof reportList | typeof me | typeof quota)['operation'];

/** What a signed-in page asks for before anything is seen: all that its first script for checking holds. */
const FIRST: Record<First, z.ZodType> = {
  readMe: userSchema,
  readQuota: quotaSchema,
  listReports: z.array(reportListItemSchema),
  getReport: reportDetailSchema,
};

export const FIRST_SHAPES: ReadonlyMap<string, z.ZodType> = new Map([
  ...Object.entries(FIRST),
  [FRAME, reportFrameSchema],
]);
