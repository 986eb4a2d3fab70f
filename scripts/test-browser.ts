import { readUsage } from './read-usage.ts';
import { runChecks } from './run-checks.ts';

/** `npm run test:browser`: Playwright with Debian's Chromium against the real server with its samples. */
readUsage(`Runs the browser tests.

usage: npm run test:browser
`);
process.exit(await runChecks(['browser']));
