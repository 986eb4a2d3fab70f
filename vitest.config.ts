import os from 'node:os';
import { defineConfig } from 'vitest/config';

// Whatever the shell says: tests that start the service hand this on.
process.env.NODE_ENV = 'test';

/** Two suites: pure tests beside their file, and tests that need PostgreSQL or HTTP under tests/service. */
export default defineConfig({
  test: {
    // Most of a service test is waiting: two files at once even on two cores, where one would be the default.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'samples/**/*.test.ts',
            'bench/**/*.test.ts',
            'web/**/*.test.ts',
            'tests/rules/**/*.test.ts',
          ],
          // Property tests and command starts take seconds; on a busy or small machine many times that.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'service',
          include: ['tests/service/**/*.test.ts'],
          globalSetup: ['tests/service/database.ts'],
          setupFiles: ['tests/service/told-refusals.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One second, as it is by default, passes on a busy machine without anything having had its turn.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
