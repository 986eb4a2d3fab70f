import type pg from 'pg';
import { verifyLedger } from '../db/accounts/quota.ts';
import { verifyCommission } from '../db/partners/commission.ts';
import { LEDGER_NOTE, noteOfService } from '../db/service/service-notes.ts';
import type { Log } from '../log.ts';

/** The job: checks every rule of both ledgers, quota and commission, notes when and what came of it, and says what is broken. */
export async function checkLedger({ pool, log }: { pool: pg.Pool; log: Log }): Promise<void> {
  const began = performance.now();
  const faults = [...(await verifyLedger(pool)), ...(await verifyCommission(pool))];
  for (const fault of faults.slice(0, 10)) log.error(fault, 'a ledger is broken');
  const seconds = (performance.now() - began) / 1000;
  await noteOfService(pool, LEDGER_NOTE, { faults: faults.length, seconds });
}
