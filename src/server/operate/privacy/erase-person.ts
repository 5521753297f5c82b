import { type Kysely, sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Person, Rows } from '../../core/db/person.ts';
import type { School } from '../../core/http/ctx.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { enrolLookalikes } from '../../identity/people/enrol-row.ts';
import { freePlace } from '../../school/abroad/transitions.ts';
import { readPerson } from './person.ts';
import { personalTables, writtenByOthers } from './tables.ts';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Erases a person. Deletes data that only the person needs. Data that the law keeps stays, and names nobody elsewhere.
 * Sessions and devices end; files leave the store at the worker's next turn.
 *
 * @returns false if there is no open request, or another process was first.
 */
export async function erasePerson({ db, now }: School, userId: number): Promise<boolean> {
  const at = now();
  return db.transaction().execute(async (tx) => {
    const mine = await tx
      .updateTable('erasures')
      .set({ done_at: at.toISOString() })
      .where('user_id', '=', userId)
      .where('done_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!mine) return false;
    await leaveTrips(tx, userId);
    // Read first: a lookalike gets an account with the same address and telephone, and until then only the person has
    // them.
    const person = await readPerson(tx, userId);
    // Import rows that wait for an enrolled person come from an earlier release: they are erased with the account.
    if (person.driveUserId === null) await enrolLookalikes(tx, userId, at);
    await laterRemoved(tx, await filesOf(tx, person), at);
    for (const { table, rows, values } of writtenByOthers) await change(tx, table, rows, person, values(person));
    for (const { table, rows, alsoErased, erasure } of personalTables) {
      if (erasure === 'delete') {
        await remove(tx, table, rows, person);
        if (alsoErased) await remove(tx, table, alsoErased, person);
      } else {
        await change(tx, table, rows, person, erasure(person));
      }
    }
    await tx.updateTable('users').set({ token_version: sql`token_version + 1` }).where('id', '=', userId).execute();
    return true;
  });
}

/** Frees places on trips that were requested but not confirmed. */
async function leaveTrips(tx: Db, userId: number): Promise<void> {
  const held = await tx
    .updateTable('usa_requests')
    .set({ status: 'cancelada' })
    .where('user_id', '=', userId)
    .where('status', 'in', ['enviada', 'em_analise', 'documento_recusado', 'aprovada'])
    .returning('turma_id')
    .execute();
  for (const { turma_id } of held) await freePlace(tx, turma_id);
}

/** The store's keys of the person's files. */
async function filesOf(db: Db, person: Person): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, rows, file } of personalTables) {
    if (!file) continue;
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${rows(person)}`.execute(
      db,
    );
    keys.push(...found.rows.map((row) => file(row).key));
  }
  return keys;
}

const remove = (tx: Db, table: string, rows: Rows, person: Person) =>
  sql`delete from ${sql.table(table)} where ${rows(person)}`.execute(tx);

async function change(tx: Db, table: string, rows: Rows, person: Person, values: Record<string, unknown>) {
  if (Object.keys(values).length === 0) return;
  await (tx as unknown as AnyDb)
    .updateTable(table)
    .set(values as never)
    .where(rows(person) as never)
    .execute();
}
