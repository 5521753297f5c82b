import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../src/lib/contract/account.ts';
import { unlinkUserBook } from '../../src/lib/contract/books.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { blockAccount } from '../../src/server/operate/admin/change-access.ts';
import { addAccount } from '../support/accounts.ts';
import { moveOrders } from '../support/orders.ts';
import { partOfPerson } from '../support/person-parts.ts';
import { addMember, withKey } from '../support/points.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { ana: 1, helena: 7, igor: 8, julia: 9, nina: 12 };
const helena = { as: people.helena };
const igor = { as: people.igor };

describe.each(engines)('the log of what managers did on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  type Query = InputOf<'people.listAudit'>;
  const list = (sent: Sent, query: Query = {}) => portal.ops.people.listAudit({ limit: 100, ...query }, sent);
  const items = async (sent: Sent, query?: Query) => (await list(sent, query)).body.items;

  it('the audit log shows every action as text: author, action, person and changes', async () => {
    const { id } = await addAccount(portal, { full_name: 'Rita Moura', city: 'Campinas' });
    const member = await addMember(portal, [[100]]);
    const at = portal.school.now().toISOString();
    const { id: book } = await portal.school.db
      .insertInto('user_books')
      .values({
        uuid: crypto.randomUUID(),
        code: 'KNN-TRILHA-1',
        livro_id: 1,
        user_id: null,
        linked_at: null,
        expires_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await portal.call(account.getUser, { params: { id } }, helena);
    await portal.ops.people.updateUser({ id, city: 'Jundiaí' }, helena);
    await portal.ops.books.linkUserBook({ id, code: 'KNN-TRILHA-1' }, helena);
    await portal.call(unlinkUserBook, { params: { userId: id, id: book } }, helena);
    await portal.ops.club.adjustPoints({ id: member, pontos: 30, motivo: 'Feira de livros' }, withKey(helena));
    await portal.ops.club.updatePointRule({ codigo: 'presenca', pontos: 15, periodo: 'dia', ativo: true }, helena);

    const deeds = (await items(helena)).map(({ acao, alvo, antes, depois }) => [acao, alvo, antes, depois]);
    const livro = (await portal.school.db.selectFrom('livros').select('nome').where('id', '=', 1).executeTakeFirst())
      ?.nome;
    const { full_name } = await portal.school.db
      .selectFrom('users')
      .select('full_name')
      .where('id', '=', member)
      .executeTakeFirstOrThrow();
    expect(deeds).toEqual(
      expect.arrayContaining([
        ['consultou o cadastro', 'Rita Moura', null, null],
        ['mudou os dados', 'Rita Moura', 'Cidade: Campinas', 'Cidade: Jundiaí'],
        ['ligou um livro', `Livro ${livro}, de Rita Moura`, null, null],
        ['desvinculou um livro', `Livro ${livro}, de Rita Moura`, null, null],
        ['ajustou pontos', full_name, 'Saldo: 100; Motivo: vazio', 'Saldo: 130; Motivo: Feira de livros'],
      ]),
    );
    expect(deeds.find(([acao]) => acao === 'mudou uma regra de pontos')?.slice(1, 3)).toEqual([
      'Regra de pontos “Presença na aula”',
      expect.stringContaining('Pontos: 10'),
    ]);
    expect(JSON.stringify(deeds)).not.toMatch(/undefined|null:|user-|book-/);
  });

  it('a step of an order is logged, about its student', async () => {
    const order = await portal.school.db
      .selectFrom('pedidos')
      .innerJoin('companies', 'companies.id', 'pedidos.company_id')
      .select(['pedidos.id', 'pedidos.numero', 'pedidos.user_id'])
      .where('companies.escola_id', '=', 1)
      .select('pedidos.status')
      .where('pedidos.status', 'in', [2, 4])
      .executeTakeFirstOrThrow();
    const to = order.status === 2 ? 4 : 5;
    const moves = await Promise.all(
      [1, 2].map(() => moveOrders(portal, [order.id], to, { nota: 'Chegou hoje' }, helena)),
    );
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const found = (await items(helena, { alvo: `order:${order.id}` })).filter(
      ({ acao }) => acao === 'mudou o estado do pedido',
    );
    expect(found).toHaveLength(1);
    for (const entry of found) {
      expect(entry).toMatchObject({ alvo_id: order.user_id, antes: expect.stringMatching(/^Estado: \S/) });
      expect(entry.depois).toContain('Nota: Chegou hoje');
      expect(entry.alvo).toContain(order.numero);
    }
  });

  it('MANAGER-08 the log shows a manager the own school’s staff and nothing about people of others', async () => {
    const there = await addAccount(portal, { company: 103, full_name: 'Gestora de Lá' });
    await portal.school.db.insertInto('user_actions').values({ user_id: there.id, action_id: 4 }).execute();
    await portal.ops.people.updateUser({ id: people.nina, city: 'Lapa' }, { as: there.id });
    await portal.ops.people.updateUser({ id: people.nina, city: 'Curitiba' }, igor);
    const own = await list(helena);
    expect(own.body.items.some(({ alvo_id }) => alvo_id === people.nina)).toBe(false);
    expect(own.body.pessoas.map(({ id }) => id)).toEqual(expect.arrayContaining([people.helena, people.igor]));
    expect(own.body.pessoas.map(({ id }) => id)).not.toContain(there.id);
    expect(own.body.pessoas.map(({ id }) => id)).not.toContain(people.ana);
    expect(await items(helena, { alvo: `user:${people.nina}` })).toEqual([]);
    expect(await items(helena, { user_id: there.id })).toEqual([]);
    const theirs = await items({ as: there.id }, { alvo: `user:${people.nina}` });
    expect(theirs.map(({ quem, depois }) => [quem, depois])).toEqual([
      ['Igor Melo', 'Cidade: Curitiba'],
      ['Gestora de Lá', 'Cidade: Lapa'],
    ]);
    const all = await items(igor);
    expect(all.filter(({ alvo_id }) => alvo_id === people.nina)).toHaveLength(2);
  });

  it('MANAGER-08 commands of the operator are in the log of the person’s school', async () => {
    const here = await addAccount(portal, { email: 'aqui@escola.example' });
    const there = await addAccount(portal, { company: 103, email: 'la@escola.example' });
    for (const { email } of [here, there]) await blockAccount(portal.school, { login: email }, true);
    await portal.school.db
      .insertInto('audit_log')
      .values({
        user_id: null,
        action: 'email-undone',
        target: `user:${here.id}`,
        at: portal.school.now().toISOString(),
        about_user_id: here.id,
      })
      .execute();
    const byNobody = async (sent: Sent, query: Query = {}) =>
      (await items(sent, query))
        .filter(({ quem_id }) => quem_id === null)
        .map(({ quem, acao, alvo_id }) => [quem, acao, alvo_id]);
    const blocked = (id: number) => ['A administração do portal', 'bloqueou o acesso', id];
    expect(await byNobody(helena)).toEqual([blocked(here.id)]);
    expect(await byNobody(igor)).toEqual([blocked(there.id), blocked(here.id)]);
    expect(await byNobody(helena, { user_id: people.helena })).toEqual([]);
    expect((await list(helena)).body.total).toBe((await items(helena)).length);
    // A reader of a link in a mail is no operator: the action is only in the person’s log.
    expect(await byNobody(helena, { alvo: `user:${here.id}` })).toEqual([
      ['Quem abriu o link do e-mail', 'desfez uma troca de e-mail', here.id],
      blocked(here.id),
    ]);
  });

  it('acts of students are only in their own log', async () => {
    const { id } = await addAccount(portal);
    await portal.school.db
      .insertInto('audit_log')
      .values({
        user_id: id,
        action: 'password-change',
        target: `user:${id}`,
        at: portal.school.now().toISOString(),
        about_user_id: id,
      })
      .execute();
    expect((await items(helena)).some(({ quem_id }) => quem_id === id)).toBe(false);
    expect((await items(helena, { alvo: `user:${id}` })).map(({ acao }) => acao)).toEqual(['trocou a própria senha']);
  });

  it('staff with the right to students see changes of a record, but not of money, points or rights', async () => {
    const id = await addMember(portal, [[100]]);
    const office = { as: await addStaff(portal, { rights: ['alunos'], units: [101] }) };
    const ask = (sent: Sent, of = id) => partOfPerson(portal, 'mudancas', { id: of }, sent);
    for (const city of ['Jundiaí', 'Valinhos']) await portal.ops.people.updateUser({ id, city }, helena);
    await portal.ops.club.adjustPoints({ id, pontos: 30, motivo: 'Feira' }, withKey(helena));
    const { items: own } = (await ask(office)).body;
    expect(own.map(({ quem, acao, depois }) => [quem, acao, depois])).toEqual([
      ['Helena Prado', 'mudou os dados', 'Cidade: Valinhos'],
      ['Helena Prado', 'mudou os dados', 'Cidade: Jundiaí'],
    ]);
    const unit = await addUnit(portal, 'KNN Taquaral');
    const others = [
      [await addStaff(portal, { rights: ['alunos'], company: unit, units: [unit] }), 404],
      [await addStaff(portal, { rights: ['alunos'], company: 102 }), 404],
      [await addStaff(portal, { rights: ['financeiro', 'clube', 'turmas'] }), 403],
      [people.ana, 403],
    ] as const;
    for (const [as, status] of others) expect((await ask({ as })).status).toBe(status);
    expect((await ask(office, 999_999)).status).toBe(404);
  });

  it('the log filters by author and kind, and has pages without gaps, newest first', async () => {
    const { id } = await addAccount(portal);
    for (const city of ['A', 'B', 'C', 'D', 'E']) {
      await portal.ops.people.updateUser({ id, city }, igor);
    }
    const mine = await items(igor, { user_id: people.igor });
    expect(new Set(mine.map(({ quem_id }) => quem_id))).toEqual(new Set([people.igor]));
    const reads = await items(helena, { tipo: 'consultas' });
    expect(new Set(reads.map(({ acao }) => acao))).toEqual(new Set(['consultou o cadastro']));
    expect((await items(helena, { tipo: 'mudancas' })).some(({ acao }) => acao === 'consultou o cadastro')).toBe(false);
    const all = (await items(helena)).map((entry) => entry.id);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    const paged: number[] = [];
    for (let depois: string | null = ''; depois !== null; ) {
      const page = await list(helena, { limit: 3, ...(depois && { depois }) });
      depois = page.body.next;
      expect(page.body.total).toBe(all.length);
      paged.push(...page.body.items.map((entry) => entry.id));
    }
    expect(paged).toEqual(all);
  });

  it('views of records are counted: one line for each person and day', async () => {
    // The clock is set so that midnight does not fall between two reads.
    portal.clock.now = noonOf(portal);
    const { id } = await addAccount(portal);
    const look = (sent: Sent) => portal.call(account.getUser, { params: { id } }, sent);
    await Promise.all([look(helena), look(helena), look(igor)]);
    const first = portal.clock.now.toISOString();
    portal.clock.now = new Date(portal.clock.now.getTime() + 60_000);
    await look(helena);
    const about = () => items(helena, { alvo: `user:${id}`, tipo: 'consultas' });
    const counted = async () => (await about()).map(({ quem_id, vezes }) => [quem_id, vezes]).toSorted();
    expect(await counted()).toEqual([
      [people.helena, 3],
      [people.igor, 1],
    ]);
    const own = (await about()).find(({ quem_id }) => quem_id === people.helena);
    expect([own?.em, own?.ultima_em]).toEqual([first, portal.clock.now.toISOString()]);
    portal.clock.now = new Date(portal.clock.now.getTime() + 86_400_000);
    await look(helena);
    expect((await counted()).map(([, times]) => times)).toEqual([1, 3, 1]);
  });

  it('the log is filtered by day, and counts by person, kind and day', async () => {
    const { id } = await addAccount(portal);
    await portal.ops.people.updateUser({ id, city: 'Valinhos' }, helena);
    const { contagens, total } = (await list(helena, { contar: 'true' })).body;
    const sum = (rows: readonly { entradas: number }[] = []) => rows.reduce((all, { entradas }) => all + entradas, 0);
    expect(sum(contagens?.dias)).toBe((contagens?.mudancas ?? 0) + (contagens?.consultas ?? 0));
    expect(sum(contagens?.dias)).toBeLessThanOrEqual(total);
    const day = contagens?.dias[0];
    const of = await list(helena, { dia: day?.dia, contar: 'true' });
    expect(of.body.total).toBe(day?.entradas);
    expect(of.body.contagens?.dias).toEqual(contagens?.dias);
    // Entries of the operator have no author in the portal.
    const byCommand = of.body.items.filter(({ quem_id }) => quem_id === null).length;
    expect(sum(of.body.contagens?.pessoas) + byCommand).toBe(day?.entradas);
    expect((await list(helena)).body.contagens).toBeNull();
  });

  it('the log shows unknown codes unchanged, reads old entries, and has no name for a deleted account', async () => {
    const at = portal.school.now().toISOString();
    const old = (data: string | null) => ({
      user_id: people.helena,
      action: 'coisa-nova',
      target: 'coisa:1',
      at,
      data,
    });
    await portal.school.db
      .insertInto('audit_log')
      .values([old(null), old('{"user_id":3}'), old('[]'), { ...old(null), target: 'book:abc' }])
      .execute();
    const found = (await items(helena)).filter(({ acao }) => acao === 'coisa-nova');
    expect(found.map(({ alvo, antes }) => [alvo, antes])).toEqual([
      ['Livro abc', null],
      ['coisa:1', null],
      ['coisa:1', null],
      ['coisa:1', null],
    ]);
  });

  it.each<[string, Sent, number]>([
    ['a visitor', {}, 401],
    ['a student', { as: people.ana }, 403],
    ['a teacher', { as: people.julia }, 403],
    ['a manager who came with a printed code', { as: people.helena, scope: 'book' }, 403],
  ])('the log is not for %s', async (_who, sent, status) => {
    expect((await list(sent)).status).toBe(status);
  });

  it.each<[string, object]>([
    ['limit', { limit: 0 }],
    ['user_id', { user_id: 'x' }],
    ['tipo', { tipo: 'x' }],
    ['alvo', { alvo: 'x'.repeat(61) }],
  ])('the log refuses a wrong %s', async (field, query) => {
    const { status, body } = await list(helena, query as Query);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
  });
});
