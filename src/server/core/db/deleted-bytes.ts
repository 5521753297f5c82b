import { sql } from 'kysely';
import type { Database, Db } from './connection.ts';
import type { Report } from './migrate.ts';

/** `user_version` of a file in which every connection overwrites deleted bytes. */
const OVERWRITES = 1;

/**
 * Empties SQLite's write-ahead log, which holds earlier states of the file. @returns false while another connection reads from it
 */
export async function emptyLog(db: Db): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}

/**
 * Removes the remains of rows that earlier releases deleted in a SQLite file, by rewriting the file once. If another process uses
 * the file or the disk is full, a later start tries again.
 */
export async function dropDeletedBytes(
  { db, engine }: Database,
  warn: (why: string) => void,
  report: Report,
): Promise<void> {
  if (engine !== 'sqlite') return;
  try {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
    // A later release may have raised the number.
    if ((rows[0]?.user_version ?? 0) < OVERWRITES) {
      report({}, 'the database file is written anew, without what was deleted in it');
      await sql`vacuum`.execute(db);
      await sql.raw(`pragma user_version = ${OVERWRITES}`).execute(db);
    }
    // A killed process leaves its log behind.
    await emptyLog(db);
  } catch (error) {
    warn(
      `DATA_DIR: o arquivo do banco ainda guarda o que foi apagado nele: ${(error as Error).message}. O próximo início tenta de novo.`,
    );
  }
}
