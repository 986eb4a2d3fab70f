import { runChecks } from './run-checks.ts';

/** `npm run test:long`: the long schedules whole (60 kills, 10,000 refresh schedules, 1,000 quota schedules, 1,000 of the ledger and 20 kills amid them); CI runs them short. */
process.env.LOTLENS_LONG = '1';
process.exit(await runChecks(['vitest']));
