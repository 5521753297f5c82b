import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import { cancelOrder, createOrder, getProduct } from '../../src/lib/contract/orders.ts';
import { markOrderPaid } from '../../src/server/money/orders/order-status.ts';
import { addAccount } from '../support/accounts.ts';
import { addCoupon, addOrder, billsOf, orderBody, placeOrder, putInto, usesOf } from '../support/orders.ts';
import { withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const BRUNO = 2;

describe.each(allEngines)('orders that are sent twice on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const countOf = async (owner: number) =>
    (await portal.school.db.selectFrom('pedidos').select('id').where('user_id', '=', owner).execute()).length;
  const cancel = (id: number, as?: number, key: string = randomUUID(), motivo?: string) =>
    portal.call(cancelOrder, { params: { id }, body: { motivo } }, withKey({ as, key }));

  describe('placing', () => {
    it('two requests with the same key create one order', async () => {
      const { id: owner } = await addAccount(portal);
      const key = randomUUID();
      const first = await placeOrder(portal, owner, {}, key);
      const again = await placeOrder(portal, owner, {}, key);
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body).toEqual(first.body);
      expect(await countOf(owner)).toBe(1);
    });

    it('S4 sixteen at once with one key are one order with one bill', async () => {
      const { id: owner } = await addAccount(portal);
      const key = randomUUID();
      const sent = await Promise.all(Array.from({ length: 16 }, () => placeOrder(portal, owner, {}, key)));
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
      const ids = new Set(sent.map(({ body }) => body.id));
      expect(ids.size).toBe(1);
      expect(await countOf(owner)).toBe(1);
      expect(await billsOf(portal, [...ids][0] ?? 0)).toHaveLength(1);
    });

    it('the same key with another body is refused', async () => {
      const { id: owner } = await addAccount(portal);
      const key = randomUUID();
      await placeOrder(portal, owner, {}, key);
      const other = await placeOrder(portal, owner, { parcelas: 2 }, key);
      expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
      expect(await countOf(owner)).toBe(1);
    });

    it.each(['', 'short', 'x'.repeat(65), 'a blank within it'])('S4 an order refuses the key %j', async (key) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key };
      const init = { body: JSON.stringify(orderBody()), headers };
      const answer = await portal.send('POST', addressOf(createOrder), init, { as: 7 });
      expect(answer.status).toBe(400);
      expect((await answer.json()).detail).toMatch(/Idempotency-Key/);
    });

    it('a refused order stores nothing: the same key can be sent again', async () => {
      const { id: owner } = await addAccount(portal);
      const coupon = await addCoupon(portal, { usos_max: 0 });
      const key = randomUUID();
      expect((await placeOrder(portal, owner, { cupom: coupon.name }, key)).status).toBe(409);
      expect(await countOf(owner)).toBe(0);
      expect((await placeOrder(portal, owner, {}, key)).status).toBe(200);
    });

    it('an order at another total than the buyer saw is refused, and its key stays free', async () => {
      const { id: owner } = await addAccount(portal);
      const key = randomUUID();
      const { status, body } = await placeOrder(portal, owner, { total_visto_centavos: 1 }, key);
      expect([status, body.detail]).toEqual([409, expect.stringContaining('Confira e confirme')]);
      expect(await countOf(owner)).toBe(0);
      const { preco_centavos } = (await portal.call(getProduct, { params: { code: 'WAY-2' } }, { as: owner })).body;
      const seen = { total_visto_centavos: preco_centavos };
      const first = await placeOrder(portal, owner, seen, key);
      const again = await placeOrder(portal, owner, seen, key);
      expect([first.status, again.body]).toEqual([200, first.body]);
    });

    it('an order answers 400 without a key, 401 without a session, 403 without sales or with a printed code', async () => {
      const input = { body: orderBody() };
      const { id: owner } = await addAccount(portal);
      const page = { caller: { token: await portal.tokenOf(owner) } };
      expect((await portal.call(createOrder, input, page)).status).toBe(400);
      expect((await portal.call(createOrder, input, withKey({}))).status).toBe(401);
      expect((await placeOrder(portal, BRUNO)).status).toBe(403);
      expect((await portal.call(createOrder, input, withKey({ as: owner, scope: 'book' }))).status).toBe(403);
      expect(await countOf(owner)).toBe(0);
    });
  });

  describe('with a coupon', () => {
    it('a coupon reduces the items, once for each student', async () => {
      const coupon = await addCoupon(portal);
      const entrega = { tipo: 'escola' as const };
      const { owner, order } = await addOrder(portal, { cupom: coupon.name.toLowerCase(), entrega });
      expect(order).toMatchObject({
        cupom: coupon.name,
        desconto_cupom_centavos: 5_680,
        total_centavos: 51_120,
      });
      const second = await placeOrder(portal, owner, { cupom: coupon.name });
      expect([second.status, second.body.fields?.cupom]).toEqual([409, 'Você já usou este cupom.']);
      expect(await usesOf(portal, coupon.id)).toBe(1);
    });

    it('a coupon with one use left goes to one of many concurrent orders', async () => {
      const coupon = await addCoupon(portal, { usos_max: 3, usos: 2 });
      const owners = await Promise.all(Array.from({ length: 8 }, () => addAccount(portal)));
      const sent = await Promise.all(owners.map(({ id }) => placeOrder(portal, id, { cupom: coupon.name })));
      expect(sent.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
      expect(await usesOf(portal, coupon.id)).toBe(3);
      const placed = await Promise.all(owners.map(({ id }) => countOf(id)));
      expect(placed.reduce((sum, each) => sum + each, 0)).toBe(1);
    });

    it.each([
      ['unknown', 'NADA', 404],
      ['of a partner', 'CAFE5', 409],
    ])('an order refuses a coupon that is %s', async (_what, cupom, expected) => {
      const { id: owner } = await addAccount(portal);
      const { status, body } = await placeOrder(portal, owner, { cupom });
      expect(status).toBe(expected);
      expect(body.fields?.cupom).toMatch(/\S/);
    });

    it('an order refuses a coupon that expired yesterday, and takes one of today', async () => {
      const day = (days: number) =>
        new Date(portal.clock.now.getTime() + days * 86_400_000).toLocaleDateString('sv-SE', {
          timeZone: 'America/Sao_Paulo',
        });
      const [late, today] = [
        await addCoupon(portal, { valido_ate: day(-1) }),
        await addCoupon(portal, { valido_ate: day(0) }),
      ];
      const { id: owner } = await addAccount(portal);
      expect((await placeOrder(portal, owner, { cupom: late.name })).status).toBe(409);
      expect((await placeOrder(portal, owner, { cupom: today.name })).status).toBe(200);
    });

    it('a coupon that leaves nothing to pay moves the order on at once', async () => {
      const coupon = await addCoupon(portal);
      await portal.school.db.updateTable('cupons').set({ desconto_valor: 100 }).where('id', '=', coupon.id).execute();
      const { order } = await addOrder(portal, { cupom: coupon.name });
      expect(order).toMatchObject({ status: { id: 2 }, total_centavos: 0, parcela_id: null });
    });
  });

  describe('cancelling', () => {
    it.each([1, -3, -1])(
      'API-43 ORDER-16 cancelling an order in status %i: the bill goes, the coupon comes back',
      async (status) => {
        const coupon = await addCoupon(portal, { usos_max: 1 });
        const { owner, order } = await addOrder(portal, { cupom: coupon.name });
        if (status !== 1) await putInto(portal, order.id, status);
        const { status: answer, body } = await cancel(order.id, owner, randomUUID(), 'Pedi o livro errado');
        expect(answer).toBe(200);
        expect(body).toMatchObject({
          status: { id: -2, final: true },
          pode_cancelar: false,
          motivo_cancelamento: 'Pedi o livro errado',
          parcela_id: null,
        });
        expect(body.historico.at(-1)).toMatchObject({ status_id: -2, por: 'aluno', nota: 'Pedi o livro errado' });
        expect((await billsOf(portal, order.id)).map((bill) => bill.status)).toEqual(['cancelada']);
        expect(await usesOf(portal, coupon.id)).toBe(0);
        expect((await placeOrder(portal, owner, { cupom: coupon.name })).status).toBe(200);
      },
    );

    it.each([-2, 2, 4, 5, 6, 7, 8, 3])('cancelling an order is refused in status %i', async (status) => {
      const { owner, order } = await addOrder(portal);
      await putInto(portal, order.id, status);
      const { status: answer, body } = await cancel(order.id, owner);
      expect([answer, body.code]).toEqual([409, 'order_status']);
      expect((await billsOf(portal, order.id)).map((bill) => bill.status)).toEqual(['aberta']);
    });

    it('cancelling an order is refused while a card payment locks the bill', async () => {
      const { owner, order } = await addOrder(portal);
      const hold = { status: 'em_processamento' as const };
      await portal.school.db.updateTable('parcelas').set(hold).where('pedido_id', '=', order.id).execute();
      const { status, body } = await cancel(order.id, owner);
      expect([status, body.detail]).toEqual([409, expect.stringMatching(/em andamento/)]);
    });

    it('an order is cancelled once, however often requested; the same key answers the same', async () => {
      const coupon = await addCoupon(portal, { usos: 5 });
      const { owner, order } = await addOrder(portal, { cupom: coupon.name });
      const key = randomUUID();
      const same = await Promise.all([1, 2, 3].map(() => cancel(order.id, owner, key)));
      expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await cancel(order.id, owner)).status).toBe(409);
      expect(await usesOf(portal, coupon.id)).toBe(5);
    });

    it('cancelling and ordering with the same coupon concurrently causes no deadlock', async () => {
      const coupon = await addCoupon(portal);
      for (let round = 0; round < 8; round += 1) {
        const { owner, order } = await addOrder(portal, { cupom: coupon.name });
        const [gone, next] = await Promise.all([
          cancel(order.id, owner),
          placeOrder(portal, owner, { cupom: coupon.name }),
        ]);
        expect(gone.status).toBe(200);
        expect([200, 409]).toContain(next.status);
      }
      const stored = await portal.school.db
        .selectFrom('cupom_usos')
        .select('user_id')
        .where('cupom_id', '=', coupon.id)
        .execute();
      expect(await usesOf(portal, coupon.id)).toBe(stored.length);
    });

    it('an order that is concurrently cancelled and paid is one or the other, never both', async () => {
      const { owner, order } = await addOrder(portal);
      const pay = () =>
        portal.school.db.transaction().execute(async (tx) => {
          const paid = await tx
            .updateTable('parcelas')
            .set({ status: 'paga' })
            .where('pedido_id', '=', order.id)
            .where('status', '=', 'aberta')
            .returning('id')
            .executeTakeFirst();
          if (paid) await markOrderPaid(tx, order.id, portal.clock.now);
          return paid !== undefined;
        });
      const [answer, isPaid] = await Promise.all([cancel(order.id, owner), pay()]);
      expect(answer.status === 200).toBe(!isPaid);
      const { status } = await portal.school.db
        .selectFrom('pedidos')
        .select('status')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      expect(status).toBe(isPaid ? 2 : -2);
    });

    it('ROLE-08 cancelling somebody else’s order is not found; 400, 401 and 403 as everywhere', async () => {
      const { owner, order } = await addOrder(portal);
      const { id: other } = await addAccount(portal);
      expect((await cancel(order.id, other)).status).toBe(404);
      expect((await cancel(order.id)).status).toBe(401);
      expect((await cancel(order.id, BRUNO)).status).toBe(403);
      const input = { params: { id: order.id }, body: {} };
      const page = { caller: { token: await portal.tokenOf(owner) } };
      expect((await portal.call(cancelOrder, input, page)).status).toBe(400);
      expect((await billsOf(portal, order.id)).map((bill) => bill.status)).toEqual(['aberta']);
    });
  });
});
