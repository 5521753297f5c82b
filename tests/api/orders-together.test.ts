import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/lib/rules/time/spans.ts';
import { addOrder, moveOrders, putInto } from '../support/orders.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const ANA = 1;
const HELENA = 7;

describe.each(allEngines)('several orders at once on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const move = (ids: number[], status_id: number, as: number | undefined = HELENA, key?: string) =>
    moveOrders(portal, ids, status_id, {}, { as, key });
  const back = (desfazer: string | null, as = HELENA) =>
    portal.ops.orders.undoOrders({ desfazer: desfazer ?? '' }, { as });
  const statusOf = async (id: number) =>
    (await portal.school.db.selectFrom('pedidos').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status;
  const pathOf = async (id: number) =>
    (
      await portal.school.db
        .selectFrom('pedido_historico')
        .select('status_id')
        .where('pedido_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ status_id }) => status_id);
  const titlesOf = async (userId: number) =>
    (
      await portal.school.db.selectFrom('notices').select('title').where('user_id', '=', userId).orderBy('id').execute()
    ).map(({ title }) => title);
  const linesOf = async (id: number) =>
    (
      await portal.school.db
        .selectFrom('audit_log')
        .select('data')
        .where('target', '=', `order:${id}`)
        .orderBy('id')
        .execute()
    ).map(({ data }) => JSON.parse(data ?? '{}'));

  /** Orders in a state, each of another person. */
  async function some(count: number, status = 2) {
    const made: { id: number; numero: string; owner: number }[] = [];
    for (let round = 0; round < count; round += 1) {
      const { owner, order } = await addOrder(portal);
      await putInto(portal, order.id, status);
      made.push({ id: order.id, numero: order.numero, owner });
    }
    return made;
  }

  it('three orders move together, each with history, notice and line in the log', async () => {
    const orders = await some(3);
    const { status, body } = await move(
      orders.map(({ id }) => id),
      4,
    );
    expect(status).toBe(200);
    expect(body.itens).toEqual(orders.map(({ id }) => ({ id, problema: null })));
    for (const { id, owner, numero } of orders) {
      expect(await pathOf(id)).toEqual([1, 4]);
      expect(await titlesOf(owner)).toEqual([`Pedido ${numero}: Liberado para separação`]);
      expect(await linesOf(id)).toEqual([
        { antes: { status: 'A atender' }, depois: { status: 'Liberado para separação' } },
      ]);
    }
  });

  it('an order that cannot move is named with the reason, and the others move', async () => {
    const [good, gone, late] = await some(3);
    if (!good || !gone || !late) throw new Error('no orders');
    await putInto(portal, gone.id, -2);
    await move([late.id], 4);
    const { body } = await move([gone.id, good.id, late.id, good.id], 4);
    expect(body.itens).toEqual([
      { id: gone.id, problema: expect.stringContaining('“Cancelado”') },
      { id: good.id, problema: null },
      { id: late.id, problema: expect.stringContaining('“Liberado para separação”') },
    ]);
    expect(await Promise.all([good, gone, late].map(({ id }) => statusOf(id)))).toEqual([4, -2, 4]);
    expect(await pathOf(late.id)).toEqual([1, 4]);
  });

  it('an undo notifies the student, and a repeated step notifies again', async () => {
    const [first, second] = await some(2);
    if (!first || !second) throw new Error('no orders');
    const { body } = await move([first.id, second.id], 4);
    expect((await back(body.desfazer)).body.ids).toEqual([first.id, second.id]);
    expect(await pathOf(first.id)).toEqual([1, 4, 2]);
    expect((await back(body.desfazer)).body.ids).toEqual([]);
    await move([first.id], 4);
    const { numero } = first;
    expect(await titlesOf(first.owner)).toEqual([
      `Pedido ${numero}: Liberado para separação`,
      `Pedido ${numero}: voltou um passo`,
      `Pedido ${numero}: Liberado para separação`,
    ]);
    expect((await linesOf(first.id))[1]).toEqual({
      antes: { status: 'Liberado para separação' },
      depois: { status: 'A atender' },
    });
    const seen = (await portal.ops.orders.getOrder({ id: first.id }, { as: first.owner })).body;
    expect(seen.status.id).toBe(4);
  });

  it('an order that moved on stays, and only the same person can undo, within a minute', async () => {
    const [first, second] = await some(2);
    if (!first || !second) throw new Error('no orders');
    const { body } = await move([first.id, second.id], 4);
    await move([second.id], 5);
    expect((await back(body.desfazer, await addStaff(portal, {}))).status).toBe(409);
    expect((await back(body.desfazer)).body.ids).toEqual([first.id]);
    expect(await Promise.all([first, second].map(({ id }) => statusOf(id)))).toEqual([2, 5]);
    const again = (await move([first.id], 4)).body.desfazer;
    portal.clock.advance(MINUTE_MS + 1);
    expect((await back(again)).body.code).toBe('undo_late');
    expect(await statusOf(first.id)).toBe(4);
  });

  it('deliveries are confirmed and undone together; payments, codes and refusals are not', async () => {
    const orders = await some(2, 7);
    const ids = orders.map(({ id }) => id);
    const { desfazer } = (await move(ids, 8)).body;
    expect((await back(desfazer)).body.ids).toEqual(ids);
    expect(await statusOf(ids[0] ?? 0)).toBe(7);
    const [packed, refused] = [await some(1, 6), await some(1)].flat();
    expect((await move([packed?.id ?? 0], 7)).body.desfazer).toBeNull();
    expect((await move([refused?.id ?? 0], -2)).body.desfazer).toBeNull();
  });

  it('64 concurrent requests with a key move each order once and undo each once', async () => {
    const orders = await some(3);
    const ids = orders.map(({ id }) => id);
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 64 }, () => move(ids, 4, HELENA, key)));
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200));
    const tokens = sent.flatMap(({ body }) => body.desfazer ?? []);
    expect(tokens).toHaveLength(1);
    const undone = await Promise.all(Array.from({ length: 16 }, () => back(tokens[0] ?? '')));
    expect(undone.flatMap(({ body }) => body.ids).toSorted()).toEqual(ids.toSorted());
    for (const { id, owner } of orders) {
      expect(await pathOf(id)).toEqual([1, 4, 2]);
      expect(await titlesOf(owner)).toHaveLength(2);
      expect(await linesOf(id)).toHaveLength(2);
    }
  });

  it('ROLE-08 staff of another unit, and of another school, move nothing and learn no name', async () => {
    const [order] = await some(1);
    if (!order) throw new Error('no order');
    const unit = await addUnit(portal, 'KNN Pedidos');
    const strangers = [
      await addStaff(portal, { company: unit, units: [unit] }),
      await addStaff(portal, { company: 102 }),
    ];
    for (const as of strangers) expect((await move([order.id], 4, as)).status).toBe(404);
    expect(await statusOf(order.id)).toBe(2);
  });

  it('is for staff with the right: 401, 403 for students and without it', async () => {
    const [order] = await some(1);
    const ids = [order?.id ?? 0];
    expect((await moveOrders(portal, ids, 4, {}, {})).status).toBe(401);
    expect((await move(ids, 4, ANA)).status).toBe(403);
    expect((await move(ids, 4, await addStaff(portal, { rights: ['contatos', 'financeiro'] }))).status).toBe(403);
    expect((await move(ids, 4, await addStaff(portal, { rights: ['pedidos'] }))).status).toBe(200);
  });

  it.each([
    { ids: [], status_id: 4 },
    { ids: [0], status_id: 4 },
    { ids: ['x'], status_id: 4 },
    { ids: Array.from({ length: 101 }, (_, index) => index + 1), status_id: 4 },
    // Steps with a code, a reason, a payment or a refund are made one by one.
    ...[7, -2, 1, 2, -3, 99].map((status_id) => ({ ids: [7, 8], status_id, nota: 'Juntos' })),
  ])('API-94 refuses in words %j', async ({ ids, ...input }) => {
    const { status, body } = await moveOrders(portal, ids as number[], input.status_id, input);
    expect(status).toBe(422);
    expect((body as { detail?: string }).detail).toMatch(/\S/);
    expect((await portal.ops.orders.getSchoolOrder({ id: 7 }, { as: HELENA })).body.status_id).toBe(2);
  });
});
