import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { firstRow } from '../rows.ts';

const leadRow = z.object({
  id: z.string(),
  counts: z.enum(['yes', 'own', 'flood', 'repeat']),
  at: z.date(),
});

/** The lead of this partner that a sale names by its id or its voucher; null where there is none. */
export const findSaleLead = async (
  client: Queryable,
  partnerId: string,
  { leadId, voucher }: { leadId: string | null; voucher: string | null },
): Promise<z.infer<typeof leadRow> | null> =>
  await firstRow(
    client,
    leadRow,
    'SELECT id, counts, at FROM partner_leads WHERE partner_id = $1 AND (id = $2 OR voucher = $3)',
    [partnerId, leadId, voucher],
  );
