import { z } from 'zod';

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
});
export type ReportFrame = z.infer<typeof reportFrameSchema>;
