import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { NewApiKey, SyncResult } from '../../src/lib/contract/sync.schema.ts';
import * as sync from '../../src/lib/contract/sync.ts';
import { SYNC_TABLES } from '../../src/lib/rules/sync/tables.ts';
import { servedCases } from '../support/access/served-cases.ts';
import { thingsOf } from '../support/access/things.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { ana: 1, helena: 7, julia: 9, elsewhere: 0 };
const DAY_MS = 86_400_000;
const HEAD = 'unidade;matricula;nome;email';
const student = (matricula: string, { unidade = 'KNN Vila Nova', nome = 'Zoé Prado', email = '' } = {}) =>
  `${unidade};${matricula};${nome};${email || `zoe.${matricula.toLowerCase()}@teste.example`}`;
const csv = (...rows: string[]) => [HEAD, ...rows].join('\n');

describe.each(engines)('keys of other systems on %s', (engine) => {
  let portal: TestSchool;
  let unit: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    people.elsewhere = await addStaff(portal, { company: 102 });
    unit = await addUnit(portal, 'KNN Taquaral');
  });
  afterAll(() => portal.close());

  const make = (body: Partial<NewApiKey> = {}, as = people.helena) =>
    portal.ops.sync.createKey(
      { nome: 'Sistema da secretaria', tabelas: ['alunos'], unidades: null, dias: 30, ...body },
      { as },
    );
  const owner = (rights: Parameters<typeof addStaff>[1] = {}) => addStaff(portal, rights);
  const list = (as: number) => portal.ops.sync.listKeys({}, { as });
  const end = (id: number, as: number) => portal.ops.sync.endKey({ id }, { as });
  interface Sending {
    token?: string;
    as?: number;
    tabela?: string;
    type?: string;
    query?: Record<string, string>;
    key?: string;
  }
  const put = async (
    body: string | Uint8Array<ArrayBuffer>,
    { tabela = 'alunos', type = 'text/csv', query = {}, key, ...sent }: Sending,
  ) => {
    const headers = { 'content-type': type, ...(key !== undefined && { 'idempotency-key': key }) };
    const answer = await portal.send(
      'PUT',
      addressOf(sync.putTable, { params: { tabela }, query }),
      { headers, body },
      sent,
    );
    type Refused = { detail: string; code?: string; fields?: Record<string, string> };
    return { status: answer.status, body: (await answer.json()) as SyncResult & Refused };
  };
  const known = (matricula: string) =>
    portal.school.db
      .selectFrom('drive_users')
      .innerJoin('users', 'users.drive_user_id', 'drive_users.id')
      .select(['users.id', 'users.full_name', 'users.email', 'drive_users.company_id'])
      .where('drive_users.matricula', '=', matricula)
      .execute();

  it('a key is shown once, and only its hash is stored', async () => {
    const as = await owner();
    const { status, body } = await make({ unidades: [101] }, as);
    expect(status).toBe(200);
    expect(body.chave).toMatch(/^chave_\S{30,}$/);
    const { chave, ...exported } = body;
    expect(exported).toMatchObject({
      final: chave.slice(-4),
      unidades: [{ id: 101 }],
      tabelas: ['alunos'],
      ultimo_uso: null,
    });
    const listed = (await list(as)).body;
    expect(listed.items[0]).toEqual(exported);
    const rows = await portal.school.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(chave);
    const log = await portal.school.db.selectFrom('audit_log').selectAll().where('action', '=', 'key-create').execute();
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain(chave);
  });

  it('only staff who manage the team create, see and end keys, within their units', async () => {
    const whole = await owner();
    const ofUnit = await owner({ company: unit, units: [unit] });
    const seller = await owner({ rights: ['pedidos', 'alunos'] });
    const teamOnly = await owner({ rights: ['equipe'] });
    const { body: wide } = await make({ nome: 'Larga' }, whole);
    for (const as of [people.ana, people.julia, seller]) {
      expect((await list(as)).status).toBe(403);
      expect((await make({}, as)).status).toBe(403);
      expect((await end(wide.id, as)).status).toBe(403);
    }
    expect((await portal.ops.sync.listKeys()).status).toBe(401);
    expect((await make({ unidades: null }, ofUnit)).status).toBe(403);
    expect((await make({ unidades: [101] }, ofUnit)).status).toBe(403);
    expect((await make({ unidades: [102] }, whole)).status).toBe(422);
    expect((await make({ tabelas: ['parcelas'] }, teamOnly)).status).toBe(403);
    const { body: narrow } = await make({ nome: 'Estreita', unidades: [unit] }, ofUnit);
    expect((await list(ofUnit)).body.items.map(({ id }) => id)).toEqual([narrow.id]);
    for (const as of [ofUnit, people.elsewhere]) expect((await end(wide.id, as)).status).toBe(404);
    expect((await list(people.elsewhere)).body.items).toEqual([]);
    for (const id of [999_999, 0]) expect((await end(id, whole)).status).toBeGreaterThanOrEqual(404);
    for (const body of [
      { nome: '' },
      { tabelas: [] },
      { unidades: [] },
      { dias: 0 },
      { tabelas: ['senhas' as 'alunos'] },
    ]) {
      expect((await make(body, whole)).status).toBe(422);
    }
  });

  it('S2 a key opens only sending and reading of tables', async () => {
    const { body: made } = await make({ tabelas: ['alunos'], leituras: ['pessoas'] }, await owner());
    const opened: string[] = [];
    for (const { name, call, send } of servedCases(portal, await thingsOf(portal))) {
      if (call.auth === 'none') continue;
      const { status } = await send({ token: made.chave });
      if (status !== 403) opened.push(`${name} ${status}`);
    }
    // The example of a table is not CSV.
    expect(opened.toSorted()).toEqual(['sync.listChanges 200', 'sync.putTable 415']);
  });

  it.each(SYNC_TABLES)('S2 a key without the table %s does not open it', async (tabela) => {
    const others = SYNC_TABLES.filter((name) => name !== tabela);
    const { body: made } = await make({ tabelas: others }, await owner());
    const { status, body } = await put('a;b\n1;2', { token: made.chave, tabela });
    expect([status, body.code]).toEqual([403, 'key_scope']);
    const own = await put('a;b\n1;2', { token: (await make({ tabelas: [tabela] }, await owner())).body.chave, tabela });
    expect([own.status, own.body.code]).toEqual([422, 'rows_refused']);
  });

  it('a key opens nothing once ended, expired, or without its creator', async () => {
    const rows = csv(student('FIM-1'));
    const send = (token: string) => put(rows, { token, query: { ensaio: 'true' } });
    const as = await owner();
    const { body: ending } = await make({}, as);
    expect((await send(ending.chave)).status).toBe(200);
    expect((await end(ending.id, as)).body.encerrada_em).not.toBeNull();
    expect((await send(ending.chave)).status).toBe(401);
    const { body: short } = await make({ dias: 1 }, as);
    const { body: orphan } = await make({ dias: null }, as);
    const { db } = portal.school;
    const at = new Date(portal.clock.now.getTime() - DAY_MS).toISOString();
    await db.updateTable('api_keys').set({ expires_at: at }).where('id', '=', short.id).execute();
    expect((await send(short.chave)).status).toBe(401);
    expect((await send(orphan.chave)).status).toBe(200);
    await db.deleteFrom('staff_rights').where('user_id', '=', as).where('direito', '=', 'alunos').execute();
    expect((await send(orphan.chave)).status).toBe(403);
    await db.deleteFrom('staff_rights').where('user_id', '=', as).where('direito', '=', 'equipe').execute();
    expect((await send(orphan.chave)).status).toBe(401);
    const { body: blocked } = await make({}, people.helena);
    await db.updateTable('users').set({ is_blocked: true }).where('id', '=', people.helena).execute();
    expect((await send(blocked.chave)).status).toBe(401);
    await db.updateTable('users').set({ is_blocked: false }).where('id', '=', people.helena).execute();
    for (const token of ['chave_', `${orphan.chave}x`, 'chave_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa']) {
      expect((await send(token)).status).toBe(401);
    }
  });

  it('ROLE-08 a key reaches only its units', async () => {
    const { body: made } = await make(
      { unidades: [unit], tabelas: ['unidades', 'alunos', 'professores'] },
      await owner(),
    );
    const token = made.chave;
    const elsewhere = await put(csv(student('FORA-1')), { token });
    expect(elsewhere.status).toBe(422);
    expect(elsewhere.body.fields).toEqual({ '2.unidade': 'A unidade “KNN Vila Nova” não existe.' });
    expect(await known('FORA-1')).toEqual([]);
    const own = await put(csv(student('DENTRO-1', { unidade: 'KNN Taquaral' })), { token });
    expect([own.status, own.body.novas]).toEqual([200, 1]);
    expect((await known('DENTRO-1')).map(({ company_id }) => company_id)).toEqual([unit]);
    const units = (rows: string) => put(rows, { token, tabela: 'unidades' });
    expect((await units('unidade;telefone\nKNN Vila Nova;1933330000')).status).toBe(422);
    expect((await units('unidade;escola;cidade;uf\nKNN Nova;Outra;Campinas;SP')).status).toBe(422);
    expect((await units('unidade;telefone\nKNN Taquaral;1933330000')).body).toMatchObject({ mudadas: 1 });
    const teachers = await put('unidade;nome;email\nKNN Vila Nova;Prof;p@teste.example', {
      token,
      tabela: 'professores',
    });
    expect(teachers.status).toBe(422);
  });

  it('a key cannot change addresses of managers', async () => {
    const as = await owner();
    const { body: made } = await make({}, as);
    const manager = await portal.school.db
      .selectFrom('users')
      .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
      .select(['drive_users.matricula', 'users.email'])
      .where('users.id', '=', people.helena)
      .executeTakeFirstOrThrow();
    const { status, body } = await put(csv(student(manager.matricula, { email: 'mal@teste.example' })), {
      token: made.chave,
    });
    expect([status, Object.values(body.fields ?? {})]).toEqual([
      422,
      ['Esta pessoa é da gestão: os dados dela mudam no painel.'],
    ]);
    expect((await known(manager.matricula)).map(({ email }) => email)).toContain(manager.email);
  });

  it('a table is imported all or nothing, and each wrong row is reported', async () => {
    const { body: made } = await make({}, await owner());
    const token = made.chave;
    const bad = csv(student('T-1'), student('T-2', { email: 'sem arroba' }), student('T-3', { unidade: 'Nenhuma' }));
    const refused = await put(bad, { token });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 'rows_refused' });
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['3.email', '4.unidade']);
    expect(await known('T-1')).toEqual([]);
    const good = csv(student('T-1'), student('T-2'));
    const tried = await put(good, { token, query: { ensaio: 'true' } });
    expect(tried.body).toMatchObject({ ensaio: true, linhas: 2, novas: 2 });
    expect(await known('T-1')).toEqual([]);
    expect((await put(good, { token })).body).toMatchObject({ ensaio: false, novas: 2, iguais: 0 });
    expect((await put(good, { token })).body).toMatchObject({ novas: 0, mudadas: 0, iguais: 2 });
  });

  it('the mode “linha” imports valid rows, and reports why the others are skipped', async () => {
    const { body: made } = await make({}, await owner());
    const send = (query: Record<string, string>) =>
      put(
        csv(
          student('L-1'),
          student('L-2', { email: 'sem arroba' }),
          student('L-3'),
          student('L-4', { unidade: 'Nenhuma' }),
          student('L-1', { nome: 'Outra Pessoa' }),
        ),
        { token: made.chave, query: { modo: 'linha', ...query } },
      );
    const tried = await send({ ensaio: 'true' });
    expect(tried.body).toMatchObject({ novas: 2, recusadas: 3 });
    expect(await known('L-1')).toEqual([]);
    const { status, body } = await send({});
    expect(status).toBe(200);
    expect(body).toMatchObject({ linhas: 5, novas: 2, mudadas: 0, recusadas: 3 });
    expect(body.observacoes.map(({ linha, coluna }) => [linha, coluna])).toEqual([
      [3, 'email'],
      [5, 'unidade'],
      [6, null],
    ]);
    for (const { motivo } of body.observacoes) expect(motivo).toMatch(/\S/);
    expect((await known('L-1')).map(({ full_name }) => full_name)).toEqual(['Zoé Prado']);
    expect(await known('L-3')).toHaveLength(1);
    expect(await known('L-2')).toEqual([]);
  });

  it('tables are accepted as JSON, CSV, and a file in a form', async () => {
    const as = await owner();
    const { body: made } = await make({ tabelas: ['alunos', 'parcelas'] }, as);
    const token = made.chave;
    const rows = [
      {
        unidade: 'KNN Vila Nova',
        matricula: 'J-1',
        nome: 'Zoé',
        email: 'zoe.j1@teste.example',
        cor: 'azul',
        cpf: null,
      },
    ];
    const json = await put(JSON.stringify(rows), { token, type: 'application/json' });
    expect(json.body).toMatchObject({ novas: 1, colunas_ignoradas: ['cor'] });
    const bill = {
      unidade: 'KNN Vila Nova',
      matricula: 'J-1',
      contrato: 'Curso',
      numero: 1,
      total: 2,
      vencimento: '2030-05-10',
      valor: 300.5,
    };
    const bills = await put(JSON.stringify([bill]), { token, tabela: 'parcelas', type: 'application/json' });
    expect(bills.body).toMatchObject({ novas: 1 });
    const { valor_centavos } = await portal.school.db
      .selectFrom('parcelas')
      .select('valor_centavos')
      .where('user_id', '=', (await known('J-1'))[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect(valor_centavos).toBe(30_050);
    const form = new FormData();
    form.append(
      'file',
      new Blob([csv(student('J-1', { nome: 'Zoé Lima', email: 'zoe.j1@teste.example' }))]),
      'alunos.csv',
    );
    const file = await portal.call(
      sync.putTable,
      { params: { tabela: 'alunos' }, query: { modo: 'tudo' }, body: form },
      { token },
    );
    expect(file.body).toMatchObject({ mudadas: 1 });
  });

  it.each([
    ['no JSON', '{', 'application/json', 422],
    ['no list', '{"a":1}', 'application/json', 422],
    ['a key twice', '[{"nome":"a","nome":"b"}]', 'application/json', 422],
    ['no row', '[]', 'application/json', 422],
    ['no row of CSV', HEAD, 'text/csv', 422],
    ['a character that nothing stores', csv(student('N-1', { nome: 'a\0b' })), 'text/csv', 422],
    ['another type', csv(student('N-2')), 'text/plain', 415],
    ['too many rows', csv(...Array.from({ length: 5001 }, (_, at) => student(`M-${at}`))), 'text/csv', 413],
    ['too many bytes', 'x'.repeat(9 * 1024 * 1024), 'text/csv', 413],
  ])('refuses %s in words', async (_what, body, type, status) => {
    const { body: made } = await make({}, await owner());
    const answer = await put(body, { token: made.chave, type });
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toMatch(/\S/);
  });

  it('an idempotency key writes once, and is refused for other rows', async () => {
    const { body: made } = await make({}, await owner());
    const { body: other } = await make({}, await owner());
    const send = (nome: string, token = made.chave, key = 'noite-2030-01-01') =>
      put(csv(student('I-1', { nome })), { token, key });
    const [one, two] = await Promise.all([send('Zoé'), send('Zoé')]);
    expect(one.body).toEqual(two.body);
    expect(one.body).toMatchObject({ novas: 1 });
    expect([(await send('Zoé Lima')).status, (await send('Zoé Lima')).body.code]).toEqual([409, 'key_reused']);
    // Another system counts its own keys.
    expect((await send('Zoé Lima', other.chave)).body).toMatchObject({ mudadas: 1 });
    expect((await put(csv(student('I-1')), { token: made.chave, key: 'x' })).status).toBe(400);
  });

  it('an import reports preserved values with both values, and stores them nowhere', async () => {
    const { body: made } = await make({}, await owner());
    const send = (nome: string, key?: string) => put(csv(student('C-1', { nome })), { token: made.chave, key });
    await send('Zoé Prado');
    const id = (await known('C-1'))[0]?.id ?? 0;
    await portal.school.db.updateTable('users').set({ full_name: 'Zoé Campos' }).where('id', '=', id).execute();
    const { body } = await send('Zoé Lobato', 'conflito-1');
    expect(body).toMatchObject({ mudadas: 0, mantidas: 1 });
    expect(body.observacoes).toMatchObject([
      { linha: 2, coluna: 'nome', resultado: 'mantida', no_portal: 'Zoé Campos', no_arquivo: 'Zoé Lobato' },
    ]);
    expect((await send('Zoé Lobato', 'conflito-1')).body.observacoes[0]).toMatchObject({ no_portal: null });
    const stored = await portal.school.db.selectFrom('idempotency_keys').select('answer').execute();
    expect(JSON.stringify(stored)).not.toContain('Lobato');
  });

  it('each import leaves one line in the log, and the last use of the key', async () => {
    const as = await owner();
    const { body: made } = await make({ nome: 'ERP da noite' }, as);
    await put(csv(student('A-1'), student('A-2')), { token: made.chave, query: { ensaio: 'true' } });
    await put(csv(student('A-1'), student('A-2')), { token: made.chave });
    const { body } = await portal.ops.people.listAudit({ user_id: as, limit: 10 }, { as });
    const lines = JSON.stringify(body.items.filter((entry) => JSON.stringify(entry).includes('enviou uma tabela')));
    expect(lines.match(/enviou uma tabela/g)).toHaveLength(1);
    expect(lines).toContain('“Alunos”');
    expect(lines).toContain('ERP da noite');
    expect((await list(as)).body.items.find(({ id }) => id === made.id)?.ultimo_uso).not.toBeNull();
  });

  it('staff import a table in the panel with the right for its data', async () => {
    const seller = await owner({ rights: ['pedidos'] });
    const desk = await owner({ rights: ['alunos'] });
    const send = (as?: number) => put(csv(student('P-1')), { as, key: crypto.randomUUID() });
    for (const as of [people.ana, people.julia, seller]) expect((await send(as)).status).toBe(403);
    expect((await send()).status).toBe(401);
    expect((await put('x', { as: desk, tabela: 'parcelas' })).status).toBe(403);
    expect((await send(desk)).body).toMatchObject({ novas: 1 });
    expect((await send(people.elsewhere)).status).toBe(422);
  });
});

it('the imports of a key are limited', async () => {
  const portal = await openTestSchool('sqlite', { env: { LIMITS: 'sync=2/600' } });
  const { body: made } = await portal.ops.sync.createKey(
    { nome: 'Sistema', tabelas: ['alunos'], unidades: null, dias: null },
    { as: people.helena },
  );
  const send = () =>
    portal.send(
      'PUT',
      addressOf(sync.putTable, { params: { tabela: 'alunos' }, query: { ensaio: 'true' } }),
      { headers: { 'content-type': 'text/csv' }, body: csv(student('R-1')) },
      { token: made.chave },
    );
  expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([200, 200, 429]);
  await portal.close();
});
