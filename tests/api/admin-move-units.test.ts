import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/server/core/db/connection.ts';
import { printSchools } from '../../src/server/operate/admin/list-schools.ts';
import { schoolTables } from '../../src/server/operate/admin/move-unit-rows.ts';
import { moveUnits } from '../../src/server/operate/admin/move-units.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const HELENA = 7;
const at = '2026-01-01T00:00:00.000Z';
const SCHOOL_COLUMNS = ['escola_id', 'school_id'];

const columnsOf = async (db: Db) =>
  (await db.introspection.getTables()).flatMap(({ name, columns }) =>
    columns.filter((column) => SCHOOL_COLUMNS.includes(column.name)).map((column) => ({ name, column: column.name })),
  );

/** The number of rows of each table, of a school and in all. */
async function countsOf(db: Db, school: number) {
  const counts: Record<string, { own: number; all: number }> = {};
  for (const { name, column } of await columnsOf(db)) {
    const { rows } = await sql<{ own: number | string; total: number | string }>`
      select count(*) as total, count(case when ${sql.ref(column)} = ${school} then 1 end) as own
      from ${sql.table(name)}`.execute(db);
    counts[name] = { own: Number(rows[0]?.own), all: Number(rows[0]?.total) };
  }
  return counts;
}

/** Rows that the demo school lacks, of a school and its only unit. */
async function fill(portal: TestSchool, school: number, unit: number): Promise<{ student: number; manager: number }> {
  const { db } = portal.school;
  const { id: student } = await addAccount(portal, { company: unit });
  const manager = await addStaff(portal, { company: unit, rights: ['alunos', 'equipe'] });
  const key = await db
    .insertInto('api_keys')
    .values({
      ...{ escola_id: school, user_id: manager, nome: 'ERP', key_hash: 'x', final: 'xxxx', tabelas: '[]' },
      ...{ unidades: null, created_at: at, expires_at: null, last_used_at: null, ended_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('webhooks')
    .values({
      ...{ escola_id: school, key_id: key.id, url: 'https://erp.example', eventos: '[]', segredo: 'x', pos: 0 },
      ...{ segredo_anterior: null, anterior_ate: null, created_at: at, failing_since: null, held_until: null },
      ...{ stopped_at: null, stop_reason: null },
    })
    .execute();
  const ofSchool = { escola_id: school };
  const words = { title: 'Olá', body: 'Olá', link: '/dashboard', category: 'aviso' } as const;
  await db
    .insertInto('sending_templates')
    .values({ ...ofSchool, ...words, nome: 'Olá', created_at: at })
    .execute();
  await db
    .insertInto('saved_audiences')
    .values({ ...ofSchool, nome: 'Todos', audience: '{}', created_by: manager, updated_at: at })
    .execute();
  await db
    .insertInto('sendings')
    .values({
      ...{ ...ofSchool, ...words, audience: '{}', status: 'enviada', respect_quiet_hours: true, ttl_s: 60 },
      ...{ urgency: 'normal', created_by: manager, created_at: at, updated_at: at, version: 1 },
    } as never)
    .execute();
  await db
    .insertInto('notice_kinds_off')
    .values({ ...ofSchool, kind: 'aula' })
    .execute();
  await db
    .insertInto('club_settings')
    .values({ ...ofSchool, mil_pontos_centavos: 100 })
    .execute();
  await db
    .insertInto('point_batches')
    .values({
      ...{ ...ofSchool, unidades: null, audience: '{}', alvo: 'Todos', pontos: 1, motivo: 'x', expira_em: null },
      ...{ status: 'dado', created_at: at, por_user_id: manager, concluido_em: at, desfeito_em: null },
    })
    .execute();
  await db
    .insertInto('closed_days')
    .values([
      { school_id: school, company_id: null, day: '2026-03-02', name: 'Da escola' },
      { school_id: school, company_id: unit, day: '2026-03-03', name: 'Da unidade' },
    ])
    .execute();
  await db
    .insertInto('leads')
    .values(
      ['11987650001', '11987650002'].map((telefone) => ({
        ...{ pagina: 'knn-orlando', marca: 'knn' as const, nome: 'Lia', telefone, cidade: '', unidade_id: unit },
        ...{ lugar: `escola:${school}`, consentimento_em: at, enviado_em: at, mudou_em: at, created_at: at },
      })) as never,
    )
    .execute();
  await db
    .insertInto('livro_envios')
    .values({ ...ofSchool, chave: null, nome: 'livro.zip', resultado: '{}', enviado_em: at, enviado_por: null })
    .execute();
  await db
    .insertInto('point_rules')
    .values({
      ...{ ...ofSchool, codigo: 'x', pontos: 1, periodo: 'dia', limite: null, validade_dias: null },
      ...{ ativo: true, atualizado_em: at, por_user_id: null },
    })
    .execute();
  for (const table of ['user_books', 'rewards', 'cupons', 'travel_campaigns', 'usa_turmas', 'livros']) {
    const first = sql`(select min(id) from ${sql.table(table)})`;
    await sql`update ${sql.table(table)} set escola_id = ${school} where id = ${first}`.execute(db);
  }
  return { student, manager };
}

describe.each(engines)('units that move to another school on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const move = (units: string[], school: string, isTrial = false) =>
    moveUnits(portal.school, { units, school, isTrial });

  it('each table with the number of a school has a rule for a move', async () => {
    const found = await columnsOf(portal.school.db);
    expect([...new Set(found.map(({ name }) => name))].toSorted()).toEqual(Object.keys(schoolTables).toSorted());
  });

  it('ROLE-08 the only unit of a school moves with all its data, widens no rights, and the school is deleted', async () => {
    const { db } = portal.school;
    const { student, manager } = await fill(portal, 3, 103);
    await db
      .updateTable('leads')
      .set({ lugar: 'escola:1', unidade_id: 101 })
      .where('id', 'in', (rows) =>
        rows.selectFrom('leads as one').select('one.id').where('one.nome', '=', 'Lia').limit(1),
      )
      .execute();
    const twin = { telefone: '11987650002', lugar: 'escola:1' };
    const { id: known, ...copy } = await db
      .selectFrom('leads')
      .selectAll()
      .where('lugar', '=', 'escola:3')
      .where('nome', '=', 'Lia')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('leads')
      .values({ ...copy, ...twin, telefone: copy.telefone, unidade_id: 101 })
      .execute();
    const see = (as: number) => portal.ops.students.getPerson({ id: student }, { as });
    expect((await see(HELENA)).status).toBe(404);
    const before = await countsOf(db, 3);
    for (const [table, kind] of Object.entries(schoolTables)) {
      if (kind !== 'follows') expect([table, before[table]?.own]).not.toEqual([table, 0]);
    }
    const said = await move(['Phenom Jardins'], '1', true);
    expect(await countsOf(db, 3)).toEqual(before);
    expect(await move(['103'], '1')).toEqual(said);
    expect(said.join('\n')).toMatch(
      /Phenom Jardins: da escola .+ para a escola .+\.\nA marca passa a ser KNN Idiomas\./,
    );
    expect(said.join('\n')).toContain('1 contato tem o telefone de outro contato da escola: ficam os dois.');
    const after = await countsOf(db, 3);
    for (const [table, kind] of Object.entries(schoolTables)) {
      expect([table, after[table]?.own]).toEqual([table, 0]);
      if (kind === 'school' || kind === 'follows') expect(after[table]?.all).toBe(before[table]?.all);
    }
    expect(await db.selectFrom('schools').select('id').where('id', '=', 3).execute()).toEqual([]);
    expect((await see(HELENA)).body).toMatchObject({ unidade: { nome: 'Phenom Jardins' } });
    const ofSchool1 = await addAccount(portal, { company: 101 });
    const elsewhere = await portal.ops.students.getPerson({ id: ofSchool1.id }, { as: manager });
    expect([(await see(manager)).status, elsewhere.status]).toEqual([200, 404]);
    const held = db.selectFrom('staff_rights').select('company_id').distinct().where('user_id', '=', manager);
    expect(await held.execute()).toEqual([{ company_id: 103 }]);
    expect(await db.selectFrom('leads').select(['lugar', 'unidade_id']).where('id', '=', known).execute()).toEqual([
      { lugar: 'escola:3', unidade_id: 103 },
    ]);
    const keys = db.selectFrom('api_keys').select(['escola_id', 'unidades']).where('nome', '=', 'ERP');
    expect(await keys.execute()).toEqual([{ escola_id: 1, unidades: '[103]' }]);
    const days = db
      .selectFrom('closed_days')
      .select(['day', 'company_id'])
      .where('company_id', '=', 103)
      .orderBy('day');
    expect((await days.execute()).map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03']);
    const place = db.selectFrom('companies').select(['cidade', 'uf']).where('id', '=', 103);
    expect(await place.execute()).toEqual([{ cidade: expect.any(String), uf: expect.any(String) }]);
    const lines = db.selectFrom('audit_log').select(['user_id', 'data']).where('action', '=', 'unit-move');
    expect(await lines.execute()).toMatchObject([{ user_id: null, data: expect.stringContaining('antes') }]);
  });

  it('one of several units moves alone, and its school stays as it is', async () => {
    const { db } = portal.school;
    const unit = await addUnit(portal, 'KNN Anhumas');
    const { id } = await addAccount(portal, { company: unit });
    const {
      is_demo,
      id: _own,
      ...row
    } = await db.selectFrom('schools').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
    const other = await db
      .insertInto('schools')
      .values({ ...row, is_demo, nome: 'Rede Anhumas' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.deleteFrom('sync_changes').where('escola_id', '=', other.id).execute();
    const lines = await move(['knn anhumas'], 'Rede Anhumas');
    expect(lines[0]).toContain('para a escola Rede Anhumas.');
    const school = db.selectFrom('users').select('school_id').where('id', '=', id);
    expect(await school.execute()).toEqual([{ school_id: other.id }]);
    expect((await portal.ops.students.getPerson({ id }, { as: HELENA })).status).toBe(404);
    const changes = db.selectFrom('sync_changes').select(['assunto', 'pos']).where('escola_id', '=', other.id);
    expect(await changes.where('kind', '=', 'pessoas').where('fonte', '=', 'users').execute()).toEqual([
      { assunto: id, pos: null },
    ]);
    await move(['KNN Anhumas'], '1');
    expect(await school.execute()).toEqual([{ school_id: 1 }]);
    expect(await db.selectFrom('schools').select('id').where('id', '=', other.id).execute()).toEqual([]);
  });

  it('a move that is not possible is refused with a message, and changes nothing', async () => {
    const { db } = portal.school;
    const before = await countsOf(db, 1);
    await addUnit(portal, 'KNN Dupla');
    await addUnit(portal, 'KNN Dupla');
    const problem = (units: string[], school: string) => move(units, school).then(String, ({ message }) => message);
    expect(await problem(['Nenhuma'], '1')).toBe('A unidade “Nenhuma” não existe: veja a lista em escolas.');
    expect(await problem(['101'], 'Nenhuma')).toBe('A escola “Nenhuma” não existe: veja a lista em escolas.');
    expect(await problem(['KNN Dupla'], '2')).toMatch(
      /^Há mais de uma unidade “KNN Dupla”: diga o número \(\d+ e \d+\)\.$/,
    );
    expect(await problem(['101'], '1')).toMatch(/^Já são da escola .+: KNN Vila Nova\.$/);
    expect(await problem(['101', '102'], '1')).toBe('Leve de uma vez só as unidades de uma escola.');
    await db.updateTable('livros').set({ escola_id: 1 }).where('id', '=', 2).execute();
    expect(await problem(['101'], '2')).toContain('leve todas as unidades dela de uma vez.');
    await db.updateTable('livros').set({ escola_id: null }).where('id', '=', 2).execute();
    await db.updateTable('schools').set({ is_demo: false }).where('id', '=', 2).execute();
    expect(await problem(['101'], '2')).toContain('remover-demo');
    await db.updateTable('schools').set({ is_demo: true }).where('id', '=', 2).execute();
    await db.deleteFrom('companies').where('nome', '=', 'KNN Dupla').execute();
    expect(await countsOf(db, 1)).toEqual(before);
  });

  it('the list of schools marks those without a manager', async () => {
    const { db } = portal.school;
    const { id } = await db
      .insertInto('schools')
      .values({ nome: 'Boreal Sul', marca: 'knn', cidade: 'Recife', uf: 'PE', silencio_de: null, silencio_ate: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const unit = await db
      .insertInto('companies')
      .values({
        ...{ escola_id: id, nome: 'Boreal Sul', telefone: null, whatsapp: null },
        ...{ timezone: 'America/Recife', venda_direta_allow: false },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addAccount(portal, { company: unit.id });
    const lines = await printSchools(db);
    expect(lines).toContain(`Escola ${id}: Boreal Sul (knn, sem gestora)`);
    expect(lines).toContain(`  unidade ${unit.id}: Boreal Sul, Recife/PE: 1 aluno, 0 da equipe`);
    expect(lines.find((line) => line.startsWith('Escola 1:'))).not.toContain('sem gestora');
  });
});
