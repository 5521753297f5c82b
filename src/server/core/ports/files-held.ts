import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { nowOf } from '../db/locking.ts';

/** The lease of a running backup. */
export const BACKUP = 'backup';

/** Whether a backup is running. It needs the files of rows that were deleted since it began. */
export const filesAreHeld = (db: Db): RawBuilder<boolean> =>
  sql`exists (select 1 from leases where name = ${BACKUP} and until > ${nowOf(db)})`;
