import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Saved audiences, a limit over all messages of a school, mails to those without a device, and what followed a click. */
export const messagesOfStaff: Step = {
  name: '0068-messages-of-staff',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'saved_audiences')
      // null: kept by an admin, for admins.
      .addColumn('escola_id', 'integer')
      .addColumn('nome', 'varchar(60)', required)
      .addColumn('audience', 'text', required)
      .addColumn('created_by', 'integer', referencesOrNull('users.id'))
      .addColumn('updated_at', 'varchar(30)', required)
      .execute();
    await db.schema
      .createIndex('saved_audiences_school')
      .on('saved_audiences')
      .columns(['escola_id', 'nome'])
      .execute();
    // Most messages of staff for one person. null: the portal's number; 0: no limit.
    await db.schema.alterTable('schools').addColumn('mensagens_dia', 'integer').execute();
    await db.schema.alterTable('schools').addColumn('mensagens_semana', 'integer').execute();
    for (const name of ['by_mail', 'mails', 'left_out']) {
      await db.schema.alterTable('sendings').addColumn(name, 'integer', flag).execute();
    }
    await db.schema
      .createTable('sending_left_out')
      .addColumn('sending_id', 'integer', references('sendings.id'))
      .addColumn('user_id', 'integer', references('users.id'))
      .addPrimaryKeyConstraint('sending_left_out_pk', ['sending_id', 'user_id'])
      .execute();
    await db.schema
      .createTable('sending_mails')
      .addColumn('sending_id', 'integer', references('sendings.id'))
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('due_at', 'varchar(30)', required)
      // When it became a mail of the outbox.
      .addColumn('queued_at', 'varchar(30)')
      .addPrimaryKeyConstraint('sending_mails_pk', ['sending_id', 'user_id'])
      .execute();
    await db.schema
      .createIndex('sending_mails_due')
      .on('sending_mails')
      .columns(['due_at', 'sending_id', 'user_id'])
      .where(sql.ref('queued_at'), 'is', sql.lit(null))
      .execute();
    await db.schema.alterTable('notices').addColumn('sending_id', 'integer').execute();
    await db.schema.alterTable('notices').addColumn('clicked_at', 'varchar(30)').execute();
    // A guardian's copy has a third part in its key.
    await sql`
      update notices set sending_id = cast(substr(chave, 7) as integer)
      where chave like 'envio:%' and chave not like 'envio:%:%'`.execute(db);
    await db.schema
      .createIndex('notices_sending')
      .on('notices')
      .columns(['sending_id', 'user_id'])
      .where(sql.ref('sending_id'), 'is not', sql.lit(null))
      .execute();
    await db.schema
      .createTable('staff_digests')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      // The day at the user's unit for which it was decided whether a digest goes out.
      .addColumn('day', 'varchar(10)', required)
      .execute();
  },
};
