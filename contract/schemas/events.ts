import { z } from 'zod';
import { quotaSchema } from './account.ts';

/** One WebSocket frame (docs/product.md): a change of a report, or its state when the socket opened. */
export const reportFrameSchema = z.object({
  type: z.enum(['snapshot', 'status']),
  /** Increases per user; `?since=` replays what came after. */
  seq: z.number().int(),
  report_id: z.string(),
  task_id: z.string(),
  status: z.string(),
  progress: z.number(),
  label: z.string(),
  message: z.string(),
  date: z.string(),
  /** US dollars; null until the report is finished. */
  total_cost: z.number().nullable(),
  body_type: z.string().nullable(),
  /** Why it failed; absent in frames kept from before it was sent. */
  error_code: z.string().nullish(),
  /** The newest version of a finished report, 0 as made; absent in frames kept from before it was sent. */
  report_version: z.int().optional(),
  /** The owner's quota as of this number; absent in frames kept from before it was sent. */
  quota: quotaSchema.omit({ seq: true }).optional(),
});
export type ReportFrame = z.infer<typeof reportFrameSchema>;
