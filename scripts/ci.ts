import { runChecks } from './run-checks.ts';

process.exit(await runChecks(['types', 'lint', 'unused', 'vitest', 'browser']));
