import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { movedRows } from '../../src/server/identity/people/moved-rows.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { addAccount, type NewAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { fillEveryTable } from '../support/marked-person.ts';
import { type Column, columnsOf } from '../support/schema-walk.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const password = 'portal-demo';

describe.each(engines)('accounts without an enrolment on %s', (engine) => {
  let portal: TestSchool;
  let columns: Column[];
  let count = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    columns = await columnsOf(portal);
  });
  afterAll(() => portal.close());

  const newCpf = () => {
    count += 1;
    return cpfOf(310_000_000 + count);
  };
  const lone = (overrides: NewAccount = {}) => addAccount(portal, { company: null, cpf: newCpf(), ...overrides });
  const list = async (q?: string) => (await portal.ops.people.listUnlinked(q ? { q } : {}, { as: HELENA })).body.items;
  const join = (id: number, body: { user_id: number } | { proposta_id: number }, as = HELENA) =>
    portal.ops.people.joinAccount({ id, ...body }, { as });
  const take = (name: keyof typeof kinds, lines: readonly string[]) =>
    importTable(portal.school, kinds[name], new TextEncoder().encode(lines.join('\n')));
  const naming = () =>
    columns.filter(
      ({ references, name }) =>
        references?.table === 'users' ||
        (/(^|_)user_id$/.test(name) && !['drive_user_id', 'wa_user_id'].includes(name)),
    );
  /** The number of rows that reference a person, by column. */
  async function rowsOf(id: number): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { table, name } of naming()) {
      const { rows } = await sql<{ n: number | string }>`
        select count(*) as n from ${sql.table(table)} where ${sql.ref(name)} = ${id}`.execute(portal.school.db);
      const n = Number(rows[0]?.n ?? 0);
      if (n > 0) counts[`${table}.${name}`] = n;
    }
    return counts;
  }

  /** A pending row of an import that may belong to this account. */
  async function wait(user_id: number, matricula: string, more: object): Promise<number> {
    const data = { full_name: 'Gil Leme', email: 'gil@teste.example', email_key: 'gil@teste.example', ...more };
    const row = { user_id, company_id: 101, matricula, dados: JSON.stringify(data), created_at: '2026-01-01' };
    const { id } = await portal.school.db
      .insertInto('enrolment_proposals')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  it('every column that references a person is moved', () => {
    const moved = movedRows.map(({ table, column }) => `${table}.${column}`);
    const real = naming().map(({ table, name }) => `${table}.${name}`);
    expect(real.filter((column) => !moved.includes(column))).toEqual([]);
    expect(moved.filter((column) => !real.includes(column))).toEqual([]);
  });

  it('accounts without an enrollment are matched by CPF, address and telephone, never with another CPF', async () => {
    const cpf = newCpf();
    const phone = '19977776666';
    const account = await lone({ cpf, phone, email: 'zoe.familia@teste.example' });
    const byCpf = await addAccount(portal, { cpf });
    const byPhone = await addAccount(portal, { phone, cpf: null });
    const sibling = await addAccount(portal, { cpf: newCpf(), email: 'Zoe.Familia@teste.example' });
    const elsewhere = await addAccount(portal, { company: 102, phone, cpf: null });
    const [found] = (await list()).filter(({ id }) => id === account.id);
    expect(found?.propostas.map(({ user_id, igual }) => [user_id, igual])).toEqual([
      [byCpf.id, ['cpf']],
      [byPhone.id, ['telefone']],
    ]);
    expect((await join(account.id, { user_id: sibling.id })).status).toBe(409);
    expect((await join(account.id, { user_id: elsewhere.id })).status).toBe(404);
    expect((await join(account.id, { user_id: byCpf.id }, 1)).status).toBe(403);
    expect((await join(byPhone.id, { user_id: byCpf.id })).status).toBe(404);
    // Like anybody outside the school, the account is found only by data that its owner knows.
    const stranger = await lone();
    expect((await list()).map(({ id }) => id)).not.toContain(stranger.id);
    expect((await list(stranger.email)).map(({ id }) => id)).toEqual([stranger.id]);
  });

  it('one confirmation joins rows of every table, and the own password and address stay', async () => {
    const cpf = newCpf();
    const account = await addAccount(portal, { cpf, last_seen_at: portal.clock.now.toISOString() });
    expect(await fillEveryTable(portal, columns, account.id)).toEqual([]);
    await portal.school.db.updateTable('users').set({ drive_user_id: null }).where('id', '=', account.id).execute();
    await portal.school.db
      .updateTable('driver_tours')
      .set({ route: 'dashboard' })
      .where('user_id', '=', account.id)
      .execute();
    await portal.school.db.deleteFrom('user_actions').where('user_id', '=', account.id).execute();
    await portal.school.db.deleteFrom('erasures').where('user_id', '=', account.id).execute();
    const enrolled = await addAccount(portal, { cpf, password_hash: 'x' });
    const before = await rowsOf(account.id);
    expect(Object.keys(before).length).toBeGreaterThan(40);
    const joined = await join(account.id, { user_id: enrolled.id });
    expect([joined.status, joined.body.detail]).toEqual([200, undefined]);
    const after = await rowsOf(enrolled.id);
    for (const [column, rows] of Object.entries(before)) {
      // Sessions end, and a row that was pending for the removed account gets its own account.
      if (/^(sessions|push_subscriptions|enrolment_proposals)\./.test(column)) continue;
      expect(after[column] ?? 0, column).toBeGreaterThanOrEqual(rows);
    }
    expect(await rowsOf(account.id)).toEqual({});
    // The second factor moved too: the login asks for it until it is removed.
    const enter = () => portal.call(login, { body: { username: account.email, password } });
    expect((await enter()).body.second_step).toBeDefined();
    await portal.school.db.deleteFrom('factors').where('user_id', '=', enrolled.id).execute();
    const entered = await enter();
    const me = (await portal.call(getMe, {}, { token: entered.body.access_token ?? '' })).body;
    expect(me).toMatchObject({ id: enrolled.id, cpf, drive_user: { id: enrolled.driveUserId } });
    const log = await portal.school.db
      .selectFrom('audit_log')
      .select(['user_id', 'action'])
      .where('about_user_id', '=', enrolled.id)
      .where('action', '=', 'account-join')
      .execute();
    expect(log).toEqual([{ user_id: HELENA, action: 'account-join' }]);
    expect((await join(account.id, { user_id: enrolled.id })).status).toBe(404);
  });

  it('a used account keeps its password, and points of both accounts are kept', async () => {
    const cpf = newCpf();
    const account = await lone({ cpf, street: 'Rua Nova' });
    const enrolled = await addAccount(portal, { cpf, last_seen_at: portal.clock.now.toISOString() });
    const balance = { saldo: 5, versao: 1 };
    const names = columns.filter(({ table }) => table === 'point_balances').map(({ name }) => name);
    expect(names).toContain('user_id');
    for (const user_id of [account.id, enrolled.id]) {
      const row = Object.fromEntries(names.map((name) => [name, name === 'user_id' ? user_id : balance.saldo]));
      await portal.school.db
        .insertInto('point_balances')
        .values(row as never)
        .execute();
    }
    expect(await join(account.id, { user_id: enrolled.id })).toMatchObject({ status: 409 });
    await portal.school.db.deleteFrom('point_balances').where('user_id', '=', account.id).execute();
    expect((await join(account.id, { user_id: enrolled.id })).body).toMatchObject({
      id: enrolled.id,
      email: enrolled.email,
      street: 'Rua Nova',
    });
  });

  it('A2 linking never gives a student the CPF of another student of the school', async () => {
    const [phone, cpf] = ['19944443333', newCpf()];
    const account = await lone({ phone, cpf });
    const holder = await addAccount(portal, { cpf });
    const { id: user_id, driveUserId } = await addAccount(portal, { phone, cpf: null });
    const taken = { status: 409, body: { code: 'cpf_taken' } };
    expect(await join(account.id, { user_id })).toMatchObject(taken);
    const proposta_id = await wait(account.id, 'GIL-1', { cpf });
    expect(await join(account.id, { proposta_id })).toMatchObject(taken);
    expect(await portal.ops.people.refuseProposal({ id: proposta_id }, { as: HELENA })).toMatchObject(taken);
    const holders = portal.school.db.selectFrom('users').select(['id', 'drive_user_id']).where('cpf', '=', cpf);
    expect(await holders.orderBy('id').execute()).toEqual([
      { id: account.id, drive_user_id: null },
      { id: holder.id, drive_user_id: holder.driveUserId },
    ]);
    // The whole request is refused: all rows are still open.
    await portal.school.db.updateTable('users').set({ cpf: null }).where('id', '=', holder.id).execute();
    expect((await join(account.id, { user_id })).body).toMatchObject({
      id: user_id,
      cpf,
      drive_user: { id: driveUserId },
    });
  });

  it('S2 accounts with a role are never listed, joined, enrolled or proposed', async () => {
    const phone = '19933332222';
    const admin = await lone({ cpf: null, phone, full_name: 'Otto Meira' });
    const gone = await lone({ cpf: null, phone, full_name: 'Otto Meira' });
    const student = await addAccount(portal, { phone, cpf: null });
    const at = portal.clock.now.toISOString();
    const { db } = portal.school;
    await db.insertInto('user_actions').values({ user_id: admin.id, action_id: 1 }).execute();
    await db.insertInto('erasures').values({ user_id: gone.id, created_at: at, due_at: at, done_at: at }).execute();
    const own = {
      company_id: 101,
      created_at: at,
      dados: JSON.stringify({ full_name: 'Otto Meira', email: 'o@x.example' }),
    };
    for (const { id } of [admin, gone]) {
      expect((await join(id, { user_id: student.id })).status).toBe(404);
      const { id: proposta_id } = await db
        .insertInto('enrolment_proposals')
        .values({ ...own, user_id: id, matricula: `OM-${id}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect((await join(id, { proposta_id })).status).toBe(404);
    }
    const actions = db.selectFrom('user_actions').select('user_id').where('user_id', 'in', [admin.id, student.id]);
    expect(await actions.execute()).toEqual([{ user_id: admin.id }]);
    const { nome } = await db.selectFrom('companies').select('nome').where('id', '=', 101).executeTakeFirstOrThrow();
    const file = ['unidade;matricula;nome;email;telefone', `${nome};OM-1;Otto Meira;otto@teste.example;${phone}`];
    expect(await take('alunos', file)).toEqual({ added: 1, changed: 0, same: 0 });
    // An added row is not pending.
    const late = ['unidade;matricula;nome;email', `${nome};OM-${admin.id};Rui Meira;rui.m@teste.example`];
    expect(await take('alunos', late)).toEqual({ added: 1, changed: 0, same: 0 });
    const waiting = db.selectFrom('enrolment_proposals').select('user_id').where('matricula', 'like', 'OM-%');
    expect(await waiting.execute()).toEqual([{ user_id: gone.id }]);
  });

  it('a manager joins nobody into an account with a role', async () => {
    const cpf = newCpf();
    const account = await lone({ cpf });
    const colleague = await addAccount(portal, { cpf });
    await portal.school.db.insertInto('user_actions').values({ user_id: colleague.id, action_id: 4 }).execute();
    expect((await list(account.email)).flatMap(({ propostas }) => propostas)).toEqual([]);
    expect((await join(account.id, { user_id: colleague.id })).status).toBe(404);
    expect((await join(account.id, { user_id: colleague.id }, 8)).status).toBe(200);
  });

  it('searches are limited, since they reveal whose an address or a CPF is', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1) {
      const query = { q: `ninguem${index}@teste.example` };
      statuses.push((await portal.ops.people.listUnlinked(query, { as: 8 })).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    expect((await portal.ops.people.listUnlinked({}, { as: 8 })).status).toBe(200);
  });

  it('a part of an address or of a CPF finds nobody, and does not count as a guess', async () => {
    const cpf = newCpf();
    const account = await lone({ cpf });
    for (let index = 0; index < 32; index += 1) expect(await list(account.email.split('@')[0])).toEqual([]);
    expect(await list(cpf.slice(0, 10))).toEqual([]);
    expect((await list(cpf)).map(({ id }) => id)).toEqual([account.id]);
    expect((await list(account.email)).map(({ id }) => id)).toEqual([account.id]);
  });

  it('an import proposes a match instead of a duplicate, and rows of its number wait', async () => {
    const cpf = newCpf();
    const account = await lone({ cpf, full_name: 'Zoe Brandão' });
    const unit = await portal.school.db
      .selectFrom('companies')
      .select('nome')
      .where('id', '=', 101)
      .executeTakeFirstOrThrow();
    const file = [
      'unidade;matricula;nome;email;cpf;cidade',
      `${unit.nome};Z-1;Zoe Brandão;zoe.escola@teste.example;${cpf};Olinda`,
      `${unit.nome};Z-2;Outra Pessoa;outra.z@teste.example;;`,
    ];
    const preserved = { 'conta sem matrícula parecida, confirme no painel em Alunos, Sem matrícula': [2] };
    expect(await take('alunos', file)).toEqual({ added: 1, changed: 0, same: 0, preserved });
    expect(await take('alunos', file)).toEqual({ added: 0, changed: 0, same: 1, preserved });
    const bills = [
      'unidade;matricula;contrato;numero;total;vencimento;valor',
      `${unit.nome};Z-1;Curso;1;1;10/01/2031;9,00`,
    ];
    expect(await take('parcelas', bills)).toMatchObject({
      added: 0,
      preserved: { 'matrícula à espera de confirmação no painel': [2] },
    });
    const livro = await portal.school.db.selectFrom('livros').select('codigo').executeTakeFirstOrThrow();
    const copies = [
      'codigo;livro;unidade;matricula',
      `KNN-ZOE-0001;${livro.codigo};${unit.nome};Z-1`,
      `KNN-ZOE-0002;${livro.codigo};;`,
    ];
    expect(await take('exemplares', copies)).toMatchObject({
      added: 1,
      preserved: { 'matrícula à espera de confirmação no painel': [2] },
    });
    const [found] = (await list()).filter(({ id }) => id === account.id);
    expect(found?.propostas).toMatchObject([{ user_id: null, matricula: 'Z-1', igual: ['cpf'] }]);
    const proposta_id = found?.propostas[0]?.proposta_id ?? 0;
    expect((await join(account.id + 1_000_000, { proposta_id })).status).toBe(404);
    expect((await join(account.id, { proposta_id })).body).toMatchObject({
      id: account.id,
      email: account.email,
      city: 'Olinda',
      drive_user: { matricula: 'Z-1' },
    });
    expect((await join(account.id, { proposta_id })).status).toBe(404);
    expect(await take('alunos', [file[0] ?? '', file[1] ?? ''])).toMatchObject({ added: 0, changed: 1 });
    expect(await take('parcelas', bills)).toMatchObject({ added: 1 });
    expect(await take('exemplares', copies)).toMatchObject({ added: 1, same: 1 });
  });

  it('a bill of an unconfirmed enrollment number is assigned to nobody, even if another unit has that number', async () => {
    const cpf = newCpf();
    await lone({ cpf, full_name: 'Iris Campos' });
    const units = await portal.school.db.selectFrom('companies').select(['id', 'nome']).execute();
    const [here, there] = [101, 102].map((id) => units.find((unit) => unit.id === id)?.nome ?? '');
    await take('alunos', [
      'unidade;matricula;nome;email;cpf',
      `${here};IC-1;Iris Campos;iris.escola@teste.example;${cpf}`,
      `${there};IC-1;Outro Aluno;outro.ic@teste.example;`,
    ]);
    const bills = [
      'unidade;matricula;contrato;numero;total;vencimento;valor',
      `${here};IC-1;Curso;1;1;10/01/2031;9,00`,
    ];
    expect(await take('parcelas', bills)).toMatchObject({
      added: 0,
      preserved: { 'matrícula à espera de confirmação no painel': [2] },
    });
  });

  it('a row of a different person gets its own account', async () => {
    const account = await lone({ full_name: 'Bia Reis', phone: '19955554444' });
    const unit = await portal.school.db
      .selectFrom('companies')
      .select('nome')
      .where('id', '=', 101)
      .executeTakeFirstOrThrow();
    await take('alunos', [
      'unidade;matricula;nome;email;telefone',
      `${unit.nome};B-1;Bia Souza;bia@teste.example;19955554444`,
    ]);
    const [found] = (await list()).filter(({ id }) => id === account.id);
    const id = found?.propostas[0]?.proposta_id ?? 0;
    const apart = await portal.ops.people.refuseProposal({ id }, { as: HELENA });
    expect(apart.body).toMatchObject({ full_name: 'Bia Souza', drive_user: { matricula: 'B-1' } });
    expect(apart.body.id).not.toBe(account.id);
    expect((await portal.ops.people.refuseProposal({ id }, { as: HELENA })).status).toBe(404);
  });

  it('accounts with a proposal come first, and pages reach all of them', async () => {
    const [phone, cpf] = ['19966665555', newCpf()];
    await addAccount(portal, { phone, cpf: null });
    const twins: number[] = [];
    for (let day = 10; day < 31; day += 1) {
      twins.unshift((await lone({ phone, cpf: null, created_at: `2001-01-${day}T00:00:00.000Z` })).id);
    }
    const other = await lone({ cpf, phone, created_at: '2000-01-01T00:00:00.000Z' });
    await Promise.all(Array.from({ length: 60 }, () => lone({ created_at: '2099-01-01T00:00:00.000Z' })));
    for (const as of [HELENA, 8]) {
      const pages = [];
      for (let depois: string | null = ''; depois !== null; ) {
        const { body } = await portal.ops.people.listUnlinked({ limit: 10, depois }, { as });
        pages.push(body);
        depois = body.next;
      }
      const found = pages.flatMap(({ items }) => items);
      expect(found.length).toBe(pages[0]?.total);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      expect(found.map(({ id }) => id).filter((id) => [...twins, other.id].includes(id))).toEqual([...twins, other.id]);
      const first = found.findIndex(({ propostas }) => propostas.length === 0);
      expect(found.slice(first).flatMap(({ propostas }) => (first < 0 ? [] : propostas))).toEqual([]);
      expect(first < 0).toBe(as === HELENA);
    }
  });
});
