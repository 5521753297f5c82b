import type { School } from '../../core/http/ctx.ts';
import { invalid } from '../../core/http/refusal.ts';
import { TookTooLong } from '../../core/threads/worker-thread.ts';
import type { Reading, Refused, readFile, readRows } from './reader.ts';
import { TableRefused, type TextTable, tooLarge } from './table.ts';
import { type TableLimits, tookTooLong } from './table-limits.ts';

const READING = new URL('./reader.ts', import.meta.url);

/**
 * Reads a table in the worker thread of imports, within limits of size and time. Its cells are cleaned (`cleanText`), except
 * those with a wrong encoding (`isGarbled`).
 *
 * @returns the rows, and whether some cell had a U+0000
 * @throws TableRefused for an unreadable or too large file; Refusal 422 for invalid JSON
 */
export const openTable = async (
  { imports }: Pick<School, 'imports'>,
  bytes: Uint8Array,
  how: Reading,
): Promise<{ table: TextTable; hasNul: boolean }> =>
  orRefused(how.limits, imports.runWithin<typeof readFile>(how.limits.ms, READING, 'readFile', bytes, how));

/**
 * The first rows of a file unchanged, with titles and headings: the index is that of the line.
 *
 * @throws TableRefused as `openTable` does
 */
export const openFirstRows = async (
  { imports }: Pick<School, 'imports'>,
  bytes: Uint8Array,
  limits: TableLimits,
): Promise<readonly string[][]> =>
  (await orRefused(limits, imports.runWithin<typeof readRows>(limits.ms, READING, 'readRows', bytes, limits))).rows;

/** @throws the error for the reason with which the thread refused a file */
async function orRefused<T extends object>(limits: TableLimits, reading: Promise<T | Refused>): Promise<T> {
  const read = await reading.catch((error: unknown) => {
    throw error instanceof TookTooLong ? tooLarge(tookTooLong(limits)) : error;
  });
  if ('refused' in read) throw invalid(read.refused);
  if ('faults' in read) throw new TableRefused(read.faults, read.isTooLarge);
  return read as T;
}
