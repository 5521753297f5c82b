import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login, resetPassword } from '../../src/lib/contract/auth.ts';
import { RIGHTS, type Right } from '../../src/lib/rules/people/rights.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const [ANA, HELENA, IGOR, JULIA] = [1, 7, 8, 9];

describe.each(engines)('the team on %s', (engine) => {
  let portal: TestSchool;
  let unit: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    unit = await addUnit(portal, 'KNN Cambuí');
  });
  afterAll(() => portal.close());
  const invite = (email: string, as = HELENA, more = {}) =>
    portal.ops.people.inviteStaff(
      { full_name: 'Sofia Alves', email, papel: 'secretaria', unidade_id: 101, ...more },
      { as },
    );
  const set = (id: number, direitos: Right[], unidades: number[] | null, as = HELENA) =>
    portal.ops.people.updateRights({ id, direitos, unidades }, { as });
  const ordersStatus = async (as: number) => (await portal.ops.orders.listSchoolOrders({ limit: 1 }, { as })).status;

  it('the list has everybody who works for the school, with role and units', async () => {
    const { body } = await portal.ops.people.listTeam({ limit: 20 }, { as: HELENA });
    const of = (id: number) => body.items.find((each) => each.id === id);
    expect(of(HELENA)).toMatchObject({
      direitos: RIGHTS,
      unidades: null,
      por_que_nao: expect.stringMatching(/próprio/),
    });
    expect(of(JULIA)).toMatchObject({ papeis: [{ papel: 'professor' }], direitos: [], por_que_nao: null });
    expect(of(IGOR)).toMatchObject({ por_que_nao: expect.stringMatching(/administração/) });
    expect(of(ANA)).toBeUndefined();
    expect(body.unidades.map(({ id }) => id)).toEqual(expect.arrayContaining([101, unit]));
  });

  it('the list pages by name, and is searched by words', async () => {
    const all = (await portal.ops.people.listTeam({ limit: 100 }, { as: HELENA })).body;
    const ids: number[] = [];
    let depois: string | undefined;
    do {
      const { body } = await portal.ops.people.listTeam({ limit: 2, ...(depois && { depois }) }, { as: HELENA });
      ids.push(...body.items.map(({ id }) => id));
      depois = body.next ?? undefined;
    } while (depois);
    expect(ids).toEqual(all.items.map(({ id }) => id));
    const found = (await portal.ops.people.listTeam({ q: 'castro julia' }, { as: HELENA })).body;
    expect([found.total, found.items.map(({ id }) => id)]).toEqual([1, [JULIA]]);
  });

  it('an invited secretary gets a mail and her unit, and a second invitation of the address is refused', async () => {
    const { body } = await invite('sofia@escola.example');
    expect(body).toMatchObject({ ultimo_acesso: null, unidades: [{ id: 101 }], por_que_nao: null });
    expect(body.direitos).toContain('pedidos');
    expect(body.direitos).not.toContain('equipe');
    const mails = () =>
      portal.school.db
        .selectFrom('outbox')
        .select(['subject', 'text'])
        .where('recipient', '=', 'sofia@escola.example')
        .execute();
    expect(await mails()).toEqual([
      { subject: 'Seu acesso à equipe de KNN Vila Nova', text: expect.stringContaining('Helena Prado') },
    ]);
    expect(await invite('SOFIA@escola.example')).toMatchObject({ status: 409 });
    expect((await portal.ops.people.resendInvitation({ id: body.id }, { as: HELENA })).status).toBe(200);
    expect(await mails()).toHaveLength(2);
    const entered = await portal.call(login, { body: { username: 'sofia@escola.example', password: 'portal-demo' } });
    expect(entered.status).toBe(400);
  });

  it('rights apply at the next call, and the log names them', async () => {
    const id = await addStaff(portal, { rights: ['clube'], units: [101] });
    expect(await ordersStatus(id)).toBe(403);
    const { body } = await set(id, ['pedidos', 'clube'], null);
    expect(body).toMatchObject({ direitos: ['pedidos', 'clube'], unidades: null });
    expect(await ordersStatus(id)).toBe(200);
    await set(id, ['clube'], [101, unit]);
    expect(await ordersStatus(id)).toBe(403);
    const log = await portal.ops.people.listAudit({ alvo: `user:${id}`, limit: 20 }, { as: HELENA });
    expect(log.body.items[0]?.mudancas).toEqual([
      { campo: 'Partes do painel', antes: 'Pedidos, Clube', depois: 'Clube' },
      { campo: 'Unidades', antes: 'toda a escola', depois: 'KNN Cambuí, KNN Vila Nova' },
    ]);
  });

  it('nobody grants rights they do not have, nor changes people who have more rights', async () => {
    const own = await addStaff(portal, { company: unit, rights: ['equipe', 'pedidos'], units: [unit] });
    const below = await addStaff(portal, { company: unit, rights: ['pedidos'], units: [unit] });
    const above = await addStaff(portal, { company: unit, rights: ['clube'], units: [unit] });
    expect((await set(below, ['pedidos', 'equipe'], [unit], own)).status).toBe(200);
    expect((await set(below, ['clube'], [unit], own)).status).toBe(403);
    expect((await set(below, ['pedidos'], null, own)).status).toBe(403);
    expect((await set(above, ['pedidos'], [unit], own)).status).toBe(403);
    expect((await set(own, ['pedidos'], [unit], own)).status).toBe(403);
    expect((await set(HELENA, ['pedidos'], [101], own)).status).toBe(404);
    expect((await set(IGOR, ['pedidos'], null)).status).toBe(403);
    expect((await invite('g@escola.example', own, { papel: 'gestora', unidade_id: unit })).status).toBe(403);
    expect((await invite('s@escola.example', own, { unidade_id: 101 })).status).toBe(422);
  });

  it('bad input gets a message by field, and changes nothing', async () => {
    const id = await addStaff(portal, { rights: ['clube'] });
    expect(await set(id, [], null)).toMatchObject({ status: 422, body: { fields: { direitos: expect.any(String) } } });
    for (const wrong of [[], [102], [9_999]]) {
      expect(await set(id, ['clube'], wrong)).toMatchObject({
        status: 422,
        body: { fields: { unidades: expect.any(String) } },
      });
    }
    expect((await set(JULIA, ['pedidos'], null)).status).toBe(409);
    expect((await portal.ops.people.getTeamMember({ id }, { as: HELENA })).body.direitos).toEqual(['clube']);
    expect(await invite('sem-arroba')).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } });
  });

  it('somebody who leaves loses panel and sessions at once', async () => {
    const id = await addStaff(portal, { rights: ['pedidos'] });
    expect(await ordersStatus(id)).toBe(200);
    const ended = await portal.ops.people.endUserRole({ id, papel: 'gestora' }, { as: HELENA });
    expect(ended.body.papeis).toEqual([]);
    expect(await ordersStatus(id)).toBe(403);
    expect((await portal.ops.people.getTeamMember({ id }, { as: HELENA })).status).toBe(404);
    expect(await portal.school.db.selectFrom('staff_rights').select('id').where('user_id', '=', id).execute()).toEqual(
      [],
    );
  });

  it('an invitation of staff is as long valid as that of a student, including its last day', async () => {
    const ofStudents = 7 * 86_400_000;
    const sent = async (email: string) => {
      await invite(email);
      const { text } = await portal.school.db
        .selectFrom('outbox')
        .select('text')
        .where('recipient', '=', email)
        .executeTakeFirstOrThrow();
      expect(text).toContain('vale por 7 dias');
      return /token=([\w-]+)/.exec(text)?.[1] ?? '';
    };
    const set = async (token: string, email: string) =>
      (await portal.call(resetPassword, { query: { token }, body: { new_password: 'Uma senha bem longa 7', email } }))
        .status;
    const [late, later] = [await sent('tarde@escola.example'), await sent('depois@escola.example')];
    portal.clock.advance(ofStudents - 60_000);
    expect(await set(late, 'tarde@escola.example')).toBe(200);
    portal.clock.advance(120_000);
    expect(await set(later, 'depois@escola.example')).toBe(400);
  });
});
