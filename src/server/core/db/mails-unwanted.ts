import { expressionBuilder } from 'kysely';
import type { Schema } from '../../tables.ts';

/** A query that returns a row for a user who opted out of messages by mail. */
export const mailsUnwanted = expressionBuilder<Schema, 'users'>()
  .selectFrom('notification_preferences as mails')
  .select('mails.user_id')
  .whereRef('mails.user_id', '=', 'users.id')
  .where('mails.category', '=', 'email')
  .where('mails.enabled', '=', false);
