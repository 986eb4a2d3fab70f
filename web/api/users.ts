import { z } from 'zod';
import { quotaSchema, userSchema } from '../../contract/account.ts';
import { reportListItemSchema } from '../../contract/calls.ts';
import { call, callRaw } from './call.ts';

export const readMe = () => call(userSchema, 'users/me');
export const readQuota = () => call(quotaSchema, 'users/quota');

const listSchema = z.array(reportListItemSchema);
export type ReportPage = { items: z.infer<typeof listSchema>; next: string | null };

/** One page of reports, newest first; `next` is the cursor of the page after it. */
export async function listReports(cursor: string | null): Promise<ReportPage> {
  const response = await callRaw(
    `users/get_reports?limit=60${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
  );
  const next = /[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return {
    items: listSchema.parse(await response.json()),
    next: next === undefined ? null : decodeURIComponent(next),
  };
}
