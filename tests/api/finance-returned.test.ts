import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { downloadReceipt, getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import { STATUS } from '../../src/lib/rules/orders/status.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import type { Sandbox } from '../../src/server/core/ports/payments/sandbox.ts';
import { followUpCharges } from '../../src/server/money/finance/follow-up.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { reviewPaidCharges } from '../../src/server/money/finance/review-paid.ts';
import { addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { cards } from '../support/card-body.ts';
import { notificationsOf } from '../support/inbox.ts';
import { moveOrders } from '../support/orders.ts';
import { withKey } from '../support/points.ts';
import { allEngines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';

const helena = { as: HELENA };
const motivo = 'Teste';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

describe.each(allEngines)('refunds outside the portal, on %s', (engine) => {
  let portal: TestSchool;
  let bank: Sandbox;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    portal.clock.now = noonOf(portal);
    bank = portal.school.ports.payments.sandbox as Sandbox;
  });
  afterAll(() => portal.close());

  const today = () => portal.clock.now.toISOString().slice(0, 10);
  const code = async (bill: number, as: number) => {
    const { body } = await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as });
    return body.txid;
  };
  /** The bank reports a change of a charge. */
  const tell = (txid: string) => {
    const { body, headers } = bank.messageAbout(txid);
    return portal.send('POST', `${API_PREFIX}portal/payments/webhooks/sandbox/`, { body, headers });
  };
  /** A person with a paid bill of 100 reais. */
  async function paid() {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    const txid = await code(bill, id);
    await bank.pay(txid);
    await tell(txid);
    expect((await booksOf(portal, bill)).bill.status).toBe('paga');
    return { id, bill, txid };
  }
  const shown = async (id: number) => (await portal.ops.finance.getSchoolBill({ id }, helena)).body;
  const close = async () => {
    const { body } = await portal.ops.finance.listMonthClose({ mes: today().slice(0, 7) }, helena);
    return { in: body.recebido_centavos, out: body.devolvido_centavos, due: body.a_devolver_centavos };
  };
  const refundsOf = async (bill: number) =>
    (await booksOf(portal, bill)).refunds.map((row) => [row.status, row.valor_centavos, row.fora]);
  const staffNotifications = async () =>
    (await notificationsOf(portal, HELENA)).filter(({ chave }) => chave?.startsWith('pagamento_devolvido'));
  const movements = async (as: number) =>
    (await portal.ops.finance.listTransactions({}, { as })).body.items.map((each) => each.valor_centavos);

  it('a payment reversed by the bank shows on bill, close, receipt, check and statement, and in a notice', async () => {
    const { id, bill, txid } = await paid();
    await portal.send('GET', API_PREFIX + downloadReceipt.path.replace('{parcela_id}', String(bill)), {}, { as: id });
    const row = await portal.school.db
      .selectFrom('documents')
      .select('codigo')
      .where('user_id', '=', id)
      .executeTakeFirst();
    const before = await close();
    const notified = (await staffNotifications()).length;
    await bank.giveBack(txid);
    expect((await tell(txid)).status).toBe(200);
    expect(await refundsOf(bill)).toEqual([['feita', 10_000, 'banco']]);
    expect(await shown(bill)).toMatchObject({
      status: 'paga',
      devolucao: {
        valor_centavos: 10_000,
        total: true,
        concluida: true,
        motivo: 'Devolvido pelo banco, fora do portal',
      },
      resta_centavos: 0,
      pode: { devolver: false, anotar_devolucao: false, reabrir: true },
    });
    expect(await close()).toEqual({ ...before, out: before.out + 10_000 });
    const { parcelas } = (await portal.call(getFinance, {}, { as: id })).body;
    expect(parcelas).toMatchObject([{ status: 'paga', devolvido_centavos: 10_000 }]);
    expect((await movements(id)).toSorted((a, b) => a - b)).toEqual([-10_000, 10_000]);
    const check = await portal.ops.account.verifyDocument({ code: row?.codigo ?? '' });
    expect(check.body).toMatchObject({ selo: 'Pagamento devolvido', aviso: expect.stringContaining('Devolvido: ') });
    expect(await staffNotifications()).toHaveLength(notified + 1);
    expect((await staffNotifications()).at(-1)?.body).toContain('cobrar de novo');
    expect((await notificationsOf(portal, id)).map(({ body }) => body).join()).toContain('O banco devolveu R$');
  });

  it('S4 16 concurrent webhooks of a refund count once, and the office cannot refund again', async () => {
    const { bill, txid } = await paid();
    await bank.giveBack(txid);
    const heard = await Promise.all(Array.from({ length: 16 }, () => tell(txid)));
    expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await refundsOf(bill)).toEqual([['feita', 10_000, 'banco']]);
    const body = { motivo, total_visto_centavos: 10_000 };
    const requested = await portal.ops.finance.refundSchoolBill({ id: bill, ...body }, withKey(helena));
    expect([requested.status, requested.body.code]).toEqual([409, 'refunded']);
  });

  it('a partial refund counts in part; the office refunds the rest, and each centavo is refunded once', async () => {
    const { bill, txid } = await paid();
    await bank.giveBack(txid, 3_000);
    await tell(txid);
    expect(await shown(bill)).toMatchObject({
      devolucao: { valor_centavos: 3_000, total: false },
      resta_centavos: 7_000,
    });
    const body = { motivo, total_visto_centavos: 7_000 };
    expect((await portal.ops.finance.refundSchoolBill({ id: bill, ...body }, withKey(helena))).status).toBe(200);
    await sendRefunds(portal.school);
    await tell(txid);
    expect(await refundsOf(bill)).toEqual([
      ['feita', 3_000, 'banco'],
      ['feita', 7_000, null],
    ]);
  });

  it('a refund without a webhook is found by polling, daily at first, then weekly', async () => {
    const { bill, txid } = await paid();
    await bank.giveBack(txid);
    await reviewPaidCharges(portal.school);
    expect(await refundsOf(bill)).toEqual([]);
    portal.clock.advance(DAY_MS + MINUTE_MS);
    await reviewPaidCharges(portal.school);
    await reviewPaidCharges(portal.school);
    expect(await refundsOf(bill)).toEqual([['feita', 10_000, 'banco']]);
    const next = (await booksOf(portal, bill)).charges[0]?.rever_em ?? '';
    expect(Date.parse(next) - portal.clock.now.getTime()).toBe(DAY_MS);
  });

  it('a payment that was refunded before it was reported pays nothing', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    const txid = await code(bill, id);
    const before = await close();
    await bank.pay(txid);
    await bank.giveBack(txid);
    await tell(txid);
    expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'aberta', charge_id: null });
    expect(await close()).toEqual({ ...before, in: before.in + 10_000, out: before.out + 10_000 });
    expect((await movements(id)).toSorted((a, b) => a - b)).toEqual([-10_000, 10_000]);
  });

  it('the office records a refund made elsewhere: it is not sent, and a report of the bank adds nothing', async () => {
    const { id, bill, txid } = await paid();
    const note = (body: { valor_centavos: number; dia: string; motivo: string }) =>
      portal.ops.finance.noteRefund({ id: bill, ...body }, withKey(helena));
    const dia = today();
    expect((await note({ valor_centavos: 10_001, dia, motivo })).body.detail).toContain('no máximo R$');
    expect((await note({ valor_centavos: 100, dia: '2020-01-01', motivo })).status).toBe(422);
    expect((await note({ valor_centavos: 10_000, dia, motivo })).status).toBe(200);
    const notices = await portal.school.db.selectFrom('notices').select('body').where('user_id', '=', id).execute();
    expect(notices.map(({ body }) => body).join()).toContain('A escola devolveu R$');
    expect((await note({ valor_centavos: 1, dia, motivo })).body.code).toBe('refunded');
    await sendRefunds(portal.school);
    await bank.giveBack(txid);
    await tell(txid);
    expect(await refundsOf(bill)).toEqual([['feita', 10_000, 'escola']]);
  });

  it('a refund that the bank cannot send ends when the office records it', async () => {
    const { bill, txid } = await paid();
    const body = { motivo, total_visto_centavos: 10_000 };
    await portal.ops.finance.refundSchoolBill({ id: bill, ...body }, withKey(helena));
    expect(await shown(bill)).toMatchObject({ a_devolver_centavos: 10_000, pode: { anotar_devolucao: true } });
    const noted = { valor_centavos: 10_000, dia: today(), motivo };
    await portal.ops.finance.noteRefund({ id: bill, ...noted }, withKey(helena));
    await sendRefunds(portal.school);
    const sent = portal.school.db.selectFrom('sandbox_refunds').selectAll().where('charge', '=', txid);
    expect(await sent.execute()).toEqual([]);
    expect(await refundsOf(bill)).toEqual([['feita', 10_000, 'escola']]);
  });

  it.each([
    ['the office notes', 'escola'],
    ['the bank tells', 'banco'],
  ])('a partial refund that %s reduces a refund that was not sent yet', async (_who, fora) => {
    const { bill, txid } = await paid();
    const body = { motivo, total_visto_centavos: 10_000 };
    await portal.ops.finance.refundSchoolBill({ id: bill, ...body }, withKey(helena));
    for (const centavos of [3_000, 2_000]) {
      const noted = { valor_centavos: centavos, dia: today(), motivo };
      if (fora === 'escola') {
        const { status } = await portal.ops.finance.noteRefund({ id: bill, ...noted }, withKey(helena));
        expect(status).toBe(200);
      } else await bank.giveBack(txid, centavos);
      await tell(txid);
    }
    await sendRefunds(portal.school);
    expect(await refundsOf(bill)).toEqual([
      ['feita', 5_000, null],
      ['feita', 3_000, fora],
      ['feita', 2_000, fora],
    ]);
    const sent = portal.school.db.selectFrom('sandbox_refunds').select('amount').where('charge', '=', txid);
    const ours = await sent.where('reference', 'like', 'refund-%').execute();
    expect(ours).toEqual([{ amount: 5_000 }]);
    expect(await shown(bill)).toMatchObject({ resta_centavos: 0, a_devolver_centavos: 0, pode: { reabrir: true } });
  });

  it('a fully refunded bill is owed again, and the ledger keeps both movements', async () => {
    const { id, bill, txid } = await paid();
    const reopen = (vencimento: string) =>
      portal.ops.finance.reopenBill({ id: bill, vencimento, motivo }, withKey(helena));
    const day = shiftDay(today(), 20);
    expect((await reopen(day)).body.code).toBe('not_returned');
    await bank.giveBack(txid);
    await tell(txid);
    expect((await reopen('2020-01-01')).status).toBe(422);
    const before = await close();
    expect((await reopen(day)).status).toBe(200);
    expect(await shown(bill)).toMatchObject({ status: 'a_vencer', total_centavos: 10_000, vencimento: day });
    expect(await close()).toEqual(before);
    const again = await code(bill, id);
    await bank.pay(again);
    await tell(again);
    expect(await shown(bill)).toMatchObject({ status: 'paga', devolucao: null });
    expect(await movements(id)).toHaveLength(3);
  });

  it('a refunded order is cancelled without a second refund', async () => {
    const { id, bill, txid } = await paid();
    const { db } = portal.school;
    const order = await db.selectFrom('pedidos').selectAll().where('company_id', '=', 101).executeTakeFirstOrThrow();
    const { id: _id, ...copy } = order;
    const made = await db
      .insertInto('pedidos')
      .values({
        ...copy,
        numero: `T-${bill}`,
        user_id: id,
        status: STATUS.toAttend,
        total_centavos: 10_000,
        cupom_id: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('parcelas').set({ pedido_id: made.id }).where('id', '=', bill).execute();
    await bank.giveBack(txid);
    await tell(txid);
    const moved = await moveOrders(portal, [made.id], STATUS.cancelled, { nota: motivo }, helena);
    expect(moved.status).toBe(200);
    expect(await refundsOf(bill)).toEqual([['feita', 10_000, 'banco']]);
  });

  describe('an amount that differs from the charge', () => {
    const receive = async (txid: string, amount: number) => {
      await portal.school.db.updateTable('sandbox_charges').set({ amount }).where('reference', '=', txid).execute();
      await bank.pay(txid);
      expect((await tell(txid)).status).toBe(200);
    };

    it('a lower amount counts, the rest is owed, and the office is notified', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      const before = await close();
      await receive(await code(bill, id), 349);
      expect(await shown(bill)).toMatchObject({
        status: 'a_vencer',
        pago_parcial_centavos: 349,
        total_centavos: 9_651,
      });
      expect((await close()).in - before.in).toBe(349);
      expect((await staffNotifications()).at(-1)?.body).toContain('Entraram R$');
      expect((await notificationsOf(portal, id)).map(({ body }) => body).join()).toContain(
        'O resto continua em aberto',
      );
      const { body } = await portal.call(getFinance, {}, { as: id });
      expect(body.resumo.aberto_centavos).toBe(9_651);
      const sums = async () => (await portal.ops.finance.listSchoolBills({ aluno: id }, helena)).body.somas;
      expect(await sums()).toMatchObject({ recebido_centavos: 349, a_receber_centavos: 9_651, desconto_centavos: 0 });
      const rest = await code(bill, id);
      await bank.pay(rest);
      await tell(rest);
      expect(await shown(bill)).toMatchObject({ status: 'paga', total_centavos: 9_651, resta_centavos: 10_000 });
      expect(await sums()).toMatchObject({ recebido_centavos: 10_000, a_receber_centavos: 0, desconto_centavos: 0 });
      expect((await movements(id)).toSorted((a, b) => a - b)).toEqual([349, 9_651]);
    });

    it('a fully refunded later payment does not reduce an earlier part', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      const part = async () => (await booksOf(portal, bill)).bill.pago_parcial_centavos;
      const first = await code(bill, id);
      await receive(first, 349);
      const rest = await code(bill, id);
      await bank.pay(rest);
      await bank.giveBack(rest);
      await tell(rest);
      expect(await part()).toBe(349);
      const less = await code(bill, id);
      await portal.school.db
        .updateTable('sandbox_charges')
        .set({ amount: 500 })
        .where('reference', '=', less)
        .execute();
      await bank.pay(less);
      await bank.giveBack(less);
      await tell(less);
      expect(await part()).toBe(349);
      expect((await movements(id)).toSorted((a, b) => a - b)).toEqual([-9_651, -500, 349, 500, 9_651]);
      await bank.giveBack(first, 49);
      await tell(first);
      expect(await part()).toBe(300);
    });

    it('sums include a part beside a card under review, and exclude a part that was refunded later', async () => {
      const { id, bills } = await addDebtor(portal, [{}, {}]);
      const [bill = 0, other = 0] = bills;
      const sums = async () => (await portal.ops.finance.listSchoolBills({ aluno: id }, helena)).body.somas;
      const first = await code(bill, id);
      await receive(first, 349);
      const rest = await code(bill, id);
      await bank.pay(rest);
      await tell(rest);
      await bank.giveBack(first);
      await tell(first);
      const none = { desconto_centavos: 0, encargos_centavos: 0 };
      expect(await sums()).toMatchObject({ ...none, recebido_centavos: 9_651, a_receber_centavos: 10_000 });
      await receive(await code(other, id), 1_000);
      expect((await payByCard(portal, other, cards.review, { as: id })).status).toBe(200);
      expect((await booksOf(portal, other)).bill.status).toBe('em_processamento');
      expect(await sums()).toMatchObject({ ...none, recebido_centavos: 10_651, a_receber_centavos: 9_000 });
    });

    it('a partial payment of a cancelled bill is refunded', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      await receive(await code(bill, id), 400);
      await portal.ops.finance.cancelSchoolBill({ id: bill, motivo }, withKey(helena));
      await sendRefunds(portal.school);
      expect(await refundsOf(bill)).toEqual([['feita', 400, null]]);
    });

    it('a lower amount pays the first of several bills', async () => {
      const { id, bills } = await addDebtor(portal, [{}, {}, {}]);
      const [one = 0, two = 0, three = 0] = bills;
      const { body } = await portal.call(
        payWithPix,
        { params: { id: one }, query: { com: `${two},${three}` } },
        { as: id },
      );
      await receive(body.txid, 15_000);
      const states = await Promise.all([one, two, three].map(async (bill) => (await booksOf(portal, bill)).bill));
      expect(states.map((row) => [row.status, row.pago_parcial_centavos])).toEqual([
        ['paga', 0],
        ['aberta', 5_000],
        ['aberta', 0],
      ]);
    });

    it('a surplus is refunded', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      const before = await close();
      await receive(await code(bill, id), 12_500);
      const sums = async () => (await portal.ops.finance.listSchoolBills({ aluno: id }, helena)).body.somas;
      expect(await sums()).toMatchObject({ recebido_centavos: 12_500, desconto_centavos: 0 });
      await sendRefunds(portal.school);
      expect(await sums()).toMatchObject({ recebido_centavos: 10_000, desconto_centavos: 0 });
      expect(await refundsOf(bill)).toEqual([['feita', 2_500, null]]);
      expect(await close()).toMatchObject({ in: before.in + 12_500, out: before.out + 2_500 });
      expect(await shown(bill)).toMatchObject({ status: 'paga', desconto_centavos: 0, resta_centavos: 10_000 });
    });

    it('a payment of an expired code gets no discount granted after it', async () => {
      const { id, bills } = await addDebtor(portal, [{ valor_centavos: 32_900 }]);
      const [bill = 0] = bills;
      const txid = await code(bill, id);
      const body = { abatimento_centavos: 10_000, sem_encargos: false, motivo };
      await portal.ops.finance.discountBill({ id: bill, ...body }, withKey(helena));
      await bank.pay(txid);
      portal.clock.advance(33 * MINUTE_MS);
      await followUpCharges(portal.school);
      await sendRefunds(portal.school);
      expect((await booksOf(portal, bill)).bill.status).toBe('paga');
      expect(await refundsOf(bill)).toEqual([['feita', 10_000, null]]);
      expect((await staffNotifications()).at(-1)?.title).toBe('Pagamento devolvido');
    });
  });
});
