import type { Step } from '../migrate.ts';

/** Promotional pages that the school changes: a draft for each, its versions, and their pictures. */
export const promoPages: Step = {
  name: '0066-promo-pages',
  async up(db, { table, required, referencesOrNull }) {
    await db.schema
      .createTable('promo_drafts')
      .addColumn('pagina', 'varchar(60)', (column) => column.primaryKey())
      .addColumn('valores', 'text', required)
      .addColumn('revisao', 'integer', required)
      .addColumn('mudado_em', 'varchar(30)', required)
      .addColumn('mudado_por', 'integer', referencesOrNull('users.id'))
      .execute();
    await table(db, 'promo_versions')
      .addColumn('pagina', 'varchar(60)', required)
      .addColumn('valores', 'text', required)
      .addColumn('publica_em', 'varchar(30)', required)
      .addColumn('criada_em', 'varchar(30)', required)
      .addColumn('criada_por', 'integer', referencesOrNull('users.id'))
      .addColumn('de_versao', 'integer')
      .execute();
    await db.schema
      .createIndex('promo_versions_page')
      .on('promo_versions')
      .columns(['pagina', 'publica_em', 'id'])
      .execute();
    await table(db, 'promo_pictures')
      .addColumn('pagina', 'varchar(60)', required)
      .addColumn('imagem_chave', 'varchar(80)', (column) => column.notNull().unique())
      .addColumn('imagem_mime', 'varchar(40)', required)
      .addColumn('imagem_bytes', 'integer', required)
      .addColumn('enviada_em', 'varchar(30)', required)
      .execute();
  },
};
