import type pg from 'pg';
import { refundReport, reserveReport } from '../../../server/db/accounts/quota.ts';
import { inTransaction } from '../../../server/db/client.ts';
import { AppError } from '../../../server/errors.ts';
import { grantRequest } from '../../../server/quota/ask.ts';
import { takePaymentEvent } from '../../../server/quota/payment-events.ts';
import type { StripeEvent } from './stripe-stand-in.ts';

/** What happens to a quota; done again it changes nothing more, as when Stripe sends an event again or a button is pressed twice. */
export type LedgerAct =
  | { kind: 'event'; event: StripeEvent }
  | { kind: 'report'; userId: string; reportId: string; comesBack: boolean }
  | { kind: 'grant'; requestId: string };

const silent = { info: () => {}, warn: () => {} };
/** Mails are not looked at here. */
export const queue = { send: async () => undefined };

/** Does it by the product's own code. */
export async function doLedgerAct(pool: pg.Pool, act: LedgerAct): Promise<void> {
  if (act.kind === 'event') {
    await takePaymentEvent({ pool, queue, log: silent }, act.event);
    return;
  }
  if (act.kind === 'grant') {
    try {
      await grantRequest({ pool, queue }, 'cli:test', act.requestId, null);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
    return;
  }
  const move = { userId: act.userId, reportId: act.reportId, reason: 'test' };
  const taken = await inTransaction(pool, async (client) => {
    const before = await client.query('SELECT 1 FROM quota_ledger WHERE report_id = $1', [move.reportId]);
    return before.rowCount !== 0 || (await reserveReport(client, move));
  });
  if (taken && act.comesBack) await inTransaction(pool, (client) => refundReport(client, move));
}
