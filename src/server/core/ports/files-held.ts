import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { nowOf } from '../db/locking.ts';

/** The lease of a backup that runs. */
export const BACKUP = 'backup';

/** Whether a backup runs. It needs the files of rows that were deleted since it began. */
export const filesAreHeld = (db: Db): RawBuilder<boolean> =>
  sql`exists (select 1 from leases where name = ${BACKUP} and until > ${nowOf(db)})`;
