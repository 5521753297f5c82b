import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connection.ts';
import { isPostgres } from './locking.ts';

interface SlotSums {
  table: string;
  /** The columns of the key, besides `slot`. */
  key: readonly string[];
  sums: readonly string[];
  /** Selects the rows to fold now. */
  among?: RawBuilder<boolean>;
}

const AT_ONCE = 500;

/** Folds the partial sums that each PostgreSQL connection keeps in its own row (`slot`). SQLite has nothing to fold. */
export async function foldSlots(db: Db, { table, key, sums, among = sql`true` }: SlotSums): Promise<void> {
  if (!isPostgres(db)) return;
  const [name, keys, all] = [sql.table(table), refs(key), refs([...key, ...sums])];
  await sql`
    with old as (
      select ctid from ${name} where slot <> 0 and ${among} limit ${AT_ONCE} for update skip locked
    ), gone as (
      delete from ${name} where ctid in (select ctid from old) returning ${all}
    )
    insert into ${name} (${keys}, slot, ${refs(sums)})
    select ${keys}, 0, ${sql.join(sums.map((sum) => sql`sum(${sql.ref(sum)})`))} from gone
    group by ${keys} order by ${keys}
    on conflict (${keys}, slot) do update set
      ${sql.join(sums.map((sum) => sql`${sql.ref(sum)} = ${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`))}`.execute(
    db,
  );
}

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
