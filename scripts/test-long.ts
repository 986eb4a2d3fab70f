import { runChecks } from './run-checks.ts';

/** `npm run test:long`: the long schedules whole (60 kills, 10,000 refresh schedules, 1,000 quota schedules); CI runs them short. */
process.env.LOTLENS_LONG = '1';
process.exit(await runChecks(['vitest']));
