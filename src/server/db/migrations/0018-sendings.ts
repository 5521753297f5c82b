import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** What managers write, what devices show, and the events that the portal tells people of. */
export const sendings: Step = {
  name: '0018-sendings',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'sendings')
      // null: written by an admin, for every school.
      .addColumn('escola_id', 'integer')
      .addColumn('title', 'varchar(65)', required)
      .addColumn('body', 'varchar(180)', required)
      .addColumn('link', 'varchar(300)', required)
      .addColumn('icon_url', 'varchar(300)')
      .addColumn('image_url', 'varchar(300)')
      .addColumn('category', 'varchar(20)', required)
      .addColumn('audience', 'text', required)
      .addColumn('status', 'varchar(12)', required)
      .addColumn('scheduled_at', 'varchar(30)')
      // As it was chosen: what repeats on the 31st comes back to it after February.
      .addColumn('first_at', 'varchar(30)')
      .addColumn('repeat', 'varchar(10)')
      .addColumn('repeat_until', 'varchar(10)')
      .addColumn('repeats_of', 'integer', referencesOrNull('sendings.id'))
      .addColumn('respect_quiet_hours', 'integer', flag)
      .addColumn('ttl_s', 'integer', required)
      .addColumn('urgency', 'varchar(10)', required)
      .addColumn('created_by', 'integer', references('users.id'))
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('updated_at', 'varchar(30)', required)
      .addColumn('sent_at', 'varchar(30)')
      .addColumn('version', 'integer', required)
      // While the audience is being written down: up to which user it is.
      .addColumn('expanded_to', 'integer')
      .addColumn('expanded_at', 'varchar(30)')
      .addColumn('people', 'integer', flag)
      .addColumn('without_push', 'integer', flag)
      .addColumn('opted_out', 'integer', flag)
      .execute();
    await db.schema.createIndex('sendings_school').on('sendings').columns(['escola_id', 'created_at']).execute();
    await db.schema.createIndex('sendings_status').on('sendings').columns(['status', 'scheduled_at']).execute();
    // One run of a repeating one for each time that it falls due.
    await db.schema
      .createIndex('sendings_run')
      .unique()
      .on('sendings')
      .columns(['repeats_of', 'scheduled_at'])
      .execute();
    await table(db, 'sending_templates')
      .addColumn('escola_id', 'integer')
      .addColumn('nome', 'varchar(60)', required)
      .addColumn('title', 'varchar(65)', required)
      .addColumn('body', 'varchar(180)', required)
      .addColumn('link', 'varchar(300)', required)
      .addColumn('category', 'varchar(20)', required)
      .addColumn('created_at', 'varchar(30)', required)
      .execute();
    await table(db, 'push_messages')
      .addColumn('sending_id', 'integer', (column) => column.references('sendings.id').onDelete('cascade'))
      .addColumn('notice_id', 'integer', (column) => column.references('notices.id').onDelete('cascade'))
      .addColumn('title', 'varchar(65)', required)
      .addColumn('body', 'varchar(180)', required)
      .addColumn('path', 'varchar(300)', required)
      .addColumn('tag', 'varchar(32)', required)
      .addColumn('icon_url', 'varchar(300)')
      .addColumn('image_url', 'varchar(300)')
      .addColumn('urgency', 'varchar(10)', required)
      .addColumn('respect_quiet_hours', 'integer', flag)
      .addColumn('created_at', 'varchar(30)', required)
      .execute();
    await db.schema.createIndex('push_messages_sending').on('push_messages').columns(['sending_id']).execute();
    await db.schema.createIndex('push_messages_notice').on('push_messages').columns(['notice_id']).execute();
    for (const [name, type] of [
      ['sending_id', 'integer'],
      ['message_id', 'integer'],
      ['device_type', 'varchar(10)'],
      ['platform', 'varchar(10)'],
      ['due_at', 'varchar(30)'],
      ['expires_at', 'varchar(30)'],
      ['claimed_until', 'varchar(30)'],
    ] as const) {
      await db.schema.alterTable('push_deliveries').addColumn(name, type).execute();
    }
    // A person's device gets a sending once; a device that left keeps its row, and its number is never used again.
    await db.schema
      .createIndex('push_deliveries_once')
      .unique()
      .on('push_deliveries')
      .columns(['message_id', 'subscription_id'])
      .execute();
    await db.schema
      .createIndex('push_deliveries_sending')
      .on('push_deliveries')
      .columns(['sending_id', 'state', 'id'])
      .execute();
    await db.schema
      .createIndex('push_deliveries_due')
      .on('push_deliveries')
      .columns(['due_at', 'id'])
      .where(sql.ref('state'), '=', sql.lit('na_fila'))
      .execute();
    // Told once, however often an event is looked at.
    await db.schema.alterTable('notices').addColumn('chave', 'varchar(80)').execute();
    // Empty until the devices were thought of.
    await db.schema.alterTable('notices').addColumn('pushed_at', 'varchar(30)').execute();
    // Of what happens at an hour: pushed no later than that.
    await db.schema.alterTable('notices').addColumn('expires_at', 'varchar(30)').execute();
    await sql`update notices set pushed_at = created_at`.execute(db);
    await db.schema.createIndex('notices_once').unique().on('notices').columns(['user_id', 'chave']).execute();
    // The bell of every page counts these.
    await db.schema
      .createIndex('notices_unread')
      .on('notices')
      .columns(['user_id'])
      .where(sql.ref('read_at'), 'is', sql.lit(null))
      .execute();
    await db.schema
      .createIndex('notices_to_push')
      .on('notices')
      .columns(['id'])
      .where(sql.ref('pushed_at'), 'is', sql.lit(null))
      .execute();
    await db.schema
      .createTable('quiet_hours')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('de', 'varchar(5)', required)
      .addColumn('ate', 'varchar(5)', required)
      .execute();
    await db.schema
      .createTable('notice_kinds_off')
      .addColumn('escola_id', 'integer', required)
      .addColumn('kind', 'varchar(30)', required)
      .addPrimaryKeyConstraint('notice_kinds_off_pk', ['escola_id', 'kind'])
      .execute();
    // Whom an entry of the log is about, whatever was done to: a person's trail is one look-up.
    await db.schema.alterTable('audit_log').addColumn('about_user_id', 'integer').execute();
    await sql`update audit_log set about_user_id = cast(substr(target, 6) as integer) where target like 'user:%'`.execute(
      db,
    );
    await db.schema.createIndex('audit_log_about').on('audit_log').columns(['about_user_id', 'id']).execute();
    await db.schema.createIndex('audit_log_who').on('audit_log').columns(['user_id', 'id']).execute();
    // Up to which instant the events of a kind were told.
    await db.schema
      .createTable('notice_marks')
      .addColumn('kind', 'varchar(30)', (column) => column.primaryKey())
      .addColumn('until', 'varchar(30)', required)
      .execute();
    // What is told to the guardian instead of a minor: once, and by mail where there is no account.
    await db.schema
      .createTable('guardian_notices')
      .addColumn('chave', 'varchar(80)', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('title', 'varchar(65)', required)
      .addColumn('body', 'varchar(180)', required)
      .addColumn('path', 'varchar(300)', required)
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('mailed_at', 'varchar(30)')
      .execute();
    await db.schema
      .createIndex('guardian_notices_to_mail')
      .on('guardian_notices')
      .columns(['chave'])
      .where(sql.ref('mailed_at'), 'is', sql.lit(null))
      .execute();
    // Events are looked for every few seconds, by when they happened.
    await db.schema.createIndex('periodos_liberado').on('periodos').columns(['liberado_em']).execute();
    await db.schema
      .createIndex('turma_aluno_atividades_corrigida')
      .on('turma_aluno_atividades')
      .columns(['corrigida_em'])
      .execute();
    await db.schema.createIndex('aulas_inicio').on('aulas').columns(['inicio']).execute();
    await db.schema.createIndex('aulas_cancelada').on('aulas').columns(['cancelada_em']).execute();
    await db.schema.createIndex('parcelas_vencimento').on('parcelas').columns(['status', 'vencimento']).execute();
    await db.schema.createIndex('parcelas_pagas').on('parcelas').columns(['pago_em']).execute();
  },
};
