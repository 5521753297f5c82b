import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOrder, putInto } from '../support/orders.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const ANA = 1;
const HELENA = 7;
const HOUR = 3_600_000;
type Step = 4 | 5 | 6 | 8;

describe.each(allEngines)('several orders at once on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const send = (body: { ids: number[]; status_id: Step; voltar?: boolean }, as?: number) =>
    portal.ops.orders.moveOrders(body, { as });
  const move = (ids: number[], status_id: Step, as = HELENA) => send({ ids, status_id }, as);
  const back = (ids: number[], status_id: Step, as = HELENA) => send({ ids, status_id, voltar: true }, as);
  const moveOne = (id: number, status_id: number) =>
    portal.ops.orders.updateOrderStatus({ id, status_id }, { as: HELENA });
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

  /** Orders of a person each, in a state. */
  async function some(count: number, status = 2) {
    const made: { id: number; numero: string; owner: number }[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const { owner, order } = await addOrder(portal);
      await putInto(portal, order.id, status);
      made.push({ id: order.id, numero: order.numero, owner });
    }
    return made;
  }

  it('three orders take their step together: each with its history, its notice and its line in the log', async () => {
    const orders = await some(3);
    const { status, body } = await move(
      orders.map(({ id }) => id),
      4,
    );
    expect(status).toBe(200);
    expect(body).toEqual({ itens: orders.map(({ id, numero }) => ({ id, numero })), recusados: [] });
    for (const { id, owner, numero } of orders) {
      expect(await pathOf(id)).toEqual([1, 4]);
      expect(await titlesOf(owner)).toEqual([`Pedido ${numero}: Liberado para separação`]);
      expect(await linesOf(id)).toEqual([
        { antes: { status: 'A atender' }, depois: { status: 'Liberado para separação' } },
      ]);
    }
  });

  it('one that cannot move is named with the reason, and the others move', async () => {
    const [good, gone, late] = await some(3);
    if (!good || !gone || !late) throw new Error('no orders');
    await putInto(portal, gone.id, -2);
    await moveOne(late.id, 4);
    const { body } = await move([gone.id, good.id, late.id, 999_999, good.id], 4);
    expect(body.itens).toEqual([{ id: good.id, numero: good.numero }]);
    expect(body.recusados).toEqual([
      expect.objectContaining({ id: gone.id, numero: gone.numero, motivo: expect.stringContaining('“Cancelado”') }),
      expect.objectContaining({ id: late.id, motivo: expect.stringContaining('“Liberado para separação”') }),
      { id: 999_999, numero: null, aluno: null, motivo: 'Não encontramos este pedido na sua escola.' },
    ]);
    expect(await Promise.all([good, gone, late].map(({ id }) => statusOf(id)))).toEqual([4, -2, 4]);
    expect(await pathOf(late.id)).toEqual([1, 4]);
  });

  it('the step is taken back within the hour, the student is told, and hears of it again when it is taken again', async () => {
    const [first, second] = await some(2);
    if (!first || !second) throw new Error('no orders');
    const ids = [first.id, second.id];
    await move(ids, 4);
    expect((await back(ids, 4)).body.itens).toHaveLength(2);
    expect(await pathOf(first.id)).toEqual([1, 4, 2]);
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

  it('says which step could not be taken back: of another person, gone on, after an hour', async () => {
    const [first, second, third] = await some(3);
    if (!first || !second || !third) throw new Error('no orders');
    const colleague = await addStaff(portal, {});
    await move([first.id, second.id], 4);
    await move([third.id], 4, colleague);
    await moveOne(second.id, 5);
    const { body } = await back([first.id, second.id, third.id], 4);
    expect(body.itens.map(({ id }) => id)).toEqual([first.id]);
    expect(body.recusados.map(({ id, motivo }) => [id, motivo])).toEqual([
      [second.id, 'Este pedido está em “Em separação”: o passo já não volta.'],
      [third.id, 'Outra pessoa da equipe deu este passo: só ela pode desfazer.'],
    ]);
    await move([first.id], 4);
    portal.clock.advance(HOUR);
    expect((await back([first.id], 4)).body.recusados[0]?.motivo).toBe('Passou de uma hora: o passo já não volta.');
    expect(await statusOf(first.id)).toBe(4);
  });

  it('a step that the system took is nobody’s to take back', async () => {
    const [order] = await some(1, 4);
    if (!order) throw new Error('no order');
    const { body } = await back([order.id], 4);
    expect(body.itens).toEqual([]);
    expect(body.recusados).toHaveLength(1);
    expect(await statusOf(order.id)).toBe(4);
  });

  it('a delivery is confirmed together, and taken back', async () => {
    const orders = await some(2, 7);
    const ids = orders.map(({ id }) => id);
    expect((await move(ids, 8)).body.itens).toHaveLength(2);
    expect((await back(ids, 8)).body.itens).toHaveLength(2);
    expect(await statusOf(ids[0] ?? 0)).toBe(7);
  });

  it('64 at once move each order once and take each back once', async () => {
    const orders = await some(3);
    const ids = orders.map(({ id }) => id);
    const sent = await Promise.all(Array.from({ length: 64 }, () => move(ids, 4)));
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200));
    const movedOf = (answers: typeof sent) => answers.flatMap(({ body }) => body.itens.map(({ id }) => id)).toSorted();
    expect(movedOf(sent)).toEqual(ids.toSorted());
    expect(sent.flatMap(({ body }) => body.recusados)).toHaveLength(63 * 3);
    const undone = await Promise.all(Array.from({ length: 64 }, () => back(ids, 4)));
    expect(movedOf(undone)).toEqual(ids.toSorted());
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
    for (const as of strangers) {
      const { body } = await move([order.id], 4, as);
      expect(body).toEqual({
        itens: [],
        recusados: [{ id: order.id, numero: null, aluno: null, motivo: 'Não encontramos este pedido na sua escola.' }],
      });
    }
    await move([order.id], 4);
    for (const as of strangers) expect((await back([order.id], 4, as)).body.recusados[0]?.numero).toBeNull();
    expect(await statusOf(order.id)).toBe(4);
  });

  it('is for staff with the right: 401, 403 for students and without it', async () => {
    const [order] = await some(1);
    const ids = [order?.id ?? 0];
    expect((await send({ ids, status_id: 4 })).status).toBe(401);
    expect((await move(ids, 4, ANA)).status).toBe(403);
    expect((await move(ids, 4, await addStaff(portal, { rights: ['contatos', 'financeiro'] }))).status).toBe(403);
    expect((await move(ids, 4, await addStaff(portal, { rights: ['pedidos'] }))).body.itens).toHaveLength(1);
  });

  it.each([
    { ids: [], status_id: 4 },
    { ids: [0], status_id: 4 },
    { ids: ['x'], status_id: 4 },
    { ids: Array.from({ length: 101 }, (_, index) => index + 1), status_id: 4 },
    // A code, a reason, a payment, money back: one by one.
    ...[7, -2, 1, 2, -3, 99].map((status_id) => ({ ids: [7], status_id })),
  ])('API-94 refuses in words %j', async (body) => {
    const { status, body: answer } = await portal.ops.orders.moveOrders(body as never, { as: HELENA });
    expect(status).toBe(422);
    expect((answer as { detail?: string }).detail).toMatch(/\S/);
    expect((await portal.ops.orders.getSchoolOrder({ id: 7 }, { as: HELENA })).body.order.status.id).toBe(2);
  });
});
