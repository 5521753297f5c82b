import { createReadStream } from 'node:fs';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { unavailable } from '../http/refusal.ts';
import { laterRemoved, removeNow } from './remove-files.ts';

/** Longer than any upload takes, also that of a book's thousand sounds into a slow bucket. */
const MAX_UPLOAD_MS = 2 * HOUR_MS;
const SOME = 200;

/** A file on the disk of this process, on its way into the store. */
export interface NewFile {
  key: string;
  path: string;
  mime: string;
}

/**
 * The one way of uploaded files into the store, all or none. Each key is noted for removal before its bytes are stored,
 * and the note goes in the transaction that writes the rows. So a process that is killed in between leaves no file that
 * no row names.
 *
 * @param writeRows writes the rows that name the files, or notes anew from when on they are removed.
 * @throws Refusal 503 if the store does not take a file; the errors of `writeRows`. Then no file stays.
 */
export async function storeFiles<T>(
  school: Pick<School, 'db' | 'ports' | 'log' | 'now'>,
  files: readonly NewFile[],
  writeRows: (tx: Db) => Promise<T>,
): Promise<T> {
  const { db, ports, now } = school;
  const keys = files.map(({ key }) => key);
  // The note of a file that failed stays: a slow store may take it in afterwards.
  const stored: string[] = [];
  await laterRemoved(db, keys, new Date(now().getTime() + MAX_UPLOAD_MS));
  try {
    for (const { key, path, mime } of files) {
      await ports.files.put(key, createReadStream(path), mime);
      stored.push(key);
    }
    return await db.transaction().execute(async (tx) => {
      await dropNotes(tx, keys, now());
      return writeRows(tx);
    });
  } catch (error) {
    // A transaction that was written after all took its notes away, and keeps its files.
    await removeNow(school, stored).catch((cause: unknown) =>
      school.log.warn({ err: cause }, 'files of a failed upload leave the store later'),
    );
    throw error;
  }
}

/** Drops the notes of files that have rows now. @throws Refusal 503 if the job may have removed one already */
async function dropNotes(tx: Db, keys: readonly string[], at: Date): Promise<void> {
  for (let from = 0; from < keys.length; from += SOME) {
    const some = keys.slice(from, from + SOME);
    const { numDeletedRows } = await tx
      .deleteFrom('files_to_remove')
      .where('chave', 'in', some)
      .where('since', '>', at.toISOString())
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) < some.length) throw unavailable('O envio demorou demais. Envie de novo.');
  }
}
