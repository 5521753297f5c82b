import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { COUNTER } from '../../src/server/money/finance/counter.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills, addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { cards } from '../support/card-body.ts';
import { withKey } from '../support/points.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const helena = { as: HELENA };
const motivo = 'Combinado com a família';

describe.each(allEngines)('the office and its bills on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const read = async (id: number, dia?: string) =>
    (await portal.ops.finance.getSchoolBill({ id, ...(dia && { dia }) }, helena)).body;
  const note = (
    id: number,
    total: number,
    {
      forma = 'dinheiro' as const,
      dia = today(),
      part,
      ...sent
    }: { forma?: 'dinheiro' | 'maquina'; dia?: string; part?: number; key?: string; as?: number } = {},
  ) =>
    portal.ops.finance.payAtCounter(
      { id, forma, dia, total_visto_centavos: total, ...(part !== undefined && { valor_centavos: part }) },
      withKey({ ...helena, ...sent }),
    );
  const cancel = (id: number) => portal.ops.finance.cancelSchoolBill({ id, motivo }, withKey(helena));
  const undo = (id: number) => portal.ops.finance.undoCounterPayment({ id, motivo }, withKey(helena));
  const logOf = (id: number) =>
    portal.school.db.selectFrom('audit_log').selectAll().where('target', '=', `bill:${id}`).orderBy('id').execute();

  describe('a payment at the counter', () => {
    it('pays the bill with a receipt, a line of the statement, a notice and a line of the log', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      const done = await note(bill, 10_000, { forma: 'maquina' });
      expect([done.status, done.body]).toEqual([200, { id: bill, detail: expect.stringContaining('100,00') }]);
      expect((await booksOf(portal, bill)).charges).toMatchObject([
        { provider: COUNTER, forma: 'maquina', status: 'paga' },
      ]);
      const own = (await portal.call(getFinance, {}, { as: id })).body.parcelas;
      expect(own).toMatchObject([{ status: 'paga', forma: 'maquina', recibo_url: expect.any(String) }]);
      const statement = (await portal.ops.finance.listTransactions({}, { as: id })).body;
      expect(statement).toMatchObject({ pago_centavos: 10_000, items: [{ forma: 'maquina', valor_centavos: 10_000 }] });
      const receipt = await portal.send('GET', `/api/v1/portal/manager/finance/bills/${bill}/receipt/`, {}, helena);
      expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const notified = await portal.school.db.selectFrom('notices').selectAll().where('user_id', '=', id).execute();
      expect(notified.map(({ chave }) => chave)).toEqual([`parcela_paga:${bill}`]);
      const [log] = await logOf(bill);
      expect([log?.action, log?.user_id, JSON.parse(log?.data ?? '{}')]).toMatchObject([
        'bill-paid',
        HELENA,
        { antes: { status: 'Em aberto' }, depois: { status: 'Paga' } },
      ]);
    });

    it('a payment on an earlier day costs the amount of that day, which the clerk must have seen', async () => {
      const due = shiftDay(today(), -40);
      const { id, bills } = await addDebtor(portal, [{ vencimento: due, desconto_centavos: 1_000 }]);
      const [bill = 0] = bills;
      const now = (await read(bill)).total_centavos;
      expect(now).toBeGreaterThan(10_000);
      expect((await read(bill, due)).em_dia).toEqual({ dia: due, total_centavos: 9_000 });
      const refused = await note(bill, now, { dia: due });
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        409,
        'other_total',
        expect.stringContaining('90,00'),
      ]);
      expect((await note(bill, 9_000, { dia: due })).status).toBe(200);
      await portal.worker.runOnce();
      const notified = await portal.school.db.selectFrom('notices').select('body').where('user_id', '=', id).execute();
      expect(notified.filter(({ body }) => body.includes('90,00'))).toHaveLength(1);
      expect((await booksOf(portal, bill)).bill.pago_em?.slice(0, 10)).toBe(due);
    });

    it.each([
      ['tomorrow', 1],
      ['61 days ago', -61],
    ])('%s is refused beside the field', async (_name, days) => {
      const [bill = 0] = (await addDebtor(portal)).bills;
      const { status, body } = await note(bill, 10_000, { dia: shiftDay(today(), days) });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['dia']]);
    });

    it('a counter payment ends an open Pix code, and later money of it is refunded', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id });
      await note(bill, 10_000);
      expect((await booksOf(portal, bill)).charges.map(({ status }) => status)).toEqual(['removida', 'paga']);
    });

    it('a counter payment is refused while a card locks the bill, and for a paid or cancelled bill', async () => {
      const { id, bills } = await addDebtor(portal, [{}, { status: 'cancelada' }, {}]);
      const [held = 0, cancelled = 0, paid = 0] = bills;
      await payByCard(portal, held, cards.review, { as: id });
      await note(paid, 10_000);
      const codes = await Promise.all(bills.map(async (bill) => (await note(bill, 10_000)).body.code));
      expect([held, cancelled, paid]).toEqual(bills);
      expect(codes).toEqual(['in_progress', 'cancelled', 'already_paid']);
    });

    it('one key is one payment; 64 concurrent clerks record one', async () => {
      const [one = 0, many = 0] = (await addDebtor(portal, [{}, {}])).bills;
      const key = randomUUID();
      const twice = await Promise.all([note(one, 10_000, { key }), note(one, 10_000, { key })]);
      expect(twice.map(({ status }) => status)).toEqual([200, 200]);
      const clerks = await Promise.all(Array.from({ length: 64 }, () => note(many, 10_000)));
      expect(clerks.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(clerks.filter(({ body }) => body.code === 'already_paid')).toHaveLength(63);
      for (const bill of [one, many]) expect((await booksOf(portal, bill)).charges).toHaveLength(1);
    });

    it('a counter payment can be undone on its day, and recorded and notified again', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      await note(bill, 10_000);
      expect((await undo(bill)).status).toBe(200);
      const { bill: open, charges } = await booksOf(portal, bill);
      expect([open.status, open.pago_em, open.charge_id, charges[0]?.status]).toEqual([
        'aberta',
        null,
        null,
        'desfeita',
      ]);
      expect((await portal.ops.finance.listTransactions({}, { as: id })).body.items).toEqual([]);
      await note(bill, 10_000);
      const notified = await portal.school.db.selectFrom('notices').select('title').where('user_id', '=', id).execute();
      expect(notified.filter(({ title }) => title.includes('Recebemos'))).toHaveLength(2);
      portal.clock.advance(86_400_000);
      expect((await undo(bill)).body.detail).toContain('hoje');
      portal.clock.advance(-86_400_000);
    });

    it('after a partial payment the rest pays the bill; each can be undone separately on its day', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      const first = await note(bill, 10_000, { part: 4_000 });
      expect([first.status, first.body.detail]).toEqual([200, expect.stringMatching(/40,00.*60,00/)]);
      expect(await read(bill)).toMatchObject({
        status: 'a_vencer',
        total_centavos: 6_000,
        pago_parcial_centavos: 4_000,
        pode: { receber: true, desfazer: true },
      });
      expect((await portal.ops.finance.listTransactions({}, { as: id })).body).toMatchObject({ pago_centavos: 4_000 });
      const notified = await portal.school.db.selectFrom('notices').select('title').where('user_id', '=', id).execute();
      expect(notified).toEqual([{ title: expect.stringContaining('Pagamento em parte') }]);
      for (const [part, seen] of [
        [6_001, 6_000],
        [0, 6_000],
      ] as const) {
        const { status, body } = await note(bill, seen, { part });
        expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['valor_centavos']]);
      }
      expect((await note(bill, 10_000, { part: 1_000 })).body.code).toBe('other_total');
      await note(bill, 6_000, { part: 1_000 });
      expect((await undo(bill)).status).toBe(200);
      expect((await read(bill)).total_centavos).toBe(6_000);
      expect((await note(bill, 6_000)).status).toBe(200);
      expect(await read(bill)).toMatchObject({ status: 'paga', total_centavos: 6_000, pago_parcial_centavos: 4_000 });
      expect((await portal.ops.finance.listTransactions({}, { as: id })).body).toMatchObject({ pago_centavos: 10_000 });

      await undo(bill);
      expect(await read(bill)).toMatchObject({ status: 'a_vencer', total_centavos: 6_000 });
      portal.clock.advance(86_400_000);
      expect((await undo(bill)).body.detail).toContain('hoje');
      portal.clock.advance(-86_400_000);
      await undo(bill);
      expect(await read(bill)).toMatchObject({ total_centavos: 10_000, pago_parcial_centavos: 0 });
      expect((await undo(bill)).body.code).toBe('not_paid');
    });

    it('a refunded payment cannot be undone', async () => {
      const { bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      await note(bill, 10_000);
      await portal.ops.finance.refundSchoolBill({ id: bill, motivo, total_visto_centavos: 10_000 }, withKey(helena));
      await portal.ops.finance.reopenBill({ id: bill, motivo, vencimento: shiftDay(today(), 20) }, withKey(helena));
      expect((await read(bill)).pode.desfazer).toBe(false);
      expect((await undo(bill)).body.code).toBe('not_paid');
    });

    it('a counter payment moves its order on, and cannot be undone from the bill', async () => {
      const { db } = portal.school;
      const order = await db
        .selectFrom('parcelas')
        .innerJoin('pedidos', 'pedidos.id', 'parcelas.pedido_id')
        .select(['parcelas.id', 'pedidos.id as pedido', 'parcelas.valor_centavos'])
        .where('parcelas.status', '=', 'aberta')
        .where('pedidos.status', '=', 1)
        .executeTakeFirstOrThrow();
      expect((await note(order.id, order.valor_centavos, { part: 100 })).status).toBe(422);
      expect((await note(order.id, order.valor_centavos)).status).toBe(200);
      const { status } = await db
        .selectFrom('pedidos')
        .select('status')
        .where('id', '=', order.pedido)
        .executeTakeFirstOrThrow();
      expect(status).toBe(2);
      expect((await undo(order.id)).body.code).toBe('of_sale');
    });

    it('a payment through the portal cannot be undone at the counter', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      await payByCard(portal, bill, cards.approved, { as: id });
      expect((await undo(bill)).status).toBe(409);
    });
  });

  describe('changes of a bill', () => {
    const discount = (id: number, abatimento_centavos: number, sem_encargos = false) =>
      portal.ops.finance.discountBill({ id, abatimento_centavos, sem_encargos, motivo }, withKey(helena));

    it('discount and waiver apply to every payment method; the student is notified, the log has both values', async () => {
      const { id, bills } = await addDebtor(portal, [{ vencimento: shiftDay(today(), -40) }]);
      const [bill = 0] = bills;
      expect((await discount(bill, 2_500, true)).status).toBe(200);
      expect(await read(bill)).toMatchObject({ total_centavos: 7_500, multa_centavos: 0, abatimento_centavos: 2_500 });
      const [own] = (await portal.call(getFinance, {}, { as: id })).body.parcelas;
      expect(own).toMatchObject({ valor_atualizado_centavos: 7_500, abatimento_centavos: 2_500 });
      expect((await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id })).body.valor_centavos).toBe(
        7_500,
      );
      const [notice] = await portal.school.db.selectFrom('notices').selectAll().where('user_id', '=', id).execute();
      expect(notice?.body).toContain('75,00');
      expect(notice?.title).toMatch(/^Desconto: /);
      const { historico } = await read(bill);
      expect(historico[0]?.mudancas).toContainEqual({
        campo: 'Desconto da escola',
        antes: 'R$\u00a00,00',
        depois: 'R$\u00a025,00',
      });
      expect(historico[0]?.mudancas).toContainEqual({ campo: 'Motivo', antes: 'vazio', depois: motivo });
      expect((await note(bill, 7_500)).status).toBe(200);
    });

    it('a discount leaves something to pay, and changes something', async () => {
      const [bill = 0] = (await addDebtor(portal, [{ desconto_centavos: 1_000 }])).bills;
      expect((await discount(bill, 9_000)).status).toBe(422);
      expect((await discount(bill, 0)).status).toBe(409);
      expect((await discount(bill, -1)).status).toBe(422);
    });

    it('a new due date ends fine, interest and the codes of the old amount', async () => {
      const { id, bills } = await addDebtor(portal, [{ vencimento: shiftDay(today(), -40) }]);
      const [bill = 0] = bills;
      await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id });
      const move = (vencimento: string) =>
        portal.ops.finance.moveDueDay({ id: bill, vencimento, motivo }, withKey(helena));
      expect((await move(shiftDay(today(), -1))).status).toBe(422);
      expect((await move(shiftDay(today(), 10))).status).toBe(200);
      expect((await read(bill)).total_centavos).toBe(10_000);
      expect((await booksOf(portal, bill)).charges[0]?.status).toBe('removida');
    });

    it('a cancelled bill cannot be paid', async () => {
      const { id, bills } = await addDebtor(portal);
      const [bill = 0] = bills;
      expect((await cancel(bill)).status).toBe(200);
      expect((await payByCard(portal, bill, cards.approved, { as: id })).body.code).toBe('cancelled');
      expect((await cancel(bill)).body.code).toBe('cancelled');
    });

    it('a refund is sent by the provider; a counter payment is refunded at the counter at once', async () => {
      const { id, bills } = await addDebtor(portal, [{}, {}]);
      const [card = 0, cash = 0] = bills;
      await payByCard(portal, card, cards.approved, { as: id });
      await note(cash, 10_000);
      const refund = (bill: number) =>
        portal.ops.finance.refundSchoolBill({ id: bill, motivo, total_visto_centavos: 10_000 }, withKey(helena));
      for (const bill of bills) expect((await refund(bill)).status).toBe(200);
      expect((await booksOf(portal, card)).refunds).toMatchObject([{ status: 'pedida', valor_centavos: 10_000 }]);
      expect((await booksOf(portal, cash)).refunds).toMatchObject([{ status: 'feita', valor_centavos: 10_000 }]);
      await portal.worker.runOnce();
      expect((await booksOf(portal, card)).refunds).toMatchObject([{ status: 'feita' }]);
      expect((await refund(card)).body.code).toBe('refunded');
      expect((await portal.ops.finance.listTransactions({}, { as: id })).body.devolvido_centavos).toBe(20_000);
    });

    it('a bill of another school is not found', async () => {
      const { id } = await addAccount(portal, { company: 102 });
      const bill = (await addBills(portal, id))[0]?.id ?? 0;
      expect((await note(bill, 10_000)).status).toBe(404);
      expect((await portal.ops.finance.getSchoolBillLink({ id: bill }, helena)).status).toBe(404);
    });
  });

  describe('plans', () => {
    it('a contract has its months, with the discount until the due day', async () => {
      const { id } = await addAccount(portal);
      const first = shiftDay(today(), 5);
      const body = {
        user_id: id,
        descricao: 'Inglês B1',
        valor_centavos: 30_000,
        desconto_centavos: 2_000,
        parcelas: 12,
        primeiro_dia: first,
      };
      const made = await portal.ops.finance.createContract(body, withKey(helena));
      expect(made.status).toBe(200);
      const { parcelas, contratos, resumo } = (await portal.call(getFinance, {}, { as: id })).body;
      expect(contratos).toMatchObject([{ id: made.body.contrato_id, descricao: 'Inglês B1', inicio: first }]);
      expect([parcelas.length, parcelas[0]?.vencimento, resumo.aberto_centavos]).toEqual([12, first, 12 * 28_000]);
      const small = await portal.ops.finance.createContract({ ...body, desconto_centavos: 30_000 }, withKey(helena));
      expect(small.status).toBe(422);
    });

    it('a renegotiation closes the old bills with a reference to the plan, and the sums are equal', async () => {
      const { id, bills } = await addDebtor(portal, [
        { vencimento: shiftDay(today(), -40) },
        { vencimento: shiftDay(today(), -10) },
      ]);
      const owed = (await Promise.all(bills.map((bill) => read(bill)))).reduce(
        (sum, each) => sum + each.total_centavos,
        0,
      );
      const body = {
        parcela_ids: bills,
        total_visto_centavos: owed,
        acrescimo_centavos: 500,
        desconto_centavos: 99,
        parcelas: 7,
        primeiro_dia: shiftDay(today(), 3),
        motivo,
      };
      const other = { ...body, total_visto_centavos: owed + 1 };
      expect((await portal.ops.finance.renegotiateBills(other, withKey(helena))).body.code).toBe('other_total');
      const made = await portal.ops.finance.renegotiateBills(body, withKey(helena));
      expect(made.status).toBe(200);
      const { parcelas, resumo } = (await portal.call(getFinance, {}, { as: id })).body;
      expect(parcelas.filter(({ status }) => status === 'cancelada')).toHaveLength(2);
      expect(resumo.aberto_centavos).toBe(owed + 500 - 99);
      expect((await read(bills[0] ?? 0)).nova_parcela_id).toBe(made.body.parcela_id);
      expect(await logOf(bills[0] ?? 0)).toHaveLength(1);
      expect((await portal.ops.finance.renegotiateBills(body, withKey(helena))).status).toBe(409);
    });

    it('bills of two students cannot be one plan', async () => {
      const one = await addDebtor(portal);
      const other = await addDebtor(portal);
      const body = {
        parcela_ids: [...one.bills, ...other.bills],
        total_visto_centavos: 20_000,
        acrescimo_centavos: 0,
        desconto_centavos: 0,
        parcelas: 2,
        primeiro_dia: today(),
        motivo,
      };
      expect((await portal.ops.finance.renegotiateBills(body, withKey(helena))).status).toBe(409);
    });
  });
});
