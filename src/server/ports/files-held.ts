import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { isPostgres } from '../db/locking.ts';

/** The lease of a backup that runs. */
export const BACKUP = 'backup';

/** By the clock of the database: that of another machine may differ. */
export const nowOf = (db: Db): RawBuilder<number> =>
  isPostgres(db)
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`;

/** Whether a backup runs. It needs the files of rows that were deleted since it began. */
export const filesAreHeld = (db: Db): RawBuilder<boolean> =>
  sql`exists (select 1 from leases where name = ${BACKUP} and until > ${nowOf(db)})`;
