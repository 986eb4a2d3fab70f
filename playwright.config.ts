import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';

/** Browser tests: the real server with its samples, in a data folder of its own, seen through Debian's Chromium. */
const port = Number(process.env.LOTLENS_TEST_PORT ?? 4310);
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  fs.existsSync(file),
);
if (chromium === undefined)
  console.log('No Chromium on this machine (Debian: apt-get install chromium): browser tests are skipped.');

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: chromium === undefined ? [] : '**/*.spec.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'off',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  ...(chromium === undefined
    ? {}
    : {
        webServer: {
          command: 'node scripts/run.mjs scripts/start.ts',
          url: `http://localhost:${port}/health/ready`,
          timeout: 180_000,
          env: {
            PORT: String(port),
            DATA_DIR: fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-browser-')),
            SAMPLE_PASSWORD: 'sample-password-1',
            LOG_LEVEL: 'warn',
          },
        },
      }),
});
