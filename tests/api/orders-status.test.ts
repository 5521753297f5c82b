import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusIds } from '../../src/lib/rules/orders/status.ts';
import { expireOrders } from '../../src/server/money/orders/end-order.ts';
import { markOrderPaid } from '../../src/server/money/orders/order-status.ts';
import { releaseTestedOrders } from '../../src/server/money/orders/release-after-test.ts';
import { reminderTimes, remindOrders } from '../../src/server/money/orders/remind-orders.ts';
import { mayMove } from '../../src/server/money/orders/transitions.ts';
import { addAccount } from '../support/accounts.ts';
import { takeLevelTest } from '../support/level-test.ts';
import { addCoupon, addOrder, billsOf, moveOrders, placeOrder, putInto, usesOf } from '../support/orders.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, helena: 7, igor: 8, nina: 12 };
const WEEK_MS = 7 * 24 * 3_600_000;

describe.each(allEngines)('how orders go on, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const read = async (id: number, as: number) => (await portal.ops.orders.getOrder({ id }, { as })).body;
  const moveTo = (id: number, status_id: number, more = {}, as: number | undefined = people.helena) =>
    moveOrders(portal, [id], status_id, more, { as });
  const noticesOf = (userId: number) =>
    portal.school.db
      .selectFrom('notices')
      .select(['title', 'path', 'category'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();

  describe('by the staff', () => {
    it('ORDER-14 staff move an order from paid to delivered, with tracking', async () => {
      const { owner, order } = await addOrder(portal);
      await portal.school.db.transaction().execute((tx) => markOrderPaid(tx, order.id, portal.clock.now));
      const rastreio = { transportadora: 'Correios', codigo: 'BR1', url: 'https://rastreio.example/BR1' };
      for (const status of [4, 5, 6]) expect((await moveTo(order.id, status)).status).toBe(200);
      expect((await moveTo(order.id, 7, { ...rastreio, nota: 'Saiu hoje' })).status).toBe(200);
      expect(await read(order.id, owner)).toMatchObject({ status: { id: 7 }, rastreio });
      expect((await moveTo(order.id, 8, {}, people.igor)).status).toBe(200);
      const { historico, pago_em } = await read(order.id, owner);
      expect(historico.map(({ status_id, por }) => [status_id, por])).toEqual([
        [1, 'aluno'],
        [2, 'sistema'],
        ...[4, 5, 6, 7, 8].map((status) => [status, 'equipe']),
      ]);
      expect(pago_em).toBe(portal.clock.now.toISOString());
      expect(await noticesOf(owner)).toHaveLength(5);
    });

    it('a payment that is reported twice moves the order once', async () => {
      const { owner, order } = await addOrder(portal);
      const tell = () => portal.school.db.transaction().execute((tx) => markOrderPaid(tx, order.id, portal.clock.now));
      await Promise.all([tell(), tell()]);
      expect((await read(order.id, owner)).historico.map(({ status_id }) => status_id)).toEqual([1, 2]);
    });

    it('every other step is refused, and changes nothing', async () => {
      const { owner, order } = await addOrder(portal);
      const refused = statusIds.flatMap((from) =>
        [...statusIds, 0, 3, 99].filter((to) => !mayMove(from, to, 'equipe')).map((to) => [from, to] as const),
      );
      for (const [from, to] of refused) {
        await putInto(portal, order.id, from);
        const { status, body } = await moveTo(order.id, to);
        expect([from, to, status, body.code]).toEqual([from, to, 409, 'order_status']);
        expect((await read(order.id, owner)).status.id).toBe(from);
      }
      expect((await read(order.id, owner)).historico).toHaveLength(1);
    });

    it('−1 → 1 opens the bill and seven days', async () => {
      const { owner, order } = await addOrder(portal, { itens: [{ codigo_produto: 'REACH-2', quantidade: 1 }] });
      await putInto(portal, order.id, -1);
      await moveTo(order.id, 1);
      const { parcela_id, pagar_ate } = await read(order.id, owner);
      expect(parcela_id).toBe((await billsOf(portal, order.id))[0]?.id);
      expect(Date.parse(pagar_ate ?? '')).toBe(portal.clock.now.getTime() + WEEK_MS);
    });

    it('2 → −2 refunds a payment made in the portal', async () => {
      const { db } = portal.school;
      const coupon = await addCoupon(portal);
      const { owner, order } = await addOrder(portal, { cupom: coupon.name });
      const at = portal.clock.now.toISOString();
      const charge = await db
        .insertInto('charges')
        .values({
          txid: `tx${order.id}`,
          user_id: owner,
          forma: 'pix',
          provider: 'sandbox',
          valor_centavos: order.total_centavos,
          status: 'paga',
          criada_em: at,
          parcelas: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const bill = await db
        .updateTable('parcelas')
        .set({ status: 'paga', charge_id: charge.id })
        .where('pedido_id', '=', order.id)
        .returning('id')
        .executeTakeFirstOrThrow();
      const item = { charge_id: charge.id, parcela_id: bill.id, valor_centavos: order.total_centavos };
      await db.insertInto('charge_items').values(item).execute();
      await putInto(portal, order.id, 2);
      await moveTo(order.id, -2, { nota: 'Livro fora de catálogo' });
      expect(await read(order.id, owner)).toMatchObject({
        status: { id: -2 },
        motivo_cancelamento: 'Livro fora de catálogo',
      });
      const refunds = await db.selectFrom('refunds').selectAll().where('charge_id', '=', charge.id).execute();
      expect(refunds).toMatchObject([
        { valor_centavos: order.total_centavos, motivo: 'pedido_cancelado', status: 'pedida', created_at: at },
      ]);
      expect(await usesOf(portal, coupon.id)).toBe(0);
      expect((await moveTo(order.id, -2)).status).toBe(409);
    });

    it('a cancellation does not refund a payment at the counter', async () => {
      const { order } = await addOrder(portal);
      await putInto(portal, order.id, 2);
      expect((await moveTo(order.id, -2)).status).toBe(200);
      expect(await portal.school.db.selectFrom('refunds').select('id').execute()).toHaveLength(1);
    });

    it('concurrent steps move an order once', async () => {
      const { order } = await addOrder(portal);
      await putInto(portal, order.id, 2);
      const sent = await Promise.all([moveTo(order.id, 4), moveTo(order.id, -2)]);
      expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });

    it('steps are for staff of the same school and admins: 401, 403 for students, 404 elsewhere', async () => {
      const { order } = await addOrder(portal, {}, { company: 103 });
      expect((await moveTo(order.id, 4)).status).toBe(404);
      expect((await moveTo(order.id, 4, {}, people.igor)).status).toBe(409);
      expect((await moveTo(7, 4, {}, people.ana)).status).toBe(403);
      expect((await moveOrders(portal, [7], 4, {}, {})).status).toBe(401);
    });

    it('a tracking link of an order has to be a web address', async () => {
      const rastreio = { transportadora: 'X', codigo: '1', url: 'javascript:alert(1)' };
      expect((await moveTo(7, 4, rastreio)).status).toBe(422);
    });

    it.each([
      [{ codigo: 'BR1', transportadora: '', url: '' }, ['transportadora', 'url']],
      [{ status_id: -2, nota: '  ' }, ['nota']],
    ])('a code needs a carrier, and a refusal a reason: %j', async (input, fields) => {
      const { status, body } = await moveTo(7, 7, input);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, fields]);
    });
  });

  describe('after the level test', () => {
    it('ORDER-03 TEST-03 an order that waited for the level test can be paid', async () => {
      const itens = [{ codigo_produto: 'REACH-2', quantidade: 1 }];
      const { owner, order } = await addOrder(portal, { itens });
      const other = await addOrder(portal, { itens });
      await takeLevelTest(portal, owner, true);
      const released = await read(order.id, owner);
      expect(released).toMatchObject({ status: { id: 1 }, parcela_id: expect.any(Number) });
      expect(Date.parse(released.pagar_ate ?? '')).toBe(portal.clock.now.getTime() + WEEK_MS);
      expect(released.historico.at(-1)).toMatchObject({ status_id: 1, por: 'sistema' });
      expect((await billsOf(portal, order.id)).map(({ valor_centavos }) => valor_centavos)).toEqual([45_100]);
      expect(await noticesOf(owner)).toMatchObject([{ category: 'pedido', path: `/pedidos/${order.id}` }]);
      expect((await read(other.order.id, other.owner)).status.id).toBe(-3);
    });

    it('an order of a book above the tested level waits for the school, and everybody is notified why', async () => {
      const itens = [{ codigo_produto: 'REACH-2', quantidade: 1 }];
      const { owner, order } = await addOrder(portal, { itens });
      expect((await takeLevelTest(portal, owner, false)).result.nivel).not.toBe('B2');
      await portal.worker.runOnce();
      const waiting = await read(order.id, owner);
      expect([waiting.status.id, waiting.parcela_id]).toEqual([-3, null]);
      expect(waiting.aviso).toMatch(/Within Reach 2 é de nível B2/);
      expect(await noticesOf(owner)).toMatchObject([{ category: 'pedido', path: `/pedidos/${order.id}` }]);
      await moveTo(order.id, 1);
      const released = await read(order.id, owner);
      expect([released.status.id, released.aviso]).toEqual([1, null]);
      expect(await billsOf(portal, order.id)).toHaveLength(1);
    });

    it('an order moves on although two hundred earlier ones wait for the school’s decision about the level', async () => {
      const { db } = portal.school;
      const itens = [{ codigo_produto: 'REACH-2', quantidade: 1 }];
      const stuck = await addOrder(portal, { itens });
      await takeLevelTest(portal, stuck.owner, false);
      const { id: _id, ...row } = await db
        .selectFrom('pedidos')
        .selectAll()
        .where('id', '=', stuck.order.id)
        .executeTakeFirstOrThrow();
      const item = await db
        .selectFrom('pedido_itens')
        .selectAll()
        .where('pedido_id', '=', stuck.order.id)
        .executeTakeFirstOrThrow();
      const clones = Array.from({ length: 200 }, (_, index) => ({ ...row, numero: `PRESO-${index}` }));
      const made = await db.insertInto('pedidos').values(clones).returning('id').execute();
      const items = made.map(({ id }) => ({ ...item, pedido_id: id }));
      await db.insertInto('pedido_itens').values(items).execute();
      const { owner, order } = await addOrder(portal, { itens });
      await db
        .insertInto('english_tests')
        .values({ id: `livre-${owner}`, user_id: owner, resume_token: 'x', started_at: 'x', finished_at: 'x' })
        .execute();
      await releaseTestedOrders(portal.school);
      expect((await read(order.id, owner)).status.id).toBe(1);
      const ids = made.map(({ id }) => id);
      await db.deleteFrom('pedido_itens').where('pedido_id', 'in', ids).execute();
      await db.deleteFrom('pedidos').where('id', 'in', ids).execute();
    });

    it('an order that missed the result of its test moves on later, once for two workers', async () => {
      const itens = [{ codigo_produto: 'REACH-2', quantidade: 1 }];
      const { owner, order } = await addOrder(portal, { itens });
      await portal.school.db
        .insertInto('english_tests')
        .values({ id: `feito-${owner}`, user_id: owner, resume_token: 'x', started_at: 'x', finished_at: 'x' })
        .execute();
      await Promise.all([portal.worker.runOnce(), portal.worker.runOnce()]);
      expect((await read(order.id, owner)).status.id).toBe(1);
      expect(await billsOf(portal, order.id)).toHaveLength(1);
    });
  });
});

describe.each(allEngines)('orders that nobody pays on %s (ORDER-15)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    await portal.school.db.updateTable('pedidos').set({ pagar_ate: null }).execute();
  });
  afterAll(() => portal.close());

  const statusOf = async (id: number) =>
    (await portal.school.db.selectFrom('pedidos').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status;
  const historyOf = (id: number) =>
    portal.school.db
      .selectFrom('pedido_historico')
      .select(['status_id', 'por'])
      .where('pedido_id', '=', id)
      .orderBy('id')
      .execute();
  const titlesOf = async (userId: number) =>
    (await portal.school.db.selectFrom('notices').select('title').where('user_id', '=', userId).execute()).map(
      ({ title }) => title,
    );
  async function at(instant: string, run: () => Promise<void>) {
    const before = portal.clock.now;
    portal.clock.now = new Date(instant);
    await run();
    portal.clock.now = before;
  }
  const later = (instant: string | null | undefined, ms: number) =>
    new Date(Date.parse(instant ?? '') + ms).toISOString();

  it('unpaid orders are cancelled after the deadline, once for two workers, and their coupon is free again', async () => {
    const coupon = await addCoupon(portal, { usos_max: 1 });
    const { owner, order } = await addOrder(portal, { cupom: coupon.name });
    const other = await addAccount(portal);
    expect((await placeOrder(portal, other.id, { cupom: coupon.name })).status).toBe(409);
    await at(order.pagar_ate ?? '', async () => {
      await expireOrders(portal.school);
      expect(await statusOf(order.id)).toBe(1);
    });
    await at(later(order.pagar_ate, 1), async () => {
      await Promise.all([expireOrders(portal.school), expireOrders(portal.school)]);
      await expireOrders(portal.school);
    });
    expect(await statusOf(order.id)).toBe(-2);
    expect(await historyOf(order.id)).toEqual([
      { status_id: 1, por: 'aluno' },
      { status_id: -2, por: 'sistema' },
    ]);
    expect((await billsOf(portal, order.id)).map(({ status }) => status)).toEqual(['cancelada']);
    expect(await titlesOf(owner)).toEqual([`Pedido ${order.numero} cancelado`]);
    expect(await usesOf(portal, coupon.id)).toBe(0);
    expect((await placeOrder(portal, other.id, { cupom: coupon.name })).status).toBe(200);
  });

  it('unpaid orders wait while a card payment locks the bill, and paid ones are not cancelled', async () => {
    const held = await addOrder(portal);
    const paid = await addOrder(portal);
    const set = (id: number, status: 'em_processamento' | 'paga') =>
      portal.school.db.updateTable('parcelas').set({ status }).where('pedido_id', '=', id).execute();
    await set(held.order.id, 'em_processamento');
    await set(paid.order.id, 'paga');
    await at(later(held.order.pagar_ate, 3_600_000), () => expireOrders(portal.school));
    expect([await statusOf(held.order.id), await statusOf(paid.order.id)]).toEqual([1, 1]);
  });

  it('unpaid orders wait ten minutes for the result of a Pix that may have been paid in time', async () => {
    const { owner, order } = await addOrder(portal);
    const charge = await portal.school.db
      .insertInto('charges')
      .values({
        txid: `pix${order.id}`,
        user_id: owner,
        forma: 'pix',
        provider: 'sandbox',
        valor_centavos: order.total_centavos,
        status: 'ativa',
        criada_em: order.criado_em,
        parcelas: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const item = { charge_id: charge.id, parcela_id: order.parcela_id ?? 0, valor_centavos: order.total_centavos };
    await portal.school.db.insertInto('charge_items').values(item).execute();
    await at(later(order.pagar_ate, 60_000), () => expireOrders(portal.school));
    expect(await statusOf(order.id)).toBe(1);
    await at(later(order.pagar_ate, 11 * 60_000), () => expireOrders(portal.school));
    expect(await statusOf(order.id)).toBe(-2);
  });

  it('unpaid orders are reminded of on the fifth day and on the last morning, once each for two workers', async () => {
    const { owner, order } = await addOrder(portal);
    const { fifthDay, lastMorning } = reminderTimes(order.pagar_ate ?? '', 'America/Sao_Paulo');
    const both = () => Promise.all([remindOrders(portal.school), remindOrders(portal.school)]);
    await at(later(fifthDay, -1), async () => void (await both()));
    expect(await titlesOf(owner)).toEqual([]);
    await at(fifthDay, async () => void (await both()));
    expect(await titlesOf(owner)).toEqual(['Faltam dois dias para pagar o seu pedido']);
    await at(lastMorning, async () => void (await both()));
    await at(later(lastMorning, 60_000), async () => void (await both()));
    expect(await titlesOf(owner)).toEqual([
      'Faltam dois dias para pagar o seu pedido',
      'Último dia para pagar o seu pedido',
    ]);
  });

  it('a missed first reminder is not sent besides the second', async () => {
    const { owner, order } = await addOrder(portal);
    const { lastMorning } = reminderTimes(order.pagar_ate ?? '', 'America/Sao_Paulo');
    await at(lastMorning, async () => {
      await remindOrders(portal.school);
      await remindOrders(portal.school);
    });
    expect(await titlesOf(owner)).toEqual(['Último dia para pagar o seu pedido']);
  });
});
