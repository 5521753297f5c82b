import { sql } from 'kysely';
import type { Database, Db } from './connection.ts';
import type { Report } from './migrate.ts';

/** `user_version` of a file in which every connection overwrites what it deletes. */
const OVERWRITES = 1;

/**
 * Empties SQLite's log, which holds earlier states of the file. @returns false while somebody reads from it
 */
export async function emptyLog(db: Db): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}

/**
 * Frees a SQLite file of what earlier releases deleted in it: it is written anew, once. A later start tries again where
 * another process uses the file, or where the disk has no room.
 */
export async function dropDeletedBytes(
  { db, engine }: Database,
  warn: (why: string) => void,
  report: Report,
): Promise<void> {
  if (engine !== 'sqlite') return;
  try {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
    // A later release may count on.
    if ((rows[0]?.user_version ?? 0) < OVERWRITES) {
      report({}, 'the database file is written anew, without what was deleted in it');
      await sql`vacuum`.execute(db);
      await sql.raw(`pragma user_version = ${OVERWRITES}`).execute(db);
    }
    // A process that was killed leaves its log behind.
    await emptyLog(db);
  } catch (error) {
    warn(
      `DATA_DIR: o arquivo do banco ainda guarda o que foi apagado nele: ${(error as Error).message}. O próximo início tenta de novo.`,
    );
  }
}
