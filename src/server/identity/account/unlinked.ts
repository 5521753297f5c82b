import type { ExpressionBuilder } from 'kysely';
import type { Schema } from '../../tables.ts';

/**
 * An account that the school may enrol as a student: without an enrolment, neither blocked nor erased, and without a role,
 * because enrolling must not pass a role on. The list, the action and the import share this condition.
 */
export const isUnlinked = ({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Schema, 'users'>) =>
  and([
    eb('users.drive_user_id', 'is', null),
    eb('users.is_blocked', '=', false),
    not(exists(selectFrom('user_actions').select('action_id').whereRef('user_actions.user_id', '=', 'users.id'))),
    not(
      exists(
        selectFrom('erasures')
          .select('user_id')
          .whereRef('erasures.user_id', '=', 'users.id')
          .where('erasures.done_at', 'is not', null),
      ),
    ),
  ]);
