import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { columns } from '../../src/server/db/columns.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { engines, openTestSchool } from '../support/school.ts';

const STEP = '0057-leads';

it.each(engines)('leads from before are joined by telephone and school, and none is lost, on %s', async (engine) => {
  const portal = await openTestSchool(engine);
  const { db } = portal.school;
  await db.schema.dropTable('lead_events').execute();
  await db.schema.dropTable('leads').execute();
  await columns(engine)
    .table(db as never, 'leads')
    .addColumn('pagina', 'varchar(60)')
    .addColumn('nome', 'varchar(120)')
    .addColumn('telefone', 'varchar(11)')
    .addColumn('email', 'varchar(254)')
    .addColumn('cidade', 'varchar(80)')
    .addColumn('unidade_id', 'integer')
    .addColumn('indicacao_code', 'varchar(40)')
    .addColumn('consentimento_em', 'varchar(30)')
    .addColumn('utm', 'text')
    .addColumn('english_test', 'varchar(36)')
    .addColumn('dia', 'varchar(10)')
    .addColumn('created_at', 'varchar(30)')
    .execute();
  const older: [nome: string, telefone: string, unit: number | null, day: string][] = [
    ['Ana', '19900000001', 101, '2026-01-01'],
    ['Ana Souza', '19900000001', 101, '2026-01-02'],
    ['Ana', '19900000001', 103, '2026-01-02'],
    ['Rui', '19900000002', null, '2026-01-03'],
    ['Eva', '19900000003', 999, '2026-01-04'],
  ];
  for (const [nome, telefone, unit, day] of older) {
    const at = `${day}T12:00:00.000Z`;
    await sql`insert into leads (pagina, nome, telefone, cidade, unidade_id, consentimento_em, dia, created_at)
      values ('/knn-orlando', ${nome}, ${telefone}, '', ${unit}, ${at}, ${day}, ${at})`.execute(db);
  }
  await sql`delete from schema_steps where name = ${STEP}`.execute(db);
  expect(await migrate(db, engine)).toEqual([STEP]);
  const joined = await db
    .selectFrom('leads')
    .innerJoin('lead_events', 'lead_events.lead_id', 'leads.id')
    .select(['leads.nome', 'leads.lugar', 'leads.unidade_id', 'leads.estado', 'leads.marca'])
    .select(({ fn }) => fn.countAll<number | string>().as('entries'))
    .groupBy(['leads.id', 'leads.nome', 'leads.lugar', 'leads.unidade_id', 'leads.estado', 'leads.marca'])
    .orderBy('leads.id')
    .execute();
  expect(joined.map((row) => ({ ...row, entries: Number(row.entries) }))).toEqual([
    { nome: 'Ana Souza', lugar: 'escola:1', unidade_id: 101, estado: 'novo', marca: 'knn', entries: 2 },
    { nome: 'Ana', lugar: 'escola:3', unidade_id: 103, estado: 'novo', marca: 'phenom', entries: 1 },
    { nome: 'Rui', lugar: 'marca:knn', unidade_id: null, estado: 'novo', marca: 'knn', entries: 1 },
    { nome: 'Eva', lugar: 'marca:knn', unidade_id: null, estado: 'novo', marca: 'knn', entries: 1 },
  ]);
  await portal.close();
});
