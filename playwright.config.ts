import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, debianChromium, headlessChromium } from './scripts/debian-chromium.ts';
import { EXPECT_MS } from './tests/browser/patient-expect.ts';
import { SECRETS_KEY } from './tests/secrets-key.ts';

// Whatever the shell says: the service under test must not ask for production's settings.
process.env.NODE_ENV = 'test';

/** Browser tests: the real server with its samples, in a data folder of its own, seen through Debian's Chromium. */
const chromium = debianChromium();
if (chromium === undefined)
  console.log('No Chromium on this machine (Debian: apt-get install chromium): browser tests are skipped.');

/** A port nobody uses, so that two runs on one machine do not meet. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** LOTLENS_TEST_PORT and LOTLENS_TEST_DATA name a service that is already up. */
const isUp = process.env.LOTLENS_TEST_PORT !== undefined;
// The workers read this file too: they inherit what the first process chose.
process.env.LOTLENS_TEST_PORT ??= String(await freePort());
if (process.env.LOTLENS_TEST_DATA === undefined) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-browser-'));
  // PostgreSQL may run as another user than we do.
  fs.chmodSync(folder, 0o755);
  process.env.LOTLENS_TEST_DATA = folder;
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
}
const port = process.env.LOTLENS_TEST_PORT;

/** What only the whole Chromium has: extensions and notifications. */
const WHOLE = /[\\/](extension|push)\.spec\.ts$/;
/** A page of a test lives for seconds: V8's optimizing compilers and their threads cost more than they save. */
const SHORT_LIVED_PAGES = '--js-flags=--max-lazy,--no-turbofan,--no-maglev,--single-threaded';
const launched = (executablePath: string | undefined) => ({
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...CHROMIUM_FLAGS, SHORT_LIVED_PAGES],
  },
});

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: chromium === undefined ? [] : '**/*.spec.ts',
  fullyParallel: true,
  // What is slow and rarely breaks: `npm run test:long` alone runs it, and nothing else.
  ...(process.env.LOTLENS_LONG === '1' ? { grep: /@long/ } : { grepInvert: /@long/ }),
  workers: 2,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: EXPECT_MS },
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'off',
    // Motion and the service worker slow down every page; tests of either turn it on.
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  },
  ...(chromium === undefined
    ? {}
    : {
        projects: [
          { name: 'headless', testIgnore: WHOLE, use: launched(headlessChromium()) },
          { name: 'whole', testMatch: WHOLE, use: { ...launched(chromium), serviceWorkers: 'allow' } },
        ],
        webServer: {
          command: 'node scripts/run.mjs scripts/start.ts',
          url: `http://localhost:${port}/health/ready`,
          timeout: 180_000,
          reuseExistingServer: isUp,
          // PostgreSQL of its own has to be stopped too.
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
          env: {
            PORT: port,
            DATA_DIR: process.env.LOTLENS_TEST_DATA,
            SAMPLE_PASSWORD: 'sample-password-1',
            LOG_LEVEL: 'warn',
            SECRETS_KEY,
            // Each test comes from an address of its own (x-forwarded-for), so that none meets another's limits.
            TRUST_PROXY: 'on',
          },
        },
      }),
});
