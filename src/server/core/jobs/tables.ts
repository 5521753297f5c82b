import { bigint, integer, text } from '../db/columns.ts';
import { impersonal } from '../db/table.ts';

export const jobsTables = {
  /** Which process does the work that only one may do (0084). `until`: milliseconds since 1970. */
  leases: impersonal('técnica: não fala de pessoas', {
    columns: {
      name: text(20).primaryKey(),
      holder: text(36),
      until: bigint(),
      wakes: integer().default(0),
    },
  }),
};
