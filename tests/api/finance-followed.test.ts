import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { followUpCharges } from '../../src/server/money/finance/follow-up.ts';
import { expireOrders } from '../../src/server/money/orders/end-order.ts';
import { addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { addOrder } from '../support/orders.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const MINUTE = 60_000;
const DAY_MS = 86_400_000;

describe.each(engines)('money whose message got lost on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const pix = async (bill: number, as: number, query: { com?: string } = {}) =>
    (await portal.call(payWithPix, { params: { id: bill }, query }, { as })).body;
  /** The bank has the money and sends no webhook. */
  async function arriveUnheard(txid: string) {
    const { sandbox } = portal.school.ports.payments;
    expect(await sandbox?.pay(txid)).toBe(true);
  }

  it('a payment of a replaced code is found', async () => {
    const { id, bills } = await addDebtor(portal, [{}, {}]);
    const [one = 0, two = 0] = bills;
    const alone = await pix(one, id);
    await pix(one, id, { com: String(two) });
    await arriveUnheard(alone.txid);
    portal.clock.advance(33 * MINUTE);
    await followUpCharges(portal.school);
    expect((await booksOf(portal, one)).bill).toMatchObject({ status: 'paga', forma: 'pix' });
    expect((await booksOf(portal, two)).bill.status).toBe('aberta');
  });

  it('a replaced unpaid code is polled until it expires, and no longer', async () => {
    const { id, bills } = await addDebtor(portal, [{}, {}]);
    const [one = 0, two = 0] = bills;
    const alone = await pix(one, id);
    await pix(one, id, { com: String(two) });
    portal.clock.advance(33 * MINUTE);
    await followUpCharges(portal.school);
    expect((await booksOf(portal, one)).charges.map(({ txid, status }) => [txid, status])).toContainEqual([
      alone.txid,
      'expirada',
    ]);
  });

  it('ORDER-15 an order that was paid before its deadline is not cancelled after it', async () => {
    const { owner, order } = await addOrder(portal);
    portal.clock.advance(7 * DAY_MS - 5 * MINUTE);
    const { txid } = await pix(order.parcela_id ?? 0, owner);
    await arriveUnheard(txid);
    portal.clock.advance(16 * MINUTE);
    await expireOrders(portal.school);
    const { body } = await portal.ops.orders.getOrder({ id: order.id }, { as: owner });
    expect(body.status.id).toBe(2);
    expect((await booksOf(portal, order.parcela_id ?? 0)).refunds).toEqual([]);
  });

  it('fifty charges that stay pending do not block the status check of another', async () => {
    const { id, bills } = await addDebtor(portal);
    const { provider } = portal.school.ports.payments;
    if (!provider) throw new Error('The tests pay in the sandbox');
    const { find } = provider;
    provider.find = async (reference) => (reference.startsWith('WAITING') ? { status: 'pendente' } : find(reference));
    const at = new Date(portal.clock.now.getTime() - MINUTE).toISOString();
    await portal.school.db
      .insertInto('charges')
      .values(
        Array.from({ length: 50 }, (_, index) => ({
          txid: `WAITING${index}`,
          user_id: id,
          forma: 'cartao' as const,
          provider: provider.name,
          valor_centavos: 100,
          parcelas: 1,
          status: 'em_analise' as const,
          criada_em: at,
        })),
      )
      .execute();
    await payByCard(portal, bills[0] ?? 0, cards.review, { as: id });
    for (const _ of [1, 2]) {
      portal.clock.advance(30_000);
      await followUpCharges(portal.school);
    }
    expect((await booksOf(portal, bills[0] ?? 0)).bill.status).toBe('paga');
  });

  it('polling a card payment does not count as an attempt, however long the bank takes', async () => {
    const { id, bills } = await addDebtor(portal, [{}, {}]);
    const [one = 0, two = 0] = bills;
    const key = 'the-same-intent';
    for (let count = 0; count < 30; count += 1) {
      expect((await payByCard(portal, one, cards.review, { as: id, key })).status).toBe(200);
    }
    expect((await payByCard(portal, two, cards.approved, { as: id })).status).toBe(200);
  });

  it('a repeated request returns the new state of a payment, without waiting for a job', async () => {
    const { id, bills } = await addDebtor(portal);
    const key = 'asked-once-more';
    await payByCard(portal, bills[0] ?? 0, cards.review, { as: id, key });
    portal.clock.advance(30_000);
    expect((await payByCard(portal, bills[0] ?? 0, cards.review, { as: id, key })).body.status).toBe('aprovado');
  });
});
