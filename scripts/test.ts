import { runChangedChecks } from './changed-checks.ts';
import { runChecks } from './run-checks.ts';

/**
 * `npm test`: types, lint, house rules, unit and service tests; the last line sums them up. `-- --changed [revision]`: of these
 * what a change can reach, in about a minute.
 */
const words = process.argv.slice(2);
process.exit(
  await (words.length > 0 ? runChangedChecks(words) : runChecks(['types', 'lint', 'unused', 'vitest'])),
);
