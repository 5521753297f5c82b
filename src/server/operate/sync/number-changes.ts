import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { School } from '../../core/http/ctx.ts';

/** The change feed's epoch, and its last number. */
export interface Head {
  epoca: string;
  pos: number;
  /** More changes wait for a number. */
  hasMore: boolean;
}

const MAX_AT_ONCE = 1_000;

/**
 * Numbers new changes (0119). Only one process does so at a time, and only for committed changes, so no change gets a number
 * below one that was already read.
 */
export async function numberChanges({ db, now }: Pick<School, 'db' | 'now'>): Promise<Head> {
  const known = await headOf(db);
  const waiting = await unnumbered(db).limit(1).executeTakeFirst();
  if (known && !waiting) return { ...known, hasMore: false };
  return db.transaction().execute(async (tx) => {
    const head = await takeHead(tx);
    const rows = await locked(tx, unnumbered(tx).orderBy('id').limit(MAX_AT_ONCE), 'skip').execute();
    if (rows.length === 0) return { ...head, hasMore: false };
    const ids = sql.join(rows.map(({ id }) => id));
    await sql`update sync_changes set em = ${now().toISOString()}, pos = ${head.pos} + numbered.place
      from (select id, row_number() over (order by id) as place from sync_changes where id in (${ids})) as numbered
      where numbered.id = sync_changes.id`.execute(tx);
    const pos = head.pos + rows.length;
    await tx.updateTable('sync_heads').set({ pos }).where('id', '=', 1).execute();
    return { epoca: head.epoca, pos, hasMore: rows.length === MAX_AT_ONCE };
  });
}

/** Numbers all changes that wait now. */
export async function numberAllChanges(school: Pick<School, 'db' | 'now'>): Promise<Head> {
  let head = await numberChanges(school);
  while (head.hasMore) head = await numberChanges(school);
  return head;
}

const unnumbered = (db: Db) => db.selectFrom('sync_changes').select('id').where('pos', 'is', null);

const headOf = (db: Db) => db.selectFrom('sync_heads').select(['epoca', 'pos']).where('id', '=', 1).executeTakeFirst();

/** Locks the head: only its holder numbers changes. */
async function takeHead(tx: Db): Promise<Pick<Head, 'epoca' | 'pos'>> {
  if (!(await headOf(tx))) {
    const { last } = await tx
      .selectFrom('sync_changes')
      .select(({ fn }) => fn.max('pos').as('last'))
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('sync_heads')
      .values({ id: 1, epoca: crypto.randomUUID(), pos: last ?? 0 })
      .onConflict((known) => known.doNothing())
      .execute();
  }
  const head = tx.selectFrom('sync_heads').select(['epoca', 'pos']).where('id', '=', 1);
  return locked(tx, head, 'update').executeTakeFirstOrThrow();
}
