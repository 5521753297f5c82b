import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Stores, islands and the worker keep what they know in their modules, as one page does: each file is a page of its own. */
const pages = ['stores', 'islands', 'service-worker'].map((room) => `tests/unit/**/${room}/**/*.test.ts`);

/** What only the deep run looks at (`scripts/test.ts`). */
const deep = process.env.TEST_DEEP === 'yes' ? [] : ['**/*.deep.test.ts'];

export default defineConfig({
  // The build makes components of them.
  resolve: { alias: [{ find: /^~icons\/.+/, replacement: resolve('tests/support/icon.ts') }] },
  test: {
    setupFiles: ['tests/support/seed.ts'],
    // Most files of the API wait for a database half of the time, and those that kill processes wait for most of it.
    maxWorkers: availableParallelism() + 1,
    // The server keeps nothing in its modules, so files share them: loading it anew takes longer than most files.
    isolate: false,
    // One limit for all. It ends what hangs and measures nothing: a test that kills twenty processes takes a minute or
    // two beside other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: [...pages, ...deep] } },
      { extends: true, test: { name: 'unit-pages', include: pages, exclude: deep, isolate: true } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: deep,
          globalSetup: ['tests/support/postgres.ts'],
        },
      },
    ],
  },
});
