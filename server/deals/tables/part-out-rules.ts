import { z } from 'zod';
import { headed, lowHigh, readDealTable, sourcedRows } from './sourced-row.ts';

const amount = z.number().min(0);

/** What a car brings in parts. */
export const PART_OUT = readDealTable(
  'part-out.json',
  z.object({
    ...headed,
    used_part: sourcedRows({ kind: z.enum(['assembly', 'wheel_cover', 'restraint']), ...lowHigh }),
    engine: sourcedRows({ share_of_whole: z.number().min(0).max(0.9) }),
    sell_share: sourcedRows({ ...lowHigh, days: amount }),
    dismantling: sourcedRows(lowHigh),
    selling: sourcedRows(lowHigh),
    body_metal: sourcedRows({ usd_a_ton: amount }),
    body_tons: sourcedRows({ body: z.enum(['car', 'suv', 'pickup', 'van']), tons: z.number().positive() }),
    catalyst: sourcedRows({ usd: amount }),
  }),
);
