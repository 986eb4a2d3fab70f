import { runChecks } from './run-checks.ts';

/** `npm test`: types, lint, house rules, unit and service tests; the last line sums them up. */
process.exit(await runChecks(['types', 'lint', 'unused', 'vitest']));
