import os from 'node:os';
import { defineConfig } from 'vitest/config';

// Whatever the shell says: tests that start the service hand this on.
process.env.NODE_ENV = 'test';

/**
 * Files share what their process has loaded: loading the service anew for each took a third of all processor time. A file leaves
 * nothing of its own in a module.
 */
const SHARED = {
  isolate: false,
  // Tests make much and keep little: a larger young generation is collected less often.
  execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
  setupFiles: [
    'tests/drawn-cases.ts',
    ...(process.env.LOTLENS_TEST_TIME === undefined ? [] : ['tests/test-time.ts']),
  ],
};

const service = {
  ...SHARED,
  globalSetup: ['tests/service/database.ts'],
  setupFiles: [...SHARED.setupFiles, 'tests/service/told-refusals.ts'],
  // A hang ends in time; nothing else does, on however busy a machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // One second, as it is by default, passes on a busy machine without anything having had its turn.
  expect: { poll: { timeout: 60_000 } },
};
const LONG_FILES = 'tests/**/*.long.test.ts';
/** Whose schedules are short in CI and whole in `npm run test:long`. */
const SCHEDULES = [
  'add-ocr',
  'pdf',
  'quota',
  'quota/ledger-interleavings',
  'partners/commission-interleavings',
  'report-leases',
];

/**
 * Three suites: pure tests beside their file, those under tests/service that need PostgreSQL or HTTP, and of these the ones that are slow and
 * rarely break.
 */
export default defineConfig({
  test: {
    // A service test waits for a part of its time: on two cores three files at once keep both busy.
    maxWorkers: Math.max(3, os.availableParallelism()),
    projects: [
      {
        test: {
          ...SHARED,
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'samples/**/*.test.ts',
            'bench/**/*.test.ts',
            'web/**/*.test.ts',
            'tests/rules/**/*.test.ts',
          ],
          exclude: [LONG_FILES],
          // Property tests and command starts take seconds; on a busy or small machine many times that.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: { ...service, name: 'service', include: ['tests/service/**/*.test.ts'], exclude: [LONG_FILES] },
      },
      {
        test: {
          ...service,
          name: 'long',
          include: [LONG_FILES, ...SCHEDULES.map((file) => `tests/service/${file}.test.ts`)],
        },
      },
    ],
  },
});
