import { type Kysely, sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Joins leads by telephone and school, and gives each a state and a history. */
export const leads: Step = {
  name: '0057-leads',
  async up(db, { table, required, references, referencesOrNull }) {
    await db.schema.alterTable('leads').renameTo('leads_before').execute();
    await table(db, 'leads')
      .addColumn('lugar', 'varchar(20)', required)
      .addColumn('pagina', 'varchar(60)', required)
      .addColumn('marca', 'varchar(10)', required)
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('telefone', 'varchar(11)', required)
      .addColumn('email', 'varchar(254)')
      .addColumn('cidade', 'varchar(80)', required)
      .addColumn('unidade_id', 'integer', referencesOrNull('companies.id'))
      .addColumn('indicacao_code', 'varchar(40)')
      .addColumn('consentimento_em', 'varchar(30)', required)
      .addColumn('utm', 'text')
      .addColumn('english_test', 'varchar(36)', referencesOrNull('english_tests.id'))
      .addColumn('estado', 'varchar(20)', (column) => column.notNull().defaultTo('novo'))
      .addColumn('motivo', 'varchar(300)')
      .addColumn('responsavel_user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('proximo_em', 'varchar(10)')
      .addColumn('proximo_passo', 'varchar(120)')
      .addColumn('aluno_user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('enviado_em', 'varchar(30)', required)
      .addColumn('mudou_em', 'varchar(30)', required)
      .addColumn('created_at', 'varchar(30)', required)
      .addUniqueConstraint('leads_one_each', ['telefone', 'lugar'])
      .execute();
    await table(db, 'lead_events')
      .addColumn('lead_id', 'integer', references('leads.id'))
      .addColumn('tipo', 'varchar(20)', required)
      .addColumn('em', 'varchar(30)', required)
      .addColumn('por_user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('texto', 'text')
      .addColumn('estado', 'varchar(20)')
      .addColumn('pagina', 'varchar(60)')
      .addColumn('marca', 'varchar(10)')
      .addColumn('nome', 'varchar(120)')
      .addColumn('email', 'varchar(254)')
      .addColumn('cidade', 'varchar(80)')
      .addColumn('indicacao_code', 'varchar(40)')
      .addColumn('utm', 'text')
      .addColumn('chave', 'varchar(64)')
      .addUniqueConstraint('lead_events_once', ['lead_id', 'chave'])
      .execute();
    await joinOlder(db);
    await db.schema.dropTable('leads_before').execute();
    await db.schema.createIndex('leads_unit').on('leads').columns(['unidade_id', 'estado']).execute();
    await db.schema.createIndex('leads_place').on('leads').columns(['lugar', 'estado']).execute();
    await db.schema.createIndex('leads_age').on('leads').columns(['mudou_em', 'id']).execute();
    await db.schema.createIndex('leads_student').on('leads').column('aluno_user_id').execute();
    await db.schema.createIndex('leads_test').on('leads').column('english_test').execute();
  },
};

/**
 * Each older row is an entry of the history. The newest row of a telephone and school is the contact. A unit that is no
 * longer there counts as unknown. The brand was not kept: it is that of the unit, else the first.
 */
async function joinOlder(db: Kysely<unknown>): Promise<void> {
  const placed = sql`select b.*, c.id as unit, coalesce(s.marca, 'knn') as brand,
      coalesce('escola:' || s.id, case when exists (select 1 from schools where marca = 'knn') then 'marca:knn' else 'marca:*' end) as place
    from leads_before b left join companies c on c.id = b.unidade_id left join schools s on s.id = c.escola_id`;
  await sql`insert into leads (lugar, pagina, marca, nome, telefone, email, cidade, unidade_id, indicacao_code,
      consentimento_em, utm, english_test, enviado_em, mudou_em, created_at)
    select place, pagina, brand, nome, telefone, email, cidade, unit, indicacao_code,
      consentimento_em, utm, english_test, created_at, created_at, created_at
    from (${placed}) as older where not exists (
      select 1 from (${placed}) as newer
      where newer.telefone = older.telefone and newer.place = older.place and newer.id > older.id)
    order by id`.execute(db);
  await sql`insert into lead_events (lead_id, tipo, em, pagina, marca, nome, email, cidade, indicacao_code, utm)
    select leads.id, 'envio', older.created_at, older.pagina, brand, older.nome, older.email, older.cidade,
      older.indicacao_code, older.utm
    from (${placed}) as older inner join leads on leads.telefone = older.telefone and leads.lugar = older.place
    order by older.id`.execute(db);
}
