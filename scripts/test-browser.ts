import { runChecks } from './run-checks.ts';

/** `npm run test:browser`: Playwright with Debian's Chromium against the real server with its samples. */
process.exit(await runChecks(['browser']));
