import { type Kysely, sql } from 'kysely';

/**
 * Locks tables of PostgreSQL until the end of a step. While it waits for a table, everybody else waits behind it. So it
 * waits for a moment only, lets go of all, and tries again: an older portal beside it goes on serving.
 *
 * @param locks tables, and the mode of their lock
 */
export async function lockTables(db: Kysely<unknown>, locks: readonly (readonly [string, string])[]): Promise<void> {
  const all = locks.map(([tables, mode]) => `lock table ${tables} in ${mode} mode`).join('; ');
  await sql
    .raw(
      `do $$ begin
        loop
          begin
            set local lock_timeout = '200ms';
            ${all};
            set local lock_timeout to default;
            return;
          exception when lock_not_available then perform pg_sleep(0.2);
          end;
        end loop;
      end $$`,
    )
    .execute(db);
}
