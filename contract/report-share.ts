import { z } from 'zod';

/** `reports/{report_id}/share`: the read-only page its owner shares, as a path on our origin; null while not shared. */
export const reportShareSchema = z.object({ path: z.string().nullable(), shared_at: z.string().nullable() });
export type ReportShare = z.infer<typeof reportShareSchema>;

export const sharedPathSchema = z.strictObject({ token: z.string().max(64) });

/** In a shared report the id stands so: it leads nowhere without its owner's session. */
export const SHARED_REPORT_ID = 'shared';
