import pg from 'pg';
import { eachAtMost } from '../../../server/concurrency/each-at-most.ts';
import { type CommissionAct, doCommissionAct } from './commission-acts.ts';

/** A process made to be killed: does what it is given, three at a time, says `done` for each, and then waits for its end. */
const [url = '', name = '', acts = '[]'] = process.argv.slice(2);
// Whoever started it is gone.
process.stdin.resume().on('end', () => process.exit(1));
const pool = new pg.Pool({ connectionString: url, application_name: name, max: 3 });
await eachAtMost(3, JSON.parse(acts) as CommissionAct[], async (act) => {
  await doCommissionAct(pool, act);
  process.stdout.write('done\n');
});
