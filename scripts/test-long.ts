import { runChecks } from './run-checks.ts';

/**
 * `npm run test:long`: what is slow and rarely breaks, and the long schedules whole (60 kills, 10,000 refresh schedules, 1,000 quota
 * schedules, 1,000 of each ledger and 20 kills amid them), which CI runs short; of browser tests those tagged so.
 */
process.env.LOTLENS_LONG = '1';
process.exit(await runChecks(['long', 'browser']));
