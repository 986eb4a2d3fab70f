import { z } from 'zod';
import { headed, readDealTable, sourcedRows } from './sourced-row.ts';

const thresholdSchema = z.enum(['buy_chance', 'consider_chance', 'parts_share']);
const defaultSchema = z.enum(['repair_quantile', 'risk']);
const value = z.number().min(0).max(10);

const table = readDealTable(
  'verdict.json',
  z.object({
    ...headed,
    thresholds: sourcedRows({ code: thresholdSchema, value }),
    defaults: sourcedRows({ code: defaultSchema, value }),
  }),
);

export const VERDICT_THRESHOLDS = table.thresholds;

/** A threshold of the verdict: our judgement. */
export const thresholdOf = (code: z.infer<typeof thresholdSchema>): number =>
  VERDICT_THRESHOLDS.find((row) => row.code === code)?.value ?? 1;
/** What counts where neither account nor report says anything: our judgement. */
export const defaultOf = (code: z.infer<typeof defaultSchema>): number =>
  table.defaults.find((row) => row.code === code)?.value ?? 0.5;
