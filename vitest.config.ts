import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // By default a core is left for somebody at the keyboard; most files of the API wait for a database half of the time.
    maxWorkers: '100%',
    projects: [
      // Properties run thousands of inputs, and machines may be busy.
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
