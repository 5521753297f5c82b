import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Where accounts are open, what their owners agreed to, their pictures, and who asked to be erased. */
export const privacy: Step = {
  name: '0020-privacy',
  async up(db, { table, required, references, jsonText }) {
    await db.schema
      .createTable('sessions')
      .addColumn('jti', 'varchar(40)', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('scope', 'varchar(10)', required)
      .addColumn('navegador', 'varchar(40)', required)
      .addColumn('sistema', 'varchar(40)', required)
      .addColumn('aparelho', 'varchar(12)', required)
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('last_seen_at', 'varchar(30)', required)
      .addColumn('expires_at', 'varchar(30)', required)
      .execute();
    await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id']).execute();
    await db.schema.createIndex('sessions_expiry').on('sessions').columns(['expires_at']).execute();
    await table(db, 'consents')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('tipo', 'varchar(40)', required)
      .addColumn('versao', 'varchar(40)', required)
      .addColumn('aceito_em', 'varchar(30)', required)
      .addColumn('ip_hash', 'varchar(64)', required)
      .execute();
    await db.schema.createIndex('consents_user').on('consents').columns(['user_id']).execute();
    await db.schema
      .createTable('avatars')
      .addColumn('chave', 'varchar(36)', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('mime', 'varchar(40)', required)
      .addColumn('tamanho_bytes', 'integer', required)
      .addColumn('enviado_em', 'varchar(30)', required)
      .execute();
    await db.schema.createIndex('avatars_user').on('avatars').columns(['user_id']).execute();
    await db.schema
      .createTable('erasures')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('asked_at', 'varchar(30)', required)
      .addColumn('due_at', 'varchar(30)', required)
      .addColumn('done_at', 'varchar(30)')
      .execute();
    await db.schema
      .createIndex('erasures_due')
      .on('erasures')
      .columns(['due_at'])
      .where(sql.ref('done_at'), 'is', sql.lit(null))
      .execute();
    // Files of an erased person: removed from the store after the rows are gone, however often that takes.
    await db.schema
      .createTable('files_to_remove')
      .addColumn('chave', 'varchar(120)', (column) => column.primaryKey())
      .addColumn('since', 'varchar(30)', required)
      .execute();
    // Whose guardian somebody is: asked by CPF.
    await sql`create index users_guardian_cpf on users (${jsonText('guardian', 'cpf')}) where guardian is not null`.execute(
      db,
    );
  },
};
