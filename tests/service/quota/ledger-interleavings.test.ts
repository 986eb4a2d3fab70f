import path from 'node:path';
import { verifyLedger } from '../../../server/db/quota/ledger-check.ts';
import { testLedger } from '../test-ledger.ts';
import { doLedgerAct } from './ledger-acts.ts';
import { ledgerSchedule } from './ledger-schedule.ts';

testLedger({
  what: 'payments, refunds, grants and reports',
  doAct: doLedgerAct,
  schedule: ledgerSchedule,
  verify: verifyLedger,
  worker: path.join(import.meta.dirname, 'ledger-worker.ts'),
});
