import { z } from 'zod';

export const MANIFEST = 'manifesto.json';
/** Incremented when older programs cannot read the archive any more. */
const FORMAT = 1;

const Digest = z.string().regex(/^[0-9a-f]+$/);

/** The contents of one table. Its digest is the sum of those of its rows, so their order does not matter. */
const TableEntry = z.object({ columns: z.array(z.string()), rows: z.int().min(0), digest: Digest });

/** The summary of the archive, stored inside (`fim.json`) and outside. */
export const Contents = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  /** The version of the program that made it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The migration steps of its tables. */
  steps: z.array(z.string()).min(1),
  tables: z.record(z.string(), TableEntry),
  /** The last ids of tables with a sequence. */
  counters: z.record(z.string(), z.int()),
  files: z.object({ count: z.int(), bytes: z.int(), digest: Digest }),
  /** Keys of files that rows refer to but that were missing in the store. */
  missing: z.array(z.string()),
});
export type Contents = z.infer<typeof Contents>;

export const Manifest = Contents.extend({
  encrypted: z.boolean(),
  parts: z.array(z.object({ name: z.string(), bytes: z.int().min(1), sha256: Digest })).min(1),
});
export type Manifest = z.infer<typeof Manifest>;

export const contentsFormat = FORMAT;

/** The name of a backup made at an instant: sorts by time, and tells `keep-backups.ts` what is ours. */
export const backupName = (at: Date) => `portal-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** @returns null for a name of something else. */
export function timeOfName(name: string): Date | null {
  const [, year, month, day, hour, minute, second] =
    /^portal-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? [];
  return second === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

export const rowsOf = ({ tables }: Pick<Contents, 'tables'>) =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
