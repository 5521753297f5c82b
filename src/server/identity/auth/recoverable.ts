import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';

/**
 * The accounts that a mail to this address may open: they verified it, or an import or a registration wrote it as their
 * first address. An address with which the school replaced another waits until the old address agrees or a day has
 * passed.
 */
export const recoverable = (db: Db, emailKey: string, now: Date) =>
  people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.id', 'users.email', 'users.full_name', 'schools.marca'])
    .where('users.email_key', '=', emailKey)
    .where(({ or, eb }) => or([eb('users.is_blocked', '=', false), eb('users.own_data_only', '=', true)]))
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('users.email_verified', '=', true),
        not(
          exists(
            selectFrom('email_changes')
              .select('email_changes.id')
              .whereRef('email_changes.user_id', '=', 'users.id')
              .whereRef('email_changes.new_email_key', '=', 'users.email_key')
              .where('email_changes.applied_at', 'is not', null)
              .where('email_changes.undone_at', 'is', null)
              .where('email_changes.agreed_at', 'is', null)
              .where('email_changes.recovery_from', '>', now.toISOString()),
          ),
        ),
      ]),
    )
    .orderBy('users.id')
    .execute();
