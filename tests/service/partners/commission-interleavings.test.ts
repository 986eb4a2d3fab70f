import path from 'node:path';
import { expect } from 'vitest';
import { verifyCommission, verifyCommissionSince } from '../../../server/db/partners/commission-check.ts';
import { testLedger } from '../test-ledger.ts';
import { doCommissionAct } from './commission-acts.ts';
import { commissionSchedule } from './commission-schedule.ts';

testLedger({
  what: 'sales, returns, corrections, statements and payments',
  doAct: doCommissionAct,
  schedule: commissionSchedule,
  async verify(client) {
    const faults = await verifyCommission(client);
    expect(await verifyCommissionSince(client, new Date())).toEqual(faults);
    return faults;
  },
  worker: path.join(import.meta.dirname, 'commission-worker.ts'),
});
