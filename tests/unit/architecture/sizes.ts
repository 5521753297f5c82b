export const MAX_PAGE = 120;
export const MAX_RUN = 15;
export const MAX_FUNCTION = 90;

/** Exports that are used without an import in src, each with its user. */
export const entries: Readonly<Record<string, string>> = {
  'src/middleware.ts: onRequest': 'Astro',
  'src/pages/': 'Astro: what an address answers',
  'src/server/core/db/connection.ts: openCopy': 'tests: each opens a copy of one seeded database',
  'src/lib/contract/index.schema.ts: EverySchemaHasItsCall': 'the compiler: a schema without a call',
};
