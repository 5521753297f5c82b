import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { getFinance, payWithPix, receivePaymentWebhook } from '../../src/lib/contract/finance.ts';
import { cancelOrder } from '../../src/lib/contract/orders.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { addOrder, moveOrders } from '../support/orders.ts';
import { withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(allEngines)('orders and the money for them on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const read = async (id: number, as: number) => (await portal.ops.orders.getOrder({ id }, { as })).body;
  const pix = (bill: number, as: number) => portal.call(payWithPix, { params: { id: bill }, query: {} }, { as });
  const refundsOf = async (bill: number) => {
    const [charge] = (await booksOf(portal, bill)).charges;
    return portal.school.db
      .selectFrom('refunds')
      .select(['valor_centavos', 'motivo', 'status'])
      .where('charge_id', '=', charge?.id ?? 0)
      .execute();
  };
  /** The bank has the money and sends its webhook. */
  async function arrive(txid: string) {
    const { sandbox } = portal.school.ports.payments;
    if (!sandbox) throw new Error('The tests pay in the sandbox');
    expect(await sandbox.pay(txid)).toBe(true);
    const { body, headers } = sandbox.messageAbout(txid);
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'sandbox');
    expect((await portal.send('POST', path, { body, headers })).status).toBe(200);
  }

  it('ORDER-14 a card payment moves an order on, and a cancellation by staff refunds it', async () => {
    const { owner, order } = await addOrder(portal);
    const bill = order.parcela_id ?? 0;
    expect((await payByCard(portal, bill, cards.approved, { as: owner, installments: 6 })).body.status).toBe(
      'aprovado',
    );
    const paid = await read(order.id, owner);
    expect(paid).toMatchObject({ status: { id: 2 }, pode_cancelar: false, parcela_id: bill });
    expect(paid.pago_em).not.toBeNull();
    expect((await moveOrders(portal, [order.id], -2)).status).toBe(200);
    expect(await refundsOf(bill)).toEqual([
      { valor_centavos: order.total_centavos, motivo: 'pedido_cancelado', status: 'pedida' },
    ]);
    await sendRefunds(portal.school);
    expect(await refundsOf(bill)).toMatchObject([{ status: 'feita' }]);
  });

  it('cancelling an order with two payments refunds both', async () => {
    const { owner, order } = await addOrder(portal);
    const bill = order.parcela_id ?? 0;
    const part = (await pix(bill, owner)).body.txid;
    const { db } = portal.school;
    await db.updateTable('sandbox_charges').set({ amount: 100 }).where('reference', '=', part).execute();
    await arrive(part);
    await arrive((await pix(bill, owner)).body.txid);
    expect((await moveOrders(portal, [order.id], -2)).status).toBe(200);
    const { refunds } = await booksOf(portal, bill);
    expect(refunds.map((row) => row.valor_centavos)).toEqual([100, order.total_centavos - 100]);
  });

  it('a Pix moves an order on', async () => {
    const { owner, order } = await addOrder(portal);
    const code = await pix(order.parcela_id ?? 0, owner);
    expect(code.body.valor_centavos).toBe(order.total_centavos);
    await arrive(code.body.txid);
    expect((await read(order.id, owner)).status.id).toBe(2);
  });

  it('a payment after the cancellation is refunded', async () => {
    const { owner, order } = await addOrder(portal);
    const bill = order.parcela_id ?? 0;
    const code = await pix(bill, owner);
    const input = { params: { id: order.id }, body: {} };
    const sent = withKey({ as: owner });
    expect((await portal.call(cancelOrder, input, sent)).body.status.id).toBe(-2);
    await arrive(code.body.txid);
    expect((await read(order.id, owner)).status.id).toBe(-2);
    expect((await refundsOf(bill)).map(({ valor_centavos }) => valor_centavos)).toEqual([order.total_centavos]);
  });

  it('the bill of an order is not listed with the course', async () => {
    const { owner } = await addOrder(portal);
    expect((await portal.call(getFinance, {}, { as: owner })).body.parcelas).toEqual([]);
  });
});
