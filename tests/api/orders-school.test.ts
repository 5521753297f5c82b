import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOrder } from '../support/orders.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { ana: 1, helena: 7, igor: 8, julia: 9 };
/** A unit of another school. */
const ELSEWHERE = 102;

describe.each(engines)('orders of a school on %s', (engine) => {
  let portal: TestSchool;
  let elsewhere: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const { order } = await addOrder(portal);
    elsewhere = order.id;
    await portal.school.db.updateTable('pedidos').set({ company_id: ELSEWHERE }).where('id', '=', elsewhere).execute();
  });
  afterAll(() => portal.close());

  const list = (as?: number, query: Record<string, string | number> = {}) =>
    portal.ops.orders.listSchoolOrders(query as never, { as });
  const read = (id: number | string, as?: number) => portal.ops.orders.getSchoolOrder({ id }, { as });
  const idsOf = async (query: Record<string, string | number>) =>
    (await list(people.helena, query)).body.items.map(({ id }) => id);

  it('the list of orders shows the newest first, with a contact person', async () => {
    const { body } = await list(people.helena, { limit: 100 });
    expect(body.total).toBe(10);
    expect(body.items.map(({ criado_em }) => criado_em)).toEqual(
      body.items.map(({ criado_em }) => criado_em).toSorted((a, b) => b.localeCompare(a)),
    );
    expect(body.items[0]?.aluno).toMatchObject({ id: people.ana, email: 'aluna@demo.example' });
    expect(body.items[0]).not.toHaveProperty('cobranca');
  });

  it('the list of orders filters by status, and finds by number and name', async () => {
    const { body } = await list(people.helena, { status: 2 });
    expect(body.items.map(({ status_id }) => status_id)).toEqual([2]);
    expect(await idsOf({ q: 'p-000007' })).toEqual([7]);
    expect(await idsOf({ q: 'ANA', limit: 100 })).toHaveLength(10);
    expect(await idsOf({ q: '%' })).toEqual([]);
    expect(await idsOf({ q: '_' })).toEqual([]);
    expect(await idsOf({ status: 99 })).toEqual([]);
  });

  it('orders are counted by status, and the list has what the panel’s home counts', async () => {
    const { body } = await list(people.helena, { avancar: 'true', limit: 100 });
    const home = (await portal.ops.panel.getPanelHome({}, { as: people.helena })).body;
    const waiting = home.espera.find(({ tipo }) => tipo === 'pedidos')?.quantos;
    expect([body.items.length, body.total, body.a_avancar]).toEqual([waiting, waiting, waiting]);
    expect(body.items.filter(({ status_id }) => [-3, -2, 1, 8].includes(status_id))).toEqual([]);
    const all = (await list(people.helena, { limit: 100 })).body;
    // The number of closed orders only grows.
    const open = all.items.filter(({ status_id }) => ![-2, 8].includes(status_id));
    expect(all.contagens).toEqual(
      Object.fromEntries(
        Object.entries(Object.groupBy(open, ({ status_id }) => status_id)).map(([id, of]) => [id, of?.length]),
      ),
    );
    const far = await addUnit(portal, 'KNN Longe');
    const none = (await list(await addStaff(portal, { company: far, units: [far] }))).body;
    expect([none.contagens, none.a_avancar]).toEqual([{}, 0]);
  });

  it('pages of orders have no gaps', async () => {
    const pages: number[][] = [];
    for (let depois: string | null = ''; depois !== null; ) {
      const { body }: Awaited<ReturnType<typeof list>> = await list(people.helena, { limit: 4, depois });
      pages.push(body.items.map(({ id }) => id));
      depois = body.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 2]);
    expect(new Set(pages.flat()).size).toBe(10);
  });

  it('a manager reads one order', async () => {
    const { body } = await read(7, people.helena);
    expect([body.numero, body.status_id, body.a_receber_id, body.historico.at(-1)?.por]).toEqual([
      'P-000007',
      2,
      null,
      'aluno',
    ]);
    expect((await read(7, people.igor)).status).toBe(200);
  });

  it('ROLE-08 MANAGER-08 orders of another school are not found', async () => {
    expect(await idsOf({ limit: 100 })).not.toContain(elsewhere);
    expect((await read(elsewhere, people.helena)).status).toBe(404);
    expect((await read(99_999, people.helena)).status).toBe(404);
  });

  it('the list of orders is for managers in a session with a password', async () => {
    for (const ask of [list, (as?: number) => read(7, as)]) {
      expect((await ask()).status).toBe(401);
      expect((await ask(people.ana)).status).toBe(403);
      expect((await ask(people.julia)).status).toBe(403);
    }
    const printed = { as: people.helena, scope: 'book' as const };
    expect((await portal.ops.orders.listSchoolOrders({}, printed)).status).toBe(403);
  });

  it.each<Record<string, string | number>>([
    { limit: 0 },
    { limit: 101 },
    { depois: 'ção' },
    { status: 'a' },
    { q: 'x'.repeat(81) },
  ])('API-94 the list of orders refuses %j in words', async (query) => {
    const { status, body } = await list(people.helena, query);
    expect(status).toBe(422);
    expect(body.detail).toMatch(/\S/);
  });
  it.each(['0', 'abc', '99999999999'])('API-94 the call for one order refuses the id %s in words', async (id) => {
    expect((await read(id, people.helena)).status).toBe(422);
  });
});
