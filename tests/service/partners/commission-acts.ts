import type pg from 'pg';
import { inTransaction } from '../../../server/db/client.ts';
import {
  enterCorrection,
  enterReturn,
  enterSale,
  issueStatement,
  payStatement,
} from '../../../server/db/partners/commission.ts';

type Told = { partnerId: string; orderHash: string; netCents: number; toldHash: string; at: number };
/** What happens to what a partner owes; done again it changes nothing more, as when its system tells a sale again. */
export type CommissionAct =
  | ({ kind: 'sale' } & Told)
  | ({ kind: 'return'; returnHash: string } & Told)
  | { kind: 'issue'; partnerId: string; period: string }
  | { kind: 'pay'; partnerId: string; period: string; at: number }
  | {
      kind: 'correct';
      partnerId: string;
      orderHash: string;
      commissionCents: number;
      note: string;
      at: number;
    };

/** Does it by the product's own code. */
export async function doCommissionAct(pool: pg.Pool, act: CommissionAct): Promise<void> {
  await inTransaction(pool, async (client) => {
    switch (act.kind) {
      case 'sale':
        await enterSale(client, {
          ...act,
          leadId: 'leadleadleadlead',
          voucher: null,
          orderedAt: new Date(act.at),
          source: 'postback',
          now: new Date(act.at),
        });
        break;
      case 'return':
        await enterReturn(client, { ...act, source: 'postback', now: new Date(act.at) });
        break;
      case 'issue':
        await issueStatement(client, act.partnerId, act.period);
        break;
      case 'pay': {
        const { rows } = await client.query<{ id: string }>(
          'SELECT id FROM partner_statements WHERE partner_id = $1 AND period = $2::date',
          [act.partnerId, act.period],
        );
        for (const { id } of rows) await payStatement(client, id, { note: 'test', now: new Date(act.at) });
        break;
      }
      case 'correct': {
        // Once, by its note, as an operator who looks first does.
        await client.query('SELECT FROM partners WHERE id = $1 FOR UPDATE', [act.partnerId]);
        const { rows } = await client.query<{ id: string }>(
          `SELECT s.id FROM commission_ledger s WHERE s.partner_id = $1 AND s.order_hash = $2 AND s.kind = 'sale'
              AND NOT EXISTS (SELECT 1 FROM commission_ledger c WHERE c.corrects_id = s.id AND c.note = $3)`,
          [act.partnerId, act.orderHash, act.note],
        );
        for (const { id } of rows)
          await enterCorrection(client, {
            entryId: Number(id),
            commissionCents: act.commissionCents,
            note: act.note,
            now: new Date(act.at),
          });
      }
    }
  });
}
