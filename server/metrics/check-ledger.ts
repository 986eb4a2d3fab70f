import type pg from 'pg';
import { verifyCommission, verifyCommissionSince } from '../db/partners/commission-check.ts';
import { verifyLedger, verifyLedgerSince } from '../db/quota/ledger-check.ts';
import { LEDGER_NOTE, ledgerNote, noteOfService, readNotes } from '../db/service/service-notes.ts';
import type { Log } from '../log.ts';

/** Hourly checks in a row that look only at what is new; after them, once a day, all there is. Basis: judgement. */
const MOST_PARTIAL = 23;

/**
 * The job: checks every rule of both ledgers, quota and commission, notes when and what came of it, and says what is broken. What came
 * since the last check, where that found all sound; all there is once a day, at first, and until what is broken is mended.
 */
export async function checkLedger({ pool, log }: { pool: pg.Pool; log: Log }): Promise<void> {
  const began = performance.now();
  const last = (await readNotes(pool)).get(LEDGER_NOTE);
  const { faults: ofLast, partial: before = MOST_PARTIAL } = ledgerNote.safeParse(last?.details).data ?? {
    faults: 1,
  };
  const since = last === undefined || ofLast > 0 || before >= MOST_PARTIAL ? null : last.noted_at;
  const faults =
    since === null
      ? [...(await verifyLedger(pool)), ...(await verifyCommission(pool))]
      : [...(await verifyLedgerSince(pool, since)), ...(await verifyCommissionSince(pool, since))];
  for (const fault of faults.slice(0, 10)) log.error(fault, 'a ledger is broken');
  const seconds = (performance.now() - began) / 1000;
  const partial = since === null ? 0 : before + 1;
  await noteOfService(pool, LEDGER_NOTE, { faults: faults.length, seconds, partial });
}
