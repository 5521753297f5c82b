import type { Step } from '../migrate.ts';

/** Schools, their units, and the people in them. */
export const people: Step = {
  name: '0001-people',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'schools')
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('marca', 'varchar(10)', required)
      .addColumn('cidade', 'varchar(80)', required)
      .addColumn('uf', 'varchar(2)', required)
      .execute();
    await table(db, 'companies')
      .addColumn('escola_id', 'integer', references('schools.id'))
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('telefone', 'varchar(20)')
      .addColumn('whatsapp', 'varchar(20)')
      .addColumn('timezone', 'varchar(60)', required)
      .addColumn('venda_direta_allow', 'integer', flag)
      .execute();
    await table(db, 'drive_users')
      .addColumn('company_id', 'integer', references('companies.id'))
      .addColumn('matricula', 'varchar(30)', required)
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('papel', 'varchar(20)', required)
      .execute();
    await db.schema.createIndex('drive_users_company').on('drive_users').columns(['company_id']).execute();
    await table(db, 'users')
      .addColumn('drive_user_id', 'integer', referencesOrNull('drive_users.id'))
      .addColumn('email', 'varchar(254)', required)
      .addColumn('email_key', 'varchar(254)', required)
      .addColumn('password_hash', 'varchar(200)', required)
      .addColumn('full_name', 'varchar(120)', required)
      .addColumn('phone', 'varchar(20)')
      .addColumn('cpf', 'varchar(11)')
      .addColumn('cep', 'varchar(8)')
      .addColumn('street', 'varchar(160)')
      .addColumn('street_number', 'varchar(20)')
      .addColumn('complement', 'varchar(80)')
      .addColumn('district', 'varchar(80)')
      .addColumn('city', 'varchar(80)')
      .addColumn('state', 'varchar(2)')
      .addColumn('birth_date', 'varchar(10)')
      .addColumn('avatar_url', 'varchar(300)')
      .addColumn('guardian', 'text')
      .addColumn('theme', 'varchar(10)')
      .addColumn('text_size', 'varchar(10)')
      .addColumn('is_club', 'integer', flag)
      .addColumn('club_rules_version', 'varchar(20)')
      .addColumn('pwa_installed', 'integer', flag)
      .addColumn('email_verified', 'integer', flag)
      .addColumn('is_blocked', 'integer', flag)
      .addColumn('token_version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('last_seen_at', 'varchar(30)')
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('updated_at', 'varchar(30)')
      .execute();
    await db.schema.createIndex('users_email_key').on('users').columns(['email_key']).execute();
    await db.schema.createIndex('users_cpf').on('users').columns(['cpf']).execute();
    await db.schema.createIndex('users_drive_user').on('users').columns(['drive_user_id']).execute();
    await db.schema
      .createTable('user_actions')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('action_id', 'integer', required)
      .addPrimaryKeyConstraint('user_actions_pk', ['user_id', 'action_id'])
      .execute();
    await db.schema
      .createTable('related_users')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('related_user_id', 'integer', references('users.id'))
      .addPrimaryKeyConstraint('related_users_pk', ['user_id', 'related_user_id'])
      .execute();
    await db.schema
      .createTable('driver_tours')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('route', 'varchar(40)', required)
      .addColumn('done_at', 'varchar(30)', required)
      .addPrimaryKeyConstraint('driver_tours_pk', ['user_id', 'route'])
      .execute();
    await db.schema
      .createTable('notification_preferences')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('category', 'varchar(20)', required)
      .addColumn('enabled', 'integer', required)
      .addPrimaryKeyConstraint('notification_preferences_pk', ['user_id', 'category'])
      .execute();
  },
};
