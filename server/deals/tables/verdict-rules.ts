import { z } from 'zod';
import {
  type DealSettings,
  type DealThreshold,
  thresholdSchema,
} from '../../../contract/deal/deal-settings.ts';
import { headed, readDealTable, sourcedRows } from './sourced-row.ts';

const defaultSchema = z.enum(['repair_quantile', 'careful_quantile', 'risk']);
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

/** A threshold of the verdict: its user’s, else our judgement. */
export const thresholdOf = ({ thresholds }: DealSettings, code: DealThreshold): number =>
  thresholds?.[code] ?? VERDICT_THRESHOLDS.find((row) => row.code === code)?.value ?? 1;
/** What counts where neither account nor report says anything: our judgement. */
export const defaultOf = (code: z.infer<typeof defaultSchema>): number =>
  table.defaults.find((row) => row.code === code)?.value ?? 0.5;
