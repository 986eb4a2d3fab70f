import { z } from 'zod';
import { errorCodeSchema } from '../schemas/errors.ts';

/** Many lots at once: what is asked and told of those that become reports. */

/** Most lots of one call. */
export const MOST_BATCH_LOTS = 60;
/** Most lots of an account that wait for a report. */
export const MOST_WAITING_LOTS = 500;

const linkText = z.string().trim().min(1).max(2048);

export const batchRequestSchema = z.strictObject({
  lots: z
    .array(
      z.strictObject({
        /** A lot’s link, `Copart 12345678`, a bid.cars number, or a VIN or number that a licensed source may know. */
        link: linkText,
        /** Of a lot whose page or list was handed over: nothing is fetched for it. */
        lot_key: z.string().min(1).max(200).optional(),
      }),
    )
    .min(1)
    .max(MOST_BATCH_LOTS, `At most ${MOST_BATCH_LOTS} lots can be sent at once.`),
  /** Without it nothing is started: the answer says what would be. */
  confirm: z.boolean().default(false),
});
export type BatchRequest = z.infer<typeof batchRequestSchema>;

export const batchEntrySchema = z.object({
  /** Its place in `lots`, from 1 on. */
  row: z.number().int().positive(),
  listed: z.string(),
  /**
   * `start`: takes a report; `no_reports`: would take one more than are left, and waits; `waiting`: is about to start already;
   * `known`: has a report; `repeated`: stands in an earlier row; `refused`: no lot, by `reason`.
   */
  state: z.enum(['start', 'no_reports', 'waiting', 'known', 'repeated', 'refused']),
  /** The report of one that is known. */
  report_id: z.string().nullable(),
  reason: z.string().nullable(),
});
export type BatchEntry = z.infer<typeof batchEntrySchema>;

export const batchAnswerSchema = z.object({
  confirmed: z.boolean(),
  entries: z.array(batchEntrySchema),
  /** Reports that all of them would take, and how many are left, those that are about to start taken off. */
  reports: z.number().int().nonnegative(),
  available: z.number().int().nonnegative(),
});
export type BatchAnswer = z.infer<typeof batchAnswerSchema>;

/** A lot on the board that has no report yet. */
export const waitingLotSchema = z.object({
  id: z.string(),
  listed: z.string(),
  /** Its car, `2019 HONDA ACCORD`; null: its listing was not read yet. */
  name: z.string().nullable(),
  lot_key: z.string().nullable(),
  /** `queued`: its turn comes; `no_reports`: not started, none were left; `refused`: it could not be read, by `code` and `reason`. */
  state: z.enum(['queued', 'no_reports', 'refused']),
  code: errorCodeSchema.nullable(),
  reason: z.string().nullable(),
  date: z.string(),
});
export type WaitingLot = z.infer<typeof waitingLotSchema>;

export const waitingLotsSchema = z.array(waitingLotSchema);
export const removeWaitingLotsRequestSchema = z.strictObject({
  lot_ids: z.array(z.uuid()).min(1).max(MOST_WAITING_LOTS),
});
