import { createReadStream } from 'node:fs';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { unavailable } from '../http/refusal.ts';
import { laterRemoved, removeNow } from './remove-files.ts';

/** Longer than any upload takes, including the thousand sounds of a book into a slow bucket. */
const MAX_UPLOAD_MS = 2 * HOUR_MS;
const SOME = 200;

/** A file on the disk of this process, on its way into the store. */
export interface NewFile {
  key: string;
  path: string;
  mime: string;
}

/**
 * The only way for uploaded files into the store, all or none. Each key is queued for removal before its bytes are stored, and
 * leaves the queue in the transaction that writes the rows. So a process that is killed in between leaves no orphaned file.
 *
 * @param writeRows writes the rows that name the files, or queues them again with a later time of removal.
 * @throws Refusal 503 if the store does not accept a file; the errors of `writeRows`. Then no file stays.
 */
export async function storeFiles<T>(
  school: Pick<School, 'db' | 'ports' | 'log' | 'now'>,
  files: readonly NewFile[],
  writeRows: (tx: Db) => Promise<T>,
): Promise<T> {
  const { db, ports, now } = school;
  const keys = files.map(({ key }) => key);
  // A failed file stays in the removal queue: a slow store may still complete it.
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
    // If the transaction was committed after all, its files are no longer queued and stay.
    await removeNow(school, stored).catch((cause: unknown) =>
      school.log.warn({ err: cause }, 'files of a failed upload leave the store later'),
    );
    throw error;
  }
}

/** Takes files with rows out of the removal queue. @throws Refusal 503 if the job may have removed one already */
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
