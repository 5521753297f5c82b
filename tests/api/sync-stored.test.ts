import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { NewApiKey, SyncResult } from '../../src/lib/contract/sync.schema.ts';
import * as sync from '../../src/lib/contract/sync.ts';
import { BLOCKED_COMPANY_ID } from '../../src/lib/session.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { ana: 1, helena: 7 };
const HEAD = 'unidade;matricula;nome;email';
const student = (matricula: string, { unidade = 'KNN Vila Nova', nome = 'Zoé Prado', email = '' } = {}) =>
  `${unidade};${matricula};${nome};${email || `zoe.${matricula.toLowerCase()}@teste.example`}`;
const csv = (...rows: string[]) => [HEAD, ...rows].join('\n');

describe.each(engines)('data sent by a key, and its traces, on %s', (engine) => {
  let portal: TestSchool;
  let unit: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
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

  it('in mode “linha”, a valid row that repeats an invalid one is accepted, and a third one is not', async () => {
    const { body: made } = await make({}, await owner());
    const { db } = portal.school;
    await db.updateTable('users').set({ cpf: '52998224725' }).where('id', '=', people.ana).execute();
    const rows = [
      `${HEAD};cpf`,
      `${student('R-9')};529.982.247-25`,
      `${student('R-9', { nome: 'Zoé Certa' })};`,
      `${student('R-9', { nome: 'Zoé Terceira' })};`,
    ];
    const { status, body } = await put(rows.join('\n'), { token: made.chave, query: { modo: 'linha' } });
    expect([status, body.novas, body.recusadas]).toEqual([200, 1, 2]);
    expect(body.observacoes.map(({ linha, coluna }) => [linha, coluna])).toEqual([
      [2, 'cpf'],
      [4, null],
    ]);
    expect((await known('R-9')).map(({ full_name }) => full_name)).toEqual(['Zoé Certa']);
  });

  it('the stored answer of an idempotency key contains no student number', async () => {
    const { body: made } = await make({ tabelas: ['parcelas'] }, await owner());
    const rows =
      'unidade;matricula;contrato;numero;total;vencimento;valor\nKNN Vila Nova;SEGREDO-77;Curso;1;1;10/05/2030;300';
    const send = () =>
      put(rows, { token: made.chave, tabela: 'parcelas', query: { modo: 'linha' }, key: 'guarda-nada-1' });
    expect((await send()).body.observacoes[0]?.motivo).toContain('SEGREDO-77');
    const again = (await send()).body.observacoes[0];
    expect(again).toMatchObject({ linha: 2, coluna: 'matricula', resultado: 'recusada' });
    expect(again?.motivo).toMatch(/primeiro envio/);
    const stored = await portal.school.db.selectFrom('idempotency_keys').select('answer').execute();
    expect(JSON.stringify(stored)).not.toContain('SEGREDO-77');
  });

  it('a key opens nothing while its creator’s unit is blocked, like a session', async () => {
    const as = await owner();
    const { body: made } = await make({}, as);
    const { db } = portal.school;
    const maker = await db.selectFrom('users').select('drive_user_id').where('id', '=', as).executeTakeFirstOrThrow();
    const { escola_id } = await db
      .selectFrom('companies')
      .select('escola_id')
      .where('id', '=', 101)
      .executeTakeFirstOrThrow();
    // The blocked unit may belong to the same school.
    const shut = await db
      .selectFrom('companies')
      .select('escola_id')
      .where('id', '=', BLOCKED_COMPANY_ID)
      .executeTakeFirst();
    await db.updateTable('companies').set({ escola_id }).where('id', '=', BLOCKED_COMPANY_ID).execute();
    const move = (company_id: number) =>
      db
        .updateTable('drive_users')
        .set({ company_id })
        .where('id', '=', maker.drive_user_id ?? 0)
        .execute();
    await move(BLOCKED_COMPANY_ID);
    const answer = await put(csv(student('BLOQ-1')), { token: made.chave, query: { ensaio: 'true' } });
    expect([shut !== undefined, answer.status, answer.body.code]).toEqual([true, 401, 'key_ended']);
    await move(101);
    await db
      .updateTable('companies')
      .set({ escola_id: shut?.escola_id ?? 1 })
      .where('id', '=', BLOCKED_COMPANY_ID)
      .execute();
  });

  it('only staff of the whole school can make a key for the whole school', async () => {
    const ofUnits = await owner({ company: unit, units: [unit] });
    expect((await list(ofUnits)).body).toMatchObject({ escola_inteira: false, unidades: [{ id: unit }] });
    expect((await list(await owner())).body.escola_inteira).toBe(true);
  });

  it('an import logs each added or changed person with the columns, and no values', async () => {
    const as = await owner();
    const { body: made } = await make({ nome: 'ERP das pessoas' }, as);
    const send = (nome: string, query = {}) =>
      put(csv(student('AP-1', { nome, email: 'ap1@teste.example' }), student('AP-2')), { token: made.chave, query });
    await send('Zoé Um', { ensaio: 'true' });
    await send('Zoé Um');
    await send('Zoé Um');
    await send('Zoé Dois');
    const [person] = await known('AP-1');
    const lines = await portal.school.db
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'data'])
      .where('about_user_id', '=', person?.id ?? 0)
      .orderBy('id')
      .execute();
    expect(lines.map(({ data, ...line }) => ({ ...line, ...(JSON.parse(data ?? '{}') as object) }))).toEqual([
      { action: 'import-add', user_id: as, depois: { tabela: 'alunos', chave: 'ERP das pessoas' } },
      { action: 'import-change', user_id: as, depois: { tabela: 'alunos', chave: 'ERP das pessoas', colunas: 'nome' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('Zoé');
  });
});
