import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { createExchangePayment, payExchangeWithCard, simulateExchange } from '../../src/lib/contract/exchange.ts';
import { getFinance, payWithPix, receivePaymentWebhook } from '../../src/lib/contract/finance.ts';
import { cancelOrder } from '../../src/lib/contract/orders.ts';
import { bankDayFrom, nationalCalendar } from '../../src/server/money/finance/bank-days.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { cardBody, cards } from '../support/card-body.ts';
import { addOrder } from '../support/orders.ts';
import { pagador, recebedor } from '../support/payer.ts';
import { withKey } from '../support/points.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const DAY_MS = 86_400_000;
const MINUTE = 60_000;

describe.each(engines)('what is shown, charged and stated is the same on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  const pix = (bill: number, as: number, query: { com?: string } = {}) =>
    portal.call(payWithPix, { params: { id: bill }, query }, { as });
  const statement = async (as: number) => (await portal.ops.finance.listTransactions({}, { as })).body;
  const shown = async (bill: number, as: number) =>
    (await portal.ops.finance.listBills({ ids: String(bill) }, { as })).body[0];
  function bank() {
    const { sandbox } = portal.school.ports.payments;
    if (!sandbox) throw new Error('The tests pay in the sandbox');
    return sandbox;
  }
  /** The bank has the money and sends its webhook. */
  async function arrive(txid: string) {
    expect(await bank().pay(txid)).toBe(true);
    const { body, headers } = bank().messageAbout(txid);
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'sandbox');
    expect((await portal.send('POST', path, { body, headers })).status).toBe(200);
  }
  /** Two minutes before midnight at the school. */
  const lateEvening = () => {
    const day = new Date(portal.clock.now.getTime() + DAY_MS).toISOString().slice(0, 10);
    portal.clock.now = new Date(Date.parse(`${day}T02:58:00Z`));
  };

  it('EXCH-04 the quoted total is charged after midnight too', async () => {
    lateEvening();
    const { id: owner } = await addDebtor(portal);
    const quote = { moeda: 'EUR', forma: 'cartao', valor_minor: 50_000 } as const;
    const { body: quoted } = await portal.call(simulateExchange, { body: quote }, { as: owner });
    const byCard = (number: string) => {
      const body = { quote_id: quoted.quote_id, installments: 1, card: cardBody(number).card, pagador, recebedor };
      return portal.call(payExchangeWithCard, { body }, withKey({ as: owner }));
    };
    expect((await byCard(cards.noFunds)).body.status).toBe('recusado');
    portal.clock.advance(5 * MINUTE);
    const { body } = await byCard(cards.approved);
    expect(body).toMatchObject({ status: 'pago', total_centavos: quoted.total_centavos });
    expect((await statement(owner)).pago_centavos).toBe(quoted.total_centavos);
  });

  it('EXCH-04 a code for bills of a course pays no exchange past its quote', async () => {
    const { id: owner, bills } = await addDebtor(portal);
    const quote = { moeda: 'EUR', forma: 'pix', valor_minor: 50_000 } as const;
    const { body: quoted } = await portal.call(simulateExchange, { body: quote }, { as: owner });
    const input = { quote_id: quoted.quote_id, forma: 'pix', pagador, recebedor } as const;
    const { body: payment } = await portal.call(createExchangePayment, { body: input }, withKey({ as: owner }));
    const { id: quotedBill } = await portal.school.db
      .selectFrom('parcelas')
      .select('id')
      .where('cambio_id', '=', payment.id)
      .executeTakeFirstOrThrow();
    const { status, body } = await pix(bills[0] ?? 0, owner, { com: String(quotedBill) });
    expect([status, body.code]).toEqual([409, 'quoted']);
    expect((await booksOf(portal, quotedBill)).charges).toMatchObject([{ status: 'ativa' }]);
    const link = await portal.ops.finance.getPaymentLink({ parcela_id: quotedBill }, { as: owner });
    expect([link.status, link.body.code]).toEqual([409, 'quoted']);
  });

  it('an order has no fine: its amount stays the same until its deadline', async () => {
    const { owner, order } = await addOrder(portal);
    const bill = order.parcela_id ?? 0;
    await portal.school.db.updateTable('parcelas').set({ vencimento: '2026-01-10' }).where('id', '=', bill).execute();
    expect((await pix(bill, owner)).body.valor_centavos).toBe(order.total_centavos);
  });

  it('the day of a bill ends when it ends at its school', async () => {
    const { db } = portal.school;
    await db.updateTable('companies').set({ timezone: 'America/Manaus' }).where('id', '=', 102).execute();
    lateEvening();
    // The due date has to be a banking day: otherwise the bill would still be in time.
    const today = bankDayFrom(
      new Date(portal.clock.now.getTime() - 3 * 60 * MINUTE).toISOString().slice(0, 10),
      nationalCalendar,
    );
    portal.clock.now = new Date(Date.parse(`${today}T02:58:00Z`) + DAY_MS);
    const bill = { vencimento: today, desconto_centavos: 500, company_id: 102 };
    const { id, bills } = await addDebtor(portal, [bill, bill]);
    portal.clock.advance(30 * MINUTE);
    const [one = 0, two = 0] = bills;
    expect(await shown(one, id)).toMatchObject({ status: 'vence_hoje', valor_atualizado_centavos: 9_500 });
    expect((await portal.call(getFinance, {}, { as: id })).body.resumo.vencido_centavos).toBe(0);
    expect((await pix(one, id)).body.valor_centavos).toBe(9_500);
    expect((await payByCard(portal, two, cards.approved, { as: id })).body.total_centavos).toBe(9_500);
    portal.clock.advance(60 * MINUTE);
    expect(await shown(one, id)).toMatchObject({ status: 'vencida', multa_centavos: 200 });
  });

  it('a bill that was paid late shows the paid amount', async () => {
    const due = new Date(portal.clock.now.getTime() - 30 * DAY_MS).toISOString().slice(0, 10);
    const late = { vencimento: due, desconto_centavos: 700 };
    const { id, bills } = await addDebtor(portal, [late, late]);
    const [paid = 0, held = 0] = bills;
    const before = await shown(paid, id);
    const { body } = await payByCard(portal, paid, cards.approved, { as: id });
    await payByCard(portal, held, cards.review, { as: id });
    for (const bill of [paid, held]) {
      expect(await shown(bill, id)).toMatchObject({
        desconto_centavos: 0,
        multa_centavos: before?.multa_centavos,
        juros_centavos: before?.juros_centavos,
        valor_atualizado_centavos: body.total_centavos,
      });
    }
    const { parcelas } = (await portal.call(getFinance, {}, { as: id })).body;
    expect(parcelas.map(({ valor_atualizado_centavos: total }) => total)).toEqual(
      (await statement(id)).items.map(({ valor_centavos }) => valor_centavos),
    );
  });

  it('a code of several bills does not speak for one of them', async () => {
    const { id, bills } = await addDebtor(portal, [{}, {}]);
    const [one = 0, two = 0] = bills;
    const { txid } = (await pix(one, id, { com: String(two) })).body;
    await arrive(txid);
    expect((await pix(two, id, { com: String(one) })).body).toMatchObject({ txid, status: 'CONCLUIDA' });
    const { status, body } = await pix(one, id);
    expect([status, body.code]).toEqual([409, 'already_paid']);
  });

  it('a statement adds up when a bill was paid twice', async () => {
    const { id, bills } = await addDebtor(portal, [{}, {}]);
    const [one = 0, two = 0] = bills;
    const alone = (await pix(one, id)).body;
    const both = (await pix(one, id, { com: String(two) })).body;
    await arrive(alone.txid);
    await arrive(both.txid);
    await sendRefunds(portal.school);
    const { items, pago_centavos, devolvido_centavos } = await statement(id);
    expect([pago_centavos, devolvido_centavos]).toEqual([30_000, 10_000]);
    expect(items.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0)).toBe(20_000);
    expect(new Set(items.map((each) => each.id)).size).toBe(4);
    // One payment has one receipt.
    expect(items.filter(({ recibo_url }) => recibo_url)).toHaveLength(2);
  });

  it('all figures agree when a cancelled order is paid, which is not a duplicate payment', async () => {
    const { owner, order } = await addOrder(portal);
    const code = await pix(order.parcela_id ?? 0, owner);
    const sent = withKey({ as: owner });
    expect((await portal.call(cancelOrder, { params: { id: order.id }, body: {} }, sent)).status).toBe(200);
    await arrive(code.body.txid);
    const { items } = await statement(owner);
    expect(items.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0)).toBe(0);
    expect(items.find(({ tipo }) => tipo === 'devolucao')?.descricao).toBe('Devolução do que já estava cancelado');
    expect(items.find(({ tipo }) => tipo === 'pedido')).toMatchObject({
      descricao: `Pedido ${order.numero}`,
      status: 'concluido',
      recibo_url: null,
    });
  });
});
