import { readUsage } from './read-usage.ts';
import { runChecks } from './run-checks.ts';

/**
 * `npm run test:long`: what is slow and rarely breaks, and the long schedules whole (60 kills, 10,000 refresh schedules, 1,000 quota
 * schedules, 1,000 of each ledger and 20 kills amid them), which CI runs short; the browser tests that are
 * tagged so; the unit tests with other cases of their properties than CI's; then the campaign (tests/campaign/run-campaign.ts).
 * `-- campaign`: that alone. `--reports N`, `--seed S`, `--run R` and `--fresh` are the campaign's.
 */
const text = { type: 'string' } as const;
readUsage(
  `Runs what is slow and rarely breaks, the browser tests that are tagged so, and the campaign.

usage: npm run test:long [-- campaign] [--reports N] [--seed S] [--run R] [--fresh]
`,
  { most: 1, options: { reports: text, seed: text, run: text, fresh: { type: 'boolean' } } },
);
process.env.LOTLENS_LONG = '1';
const [first, ...rest] = process.argv.slice(2);
const alone = first === 'campaign';
const given = alone ? rest : process.argv.slice(2);
process.exit(await runChecks(alone ? ['campaign'] : ['long', 'browser', 'campaign'], given));
