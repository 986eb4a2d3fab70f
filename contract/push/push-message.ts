import * as z from 'zod/mini';

/** What a device is told of a report: the vehicle, the outcome, and which report a press opens. `updated`: its photos were examined later; `changed`: its lot is not as it was. */
export const pushMessageSchema = z.object({
  outcome: z.enum(['ready', 'failed', 'updated', 'changed']),
  vehicle: z.string(),
  report_id: z.uuid(),
});
export type PushMessage = z.infer<typeof pushMessageSchema>;
export type PushOutcome = PushMessage['outcome'];

/** The heads of the notifications; the vehicle stands below. */
export const PUSH_TITLES: Record<PushOutcome, string> = {
  ready: 'Report ready',
  failed: 'Report failed, not charged',
  updated: 'Photos examined, report updated',
  changed: 'Lot changed since your report',
};

/** The page a press opens: that of the report, or the list of all. */
export const pushPage = (message: PushMessage | undefined): string =>
  message === undefined ? '/reports' : `/reports/${message.report_id}`;
