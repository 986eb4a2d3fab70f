import path from 'node:path';
import { verifyCommission } from '../../../server/db/partners/commission.ts';
import { testLedger } from '../test-ledger.ts';
import { doCommissionAct } from './commission-acts.ts';
import { commissionSchedule } from './commission-schedule.ts';

testLedger({
  what: 'sales, returns, corrections, statements and payments',
  doAct: doCommissionAct,
  schedule: commissionSchedule,
  verify: verifyCommission,
  worker: path.join(import.meta.dirname, 'commission-worker.ts'),
});
