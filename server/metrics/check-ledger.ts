import type pg from 'pg';
import { verifyCommission } from '../db/partners/commission.ts';
import { type LedgerFault, verifyLedger, verifyLedgerSince } from '../db/quota/ledger-check.ts';
import { LEDGER_NOTE, ledgerNote, noteOfService, readNotes } from '../db/service/service-notes.ts';
import type { Log } from '../log.ts';

/** Hourly checks in a row that look only at what is new; after them, once a day, all there is. Basis: judgement. */
const MOST_PARTIAL = 23;

/** The job: checks every rule of both ledgers, quota and commission, notes when and what came of it, and says what is broken. */
export async function checkLedger({ pool, log }: { pool: pg.Pool; log: Log }): Promise<void> {
  const began = performance.now();
  const { faults: ofQuota, partial } = await checkQuota(pool);
  const faults = [...ofQuota, ...(await verifyCommission(pool))];
  for (const fault of faults.slice(0, 10)) log.error(fault, 'a ledger is broken');
  const seconds = (performance.now() - began) / 1000;
  await noteOfService(pool, LEDGER_NOTE, { faults: faults.length, seconds, partial });
}

/** What came since the last check, where that found all sound; all there is once a day, at first, and until what is broken is mended. */
async function checkQuota(pool: pg.Pool): Promise<{ faults: LedgerFault[]; partial: number }> {
  const last = (await readNotes(pool)).get(LEDGER_NOTE);
  const { faults, partial = MOST_PARTIAL } = ledgerNote.safeParse(last?.details).data ?? { faults: 1 };
  return last === undefined || faults > 0 || partial >= MOST_PARTIAL
    ? { faults: await verifyLedger(pool), partial: 0 }
    : { faults: await verifyLedgerSince(pool, last.noted_at), partial: partial + 1 };
}
