import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills } from '../support/bills.ts';
import { cpfOf } from '../support/cpf.ts';
import { addLead } from '../support/leads.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';
import { create, type NewStudentBody } from '../support/students.ts';

const people = { ana: 1, helena: 7, igor: 8, julia: 9 };

describe.each(engines)('students on %s', (engine) => {
  let portal: TestSchool;
  let second: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    second = await addUnit(portal, 'KNN Taquaral');
  });
  afterAll(() => portal.close());
  const list = (query = {}, as = people.helena) => portal.ops.students.listStudents({ limit: 100, ...query }, { as });
  const read = (id: number, as = people.helena) => portal.ops.students.getPerson({ id }, { as });
  const made = async (body: NewStudentBody = {}) => (await create(portal, body)).body.id as number;
  const move = (id: number, unidade_id: number, as = people.helena) =>
    portal.ops.students.moveStudent({ id, unidade_id, motivo: 'Mudou de bairro' }, { as });
  const end = (id: number, body = {}, as = people.helena) =>
    portal.ops.students.endCourse({ id, motivo: 'Terminou', ...body }, { as });
  const resume = (id: number, as = people.helena) => portal.ops.students.resumeCourse({ id }, { as });
  const statusOf = async (userId: number) =>
    (await portal.school.db.selectFrom('turma_alunos').select('status').where('user_id', '=', userId).execute()).map(
      ({ status }) => status,
    );
  const enroll = (user_id: number, turma_id = 1) =>
    portal.school.db.insertInto('turma_alunos').values({ user_id, turma_id, status: 'ativa' }).execute();

  it('the list has students without staff, by name, with classes, invitation and bills', async () => {
    const { body } = await list();
    const names = body.items.map(({ full_name }) => full_name);
    expect(names).toContain('Ana Souza');
    expect(names).not.toContain('Helena Prado');
    expect(names).not.toContain('Júlia Castro');
    const ana = body.items.find(({ id }) => id === people.ana);
    expect(ana?.turmas.length).toBeGreaterThan(0);
    expect(ana?.parcelas_vencidas).toBeGreaterThan(0);
    expect(body.contagens.em_atraso).toBeGreaterThan(0);
    expect(body.turmas.find(({ id }) => id === 1)?.alunos).toBeGreaterThan(0);
  });

  it('the list is filtered by state, class, book and unit, and counts its results', async () => {
    const id = await made();
    for (const estado of ['nao_convidado', 'sem_turma', 'em_dia'] as const) {
      const { body } = await list({ estado });
      expect(body.items.map((each) => each.id)).toContain(id);
      expect(body.contagens[estado]).toBe(body.total);
    }
    expect((await list({ estado: 'entrou' })).body.items.map((each) => each.id)).not.toContain(id);
    const { turmas, livros } = (await list()).body;
    const [group] = turmas;
    const ofClass = (await list({ turma: group?.id })).body;
    expect(ofClass.items.every((each) => each.turmas.some((turma) => turma.id === group?.id))).toBe(true);
    const [book] = livros;
    expect((await list({ livro: book?.id })).body.total).toBeGreaterThan(0);
    expect((await list({ unidade: second })).body.total).toBe(0);
    await portal.school.db
      .updateTable('users')
      .set({ last_seen_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute();
    expect((await list({ estado: 'sem_entrar' })).body.items.map((each) => each.id)).toContain(id);
  });

  it.each(['', 'a'])('pages end at a cursor, also those of the search “%s”', async (q) => {
    const all = (await list({ q })).body;
    const ids: number[] = [];
    let next: string | null | undefined;
    do {
      const { body } = await list({ q, limit: 2, ...(next && { depois: next }) });
      ids.push(...body.items.map(({ id }) => id));
      expect(body.total).toBe(all.total);
      next = body.next;
    } while (next);
    expect(ids.length).toBeGreaterThan(4);
    expect(ids).toEqual(all.items.map(({ id }) => id));
  });

  it('the list has the telephone of a minor’s guardian, and the next lesson', async () => {
    const { items } = (await list()).body;
    const felipe = items.find(({ id }) => id === 6);
    const { guardian } = await portal.school.db
      .selectFrom('users')
      .select('guardian')
      .where('id', '=', 6)
      .executeTakeFirstOrThrow();
    const { phone, full_name } = JSON.parse(guardian ?? '{}') as Record<string, string>;
    expect(felipe).toMatchObject({ telefone: phone, telefone_de: full_name });
    const ana = items.find(({ id }) => id === people.ana);
    expect(ana).toMatchObject({ telefone: ana?.phone, telefone_de: null });
    expect(Date.parse(ana?.proxima_aula ?? '')).toBeGreaterThan(portal.clock.now.getTime() - 86_400_000);
  });

  it('the list is exported as a table, and the log records who did it', async () => {
    const response = await portal.send(
      'GET',
      '/api/v1/portal/students/export/csv/?estado=em_atraso',
      {},
      { as: people.helena },
    );
    const text = await response.text();
    expect(text).toContain('Ana Souza');
    expect(text).not.toContain('Helena Prado');
    const { items } = (await portal.ops.people.listAudit({}, { as: people.helena })).body;
    expect(items.map(({ acao }) => acao)).toContain('baixou a lista de alunos');
  });

  it('ROLE-08 the list is for staff with the right, in their units only', async () => {
    const id = await made();
    for (const as of [people.ana, people.julia]) {
      expect((await list({}, as)).status).toBe(403);
      expect((await create(portal, {}, as)).status).toBe(403);
      for (const call of [read(id, as), move(id, second, as), end(id, {}, as), resume(id, as)]) {
        expect((await call).status).toBe(403);
      }
    }
    expect((await portal.ops.students.listStudents({})).status).toBe(401);
    const seller = await addStaff(portal, { rights: ['pedidos'] });
    expect((await list({}, seller)).status).toBe(403);
    const local = await addStaff(portal, { company: second, rights: ['alunos'], units: [second] });
    expect((await list({}, local)).body.items).toEqual([]);
    for (const call of [read(id, local), move(id, second, local), end(id, {}, local), resume(id, local)]) {
      expect((await call).status).toBe(404);
    }
    expect((await create(portal, { unidade_id: 101 }, local)).status).toBe(422);
    const abroad = await addStaff(portal, { company: 102 });
    for (const call of [read(id, abroad), move(id, 102, abroad), end(id, {}, abroad)])
      expect((await call).status).toBe(404);
    expect((await read(id, people.igor)).status).toBe(200);
  });

  it('staff without the right to bills see no debts, and cannot filter by them', async () => {
    const clerk = await addStaff(portal, { rights: ['alunos'] });
    const { body } = await list({}, clerk);
    expect(body.items.every(({ parcelas_vencidas }) => parcelas_vencidas === null)).toBe(true);
    expect(body.contagens.em_atraso).toBeUndefined();
    expect((await list({ estado: 'em_atraso' }, clerk)).status).toBe(403);
    expect((await read(people.ana, clerk)).body.atraso_centavos).toBeNull();
    expect((await read(people.ana)).body.atraso_centavos).toBeGreaterThan(0);
  });

  it('a student is created once for a key, and logs in by e-mail or CPF', async () => {
    const key = crypto.randomUUID();
    const body = { full_name: 'Otília Nogueira', email: 'otilia@alunos.example', phone: '(19) 98888-1111' };
    const first = await create(portal, body, people.helena, key);
    expect(first.status).toBe(200);
    expect((await create(portal, body, people.helena, key)).body.id).toBe(first.body.id);
    const details = (await read(first.body.id as number)).body;
    expect(details).toMatchObject({ convite: 'nao_convidado', unidade: { id: 101 }, frequencia: null });
    expect(details.matricula).toMatch(/^20\d{7,}$/);
    const { body: refused, status } = await create(portal, { email: null });
    expect([status, refused.fields?.email]).toEqual([422, 'Informe o e-mail ou o CPF']);
    const cpf = cpfOf(7001);
    expect((await create(portal, { email: null, cpf })).status).toBe(200);
    expect((await create(portal, { cpf })).body.code).toBe('cpf_taken');
    expect((await create(portal, { full_name: 'X' })).status).toBe(422);
    expect((await create(portal, { birth_date: '2999-01-01' })).status).toBe(422);
    expect((await create(portal, { matricula: details.matricula })).status).toBe(409);
  });

  it('a colleague who also studies is not a student of the list: Equipe changes the access', async () => {
    const clerk = await addStaff(portal, { rights: ['alunos'] });
    const colleague = await addStaff(portal);
    expect((await read(colleague, clerk)).body.e_aluno).toBe(false);
    expect((await end(colleague, {}, clerk)).status).toBe(404);
    expect((await move(colleague, second, clerk)).status).toBe(404);
    const { is_blocked } = await portal.school.db
      .selectFrom('users')
      .select('is_blocked')
      .where('id', '=', colleague)
      .executeTakeFirstOrThrow();
    expect(Boolean(is_blocked)).toBe(false);
  });

  it('a number with a pending decision is not assigned to somebody else', async () => {
    const cpf = cpfOf(7030);
    const account = await addAccount(portal, { company: null, cpf, full_name: 'Rute Sales' });
    const other = await addAccount(portal, { company: null, cpf: cpfOf(7031), full_name: 'Nara Dias' });
    expect((await create(portal, { cpf, full_name: 'Rute Sales' })).body.id).toBeNull();
    const proposal = () =>
      portal.school.db
        .selectFrom('enrolment_proposals')
        .select(['id', 'matricula', 'user_id'])
        .where('user_id', '=', account.id)
        .executeTakeFirstOrThrow();
    const { matricula } = await proposal();
    const taken = await create(portal, { matricula });
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining('espera uma decisão')]);
    expect((await create(portal, { matricula, cpf: cpfOf(7031), full_name: 'Nara Dias' })).status).toBe(409);
    expect((await proposal()).user_id).toBe(account.id);
    const next = await made();
    expect((await read(next)).body.matricula).not.toBe(matricula);
    expect((await create(portal, { matricula, cpf, full_name: 'Rute Sales' })).body.id).toBeNull();
    const joined = await portal.ops.people.joinAccount(
      { id: account.id, proposta_id: (await proposal()).id },
      { as: people.helena },
    );
    expect([joined.status, other.driveUserId]).toEqual([200, null]);
  });

  it('two students created concurrently get different numbers', async () => {
    const clerk = await addStaff(portal, { rights: ['alunos'] });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => create(portal, {}, n % 2 === 0 ? people.helena : clerk)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  });

  it('two people without an e-mail share no login', async () => {
    await create(portal, { email: null, cpf: cpfOf(7002) });
    await create(portal, { email: null, cpf: cpfOf(7003) });
    const { db } = portal.school;
    const rows = await db.selectFrom('users').select('email_key').where('email', '=', '').execute();
    expect(new Set(rows.map(({ email_key }) => email_key)).size).toBe(rows.length);
    expect((await portal.call(login, { body: { username: '', password: 'portal-demo' } })).status).toBe(400);
  });

  it('a matching account without an enrollment needs a decision', async () => {
    const cpf = cpfOf(7010);
    const account = await addAccount(portal, { company: null, cpf, full_name: 'Quirino Alves' });
    const answer = await create(portal, { cpf, full_name: 'Quirino Alves' });
    expect([answer.status, answer.body.id]).toEqual([200, null]);
    const { items } = (await portal.ops.people.listUnlinked({}, { as: people.helena })).body;
    expect(items.find(({ id }) => id === account.id)?.propostas.length ?? 0).toBeGreaterThan(0);
  });

  it('creating a student from a contact also enrolls the contact', async () => {
    const lead = await addLead(portal, { nome: 'Ulisses Prata', telefone: '19955550001' });
    const { body } = await create(portal, { full_name: 'Ulisses Prata', contato_id: lead });
    const row = await portal.school.db.selectFrom('leads').selectAll().where('id', '=', lead).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'matriculado', aluno_user_id: body.id });
    const clerk = await addStaff(portal, { rights: ['alunos'] });
    expect((await create(portal, { contato_id: 999_999 })).status).toBe(404);
    const other = await addLead(portal, { nome: 'Ulisses Ouro', telefone: '19955550002' });
    expect((await create(portal, { contato_id: other }, clerk)).status).toBe(403);
  });

  it('a contact that matches an account becomes a student after the school’s decision, and is invited', async () => {
    for (const way of ['join', 'apart'] as const) {
      const cpf = cpfOf(way === 'join' ? 7040 : 7041);
      const full_name = 'Zilda Moraes';
      const account = await addAccount(portal, { company: null, cpf, full_name });
      const lead = await addLead(portal, { nome: full_name });
      const leadOf = () =>
        portal.school.db.selectFrom('leads').selectAll().where('id', '=', lead).executeTakeFirstOrThrow();
      expect((await create(portal, { cpf, full_name, contato_id: lead, convidar: true })).body.id).toBeNull();
      expect((await leadOf()).status).not.toBe('matriculado');
      const { id: proposta_id } = await portal.school.db
        .selectFrom('enrolment_proposals')
        .select('id')
        .where('user_id', '=', account.id)
        .executeTakeFirstOrThrow();
      if (way === 'apart') {
        await portal.school.db.updateTable('users').set({ cpf: null }).where('id', '=', account.id).execute();
      }
      const { body, status } =
        way === 'join'
          ? await portal.ops.people.joinAccount({ id: account.id, proposta_id }, { as: people.helena })
          : await portal.ops.people.refuseProposal({ id: proposta_id }, { as: people.helena });
      expect(status).toBe(200);
      expect(await leadOf()).toMatchObject({ status: 'matriculado', aluno_user_id: body.id });
      expect((await read(body.id)).body.convite).toBe('na_fila');
    }
  });

  it('a student moves to another unit of the school, and the history has it', async () => {
    const id = await made();
    await enroll(id);
    expect((await move(id, 102)).status).toBe(422);
    expect((await move(id, 101)).body.code).toBe('same_unit');
    const { body, status } = await move(id, second);
    expect(status).toBe(200);
    expect(body.unidade).toEqual({ id: second, nome: 'KNN Taquaral' });
    expect(body.historico).toMatchObject([
      { tipo: 'unidade', de: 'KNN Vila Nova', para: 'KNN Taquaral', motivo: 'Mudou de bairro', quem: 'Helena Prado' },
    ]);
    expect(body.historico[0]?.turmas).toHaveLength(1);
    expect(await statusOf(id)).toEqual(['trancada']);
    const { items } = (await portal.ops.people.listAudit({ alvo: `user:${id}` }, { as: people.helena })).body;
    expect(items[0]).toMatchObject({ acao: 'trocou o aluno de unidade' });
    expect(items[0]?.mudancas).toContainEqual({ campo: 'Unidade', antes: 'KNN Vila Nova', depois: 'KNN Taquaral' });
    const local = await addStaff(portal, { company: second, rights: ['alunos'], units: [second] });
    expect((await read(id, local)).status).toBe(200);
    expect((await move(id, 101, local)).status).toBe(422);
  });

  it('the end of a course closes classes and access at once, and can be fully undone', async () => {
    const id = await made();
    await enroll(id);
    const token = await portal.tokenOf(id);
    const { body } = await end(id, { concluiu: true });
    expect(body).toMatchObject({ bloqueado: true, turmas: [] });
    expect(body.encerrado_em).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await statusOf(id)).toEqual(['concluida']);
    expect((await portal.call(getMe, {}, { token })).status).toBe(401);
    expect((await end(id)).body.code).toBe('ended');
    expect((await list()).body.items.map((each) => each.id)).not.toContain(id);
    expect((await list({ estado: 'encerrado' })).body.items.map((each) => each.id)).toContain(id);
    const back = (await resume(id)).body;
    expect(back).toMatchObject({ bloqueado: false, encerrado_em: null });
    expect(back.turmas).toHaveLength(1);
    expect(back.historico[0]?.desfeito_em).not.toBeNull();
    expect((await resume(id)).body.code).toBe('not_ended');
  });

  it('the end of a course cancels future bills on request, and resuming restores them', async () => {
    const id = await made();
    const late = { vencimento: '2020-01-10', competencia: '2020-01' };
    await addBills(portal, id, [late, {}, {}, { status: 'paga', pago_em: '2026-01-01T12:00:00.000Z' }]);
    const states = async () =>
      (await portal.school.db.selectFrom('parcelas').select('status').where('user_id', '=', id).orderBy('id').execute())
        .map(({ status }) => status)
        .join(' ');
    const office = await addStaff(portal, { rights: ['alunos'] });
    expect((await read(id)).body.parcelas_a_vencer).toBe(2);
    expect((await read(id, office)).body.parcelas_a_vencer).toBeNull();
    expect((await end(id, { cancelar_parcelas: true }, office)).status).toBe(403);
    expect((await end(id, { manter_acesso: true })).status).toBe(200);
    expect(await states()).toBe('aberta aberta aberta paga');
    await resume(id);
    expect((await end(id, { cancelar_parcelas: true })).body.parcelas_a_vencer).toBe(0);
    expect(await states()).toBe('aberta cancelada cancelada paga');
    const { items } = (await portal.ops.people.listAudit({ alvo: `user:${id}` }, { as: people.helena })).body;
    expect(items[0]?.mudancas).toContainEqual({ campo: 'Parcelas', antes: 'vazio', depois: '2' });
    expect((await resume(id)).body.parcelas_a_vencer).toBe(2);
    expect(await states()).toBe('aberta aberta aberta paga');
  });

  it('a course can end while the access stays', async () => {
    const id = await made();
    const token = await portal.tokenOf(id);
    expect((await end(id, { manter_acesso: true })).body.bloqueado).toBe(false);
    expect((await portal.call(getMe, {}, { token })).status).toBe(200);
    expect((await end(people.helena)).status).toBe(403);
    expect((await end(id, { motivo: '' })).status).toBe(422);
  });

  it('a student’s record shows the account of the guardian', async () => {
    const guardian = { cpf: cpfOf(7020), email: 'mae@alunos.example' };
    const known = { cpf: guardian.cpf, email: guardian.email, full_name: 'Mãe de Felipe' };
    const adult = await addAccount(portal, { ...known, email_verified: true });
    const id = await made({
      birth_date: `${portal.clock.now.getUTCFullYear() - 12}-01-02`,
      guardian: { ...guardian, full_name: 'Mãe de Felipe', phone: '19977770000', relation: 'Mãe' },
    });
    const account = { id: adult.id, nome: 'Mãe de Felipe', ultimo_acesso: null, bloqueada: false };
    expect((await read(id)).body.conta_do_responsavel).toEqual(account);
  });
});
