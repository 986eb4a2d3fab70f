import { defineConfig } from 'vitest/config';

/** Two suites: pure tests beside their file, and tests that need PostgreSQL or HTTP under tests/service. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'samples/**/*.test.ts',
            'web/**/*.test.ts',
            'tests/rules/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'service',
          include: ['tests/service/**/*.test.ts'],
          globalSetup: ['tests/service/database.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
