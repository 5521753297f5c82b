import { sql } from 'kysely';
import { isPostgres } from '../core/db/locking.ts';
import type { School } from '../core/http/ctx.ts';

const AT_ONCE = 500;

/** The hour of members who joined nobody knows when; see the step 0046. */
const UNKNOWN_HOUR = '9999-12-31T23';

/** Adds up what each connection of PostgreSQL summed for itself, in hours that are over. SQLite has nothing to fold. */
export async function foldSums({ db, now }: School): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`
    with old as (
      select ctid from point_sums where slot <> 0 and (hora < ${now().toISOString().slice(0, 13)} or hora = ${UNKNOWN_HOUR})
      limit ${AT_ONCE} for update skip locked
    ), gone as (
      delete from point_sums where ctid in (select ctid from old) returning company_id, hora, contra, pontos
    )
    insert into point_sums (company_id, hora, contra, slot, pontos)
    select company_id, hora, contra, 0, sum(pontos) from gone group by 1, 2, 3 order by 1, 2, 3
    on conflict (company_id, hora, contra, slot) do update set pontos = point_sums.pontos + excluded.pontos`.execute(
    db,
  );
}
