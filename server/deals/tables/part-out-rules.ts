import { z } from 'zod';
import { sectionSchema } from '../../../contract/schemas/estimate.ts';
import { headed, lowHigh, readDealTable, sourcedRows } from './sourced-row.ts';

const amount = z.number().min(0);

/** What a car brings in parts. */
export const PART_OUT = readDealTable(
  'part-out.json',
  z.object({
    ...headed,
    used_part: sourcedRows({ kind: z.enum(['assembly', 'wheel_cover', 'restraint']), ...lowHigh }),
    sellable: sourcedRows({ least_usd: amount }),
    engine: sourcedRows({ share_of_whole: z.number().min(0).max(0.9) }),
    demand: sourcedRows({
      demand: z.enum(['high', 'low']),
      /** Of an estimate; null: all others. */
      sections: z.array(sectionSchema).nullable(),
      ...lowHigh,
      days: amount,
    }),
    most: sourcedRows({ share_of_value: z.number().positive() }),
    dismantling: sourcedRows(lowHigh),
    selling: sourcedRows(lowHigh),
    body_metal: sourcedRows({ usd_a_ton: amount }),
    body_tons: sourcedRows({ body: z.enum(['car', 'suv', 'pickup', 'van']), tons: z.number().positive() }),
    catalyst: sourcedRows({ usd: amount }),
  }),
);
