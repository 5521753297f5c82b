import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { downloadLinkReceipt, downloadReceipt } from '../../src/lib/contract/finance.ts';
import { formatDay } from '../../src/lib/format/dates.ts';
import { formatMoney } from '../../src/lib/format/money.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { bankDayFrom } from '../../src/server/money/finance/bank-days.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { addDebtor, booksOf, payByCard, saoPaulo } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { addOrder, moveOrders } from '../support/orders.ts';
import { readPdf } from '../support/pdf.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const ZONE = 'America/Sao_Paulo';
const guardian = {
  full_name: 'Sandra Lima Nunes',
  cpf: '27865757379',
  email: 'sandra@familia.example',
  phone: '19994440000',
  relation: 'Mãe',
};

describe.each(allEngines)('receipts on %s (S19)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const today = () => dayIn(ZONE, portal.clock.now);
  const receiptOf = async (bill: number, as: number) => {
    const path = API_PREFIX + downloadReceipt.path.replace('{parcela_id}', String(bill));
    return readPdf(await (await portal.send('GET', path, {}, { as })).arrayBuffer());
  };
  const linkOf = async (bill: number, as: number) => {
    const { body } = await portal.ops.finance.getPaymentLink({ parcela_id: bill }, { as });
    return body.url.split('/').at(-1) ?? '';
  };
  const byLink = (token: string) =>
    portal.send('GET', API_PREFIX + downloadLinkReceipt.path.replace('{token}', encodeURIComponent(token)));
  const codeIn = (text: string) => /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(text)?.[0] ?? '';
  const check = async (code: string) => (await portal.ops.account.verifyDocument({ code })).body;
  const setPerson = (id: number, given: { full_name?: string; cpf?: string; birth_date?: string; guardian?: string }) =>
    portal.school.db.updateTable('users').set(given).where('id', '=', id).execute();

  /** An order that was paid by card, refused by its school, and whose money the bank sent back. */
  async function refundedOrder() {
    const { owner, order } = await addOrder(portal);
    const bill = order.parcela_id ?? 0;
    await payByCard(portal, bill, cards.approved, { as: owner, installments: 3 });
    const before = await receiptOf(bill, owner);
    expect((await moveOrders(portal, [order.id], -2)).status).toBe(200);
    return { owner, order, bill, before };
  }

  it('receipts show a refund with day and amount, also those issued before', async () => {
    const { owner, order, bill, before } = await refundedOrder();
    const code = codeIn(before.text);
    const value = formatMoney(order.total_centavos);
    expect(before.text).not.toMatch(/devolvid/i);
    expect((await check(code)).aviso).toBe(`Devolvido: ${value}, pedido em ${formatDay(today())}, a caminho.`);
    await sendRefunds(portal.school);
    const said = `Devolvido: ${value} em ${formatDay(today())}.`;
    expect(await check(code)).toMatchObject({ valido: true, aviso: said });
    const after = await receiptOf(bill, owner);
    expect(after.text.replace(/\u00a0/g, ' ')).toContain(said.replace(/\u00a0/g, ' '));
    expect(codeIn(after.text)).toBe(code);
  });

  it('receipts show card details to the owner, and not to holders of the code or the link', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    const token = await linkOf(bill, id);
    await payByCard(portal, bill, cards.approved, { as: id });
    const own = await receiptOf(bill, id);
    expect(own.text).toMatch(/final 0010[\s\S]*Autorização/);
    const linked = await readPdf(await (await byLink(token)).arrayBuffer());
    const checked = JSON.stringify(await check(codeIn(own.text)));
    for (const text of [linked.text, checked]) {
      expect(text).toContain('Forma de pagamento');
      expect(text).not.toMatch(/final 0010|Autorização/);
    }
  });

  it('receipts show the refunded part', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    await payByCard(portal, bill, cards.approved, { as: id });
    const [charge] = (await booksOf(portal, bill)).charges;
    const at = portal.clock.now.toISOString();
    await portal.school.db
      .insertInto('refunds')
      .values({
        charge_id: charge?.id ?? 0,
        parcela_id: bill,
        valor_centavos: 2_500,
        motivo: 'acordo',
        status: 'feita',
        created_at: at,
        feita_em: at,
      })
      .execute();
    const { text } = await receiptOf(bill, id);
    const { aviso } = await check(codeIn(text));
    expect(aviso).toBe(`Devolvido em parte: ${formatMoney(2_500)} em ${formatDay(today())}.`);
  });

  it('a receipt is invalid after the school reopens the bill', async () => {
    const paid = { status: 'paga' as const, pago_em: '2026-07-09T15:00:00.000Z', forma: 'boleto' as const };
    const { id, bills } = await addDebtor(portal, [paid]);
    const code = codeIn((await receiptOf(bills[0] ?? 0, id)).text);
    expect((await check(code)).aviso).toBeNull();
    const open = { status: 'aberta' as const, pago_em: null, forma: null };
    await portal.school.db.updateTable('parcelas').set(open).where('id', 'in', bills).execute();
    expect((await check(code)).aviso).toMatch(/não consta mais como recebido/);
  });

  it('the row of a refund names its order, and the order its payment', async () => {
    const { owner, order, bill } = await refundedOrder();
    await sendRefunds(portal.school);
    const { items } = (await portal.ops.finance.listTransactions({ tipo: 'devolucao' }, { as: owner })).body;
    expect(items).toMatchObject([
      {
        descricao: 'Devolução de pedido cancelado',
        detalhe: `Pedido ${order.numero}`,
        parcela_id: bill,
        valor_centavos: -order.total_centavos,
      },
    ]);
    // Older rows name no bill: the bill of the charge is used.
    await portal.school.db.updateTable('refunds').set({ parcela_id: null }).where('parcela_id', '=', bill).execute();
    const older = (await portal.ops.finance.listTransactions({ tipo: 'devolucao' }, { as: owner })).body;
    expect(older.items).toMatchObject([{ detalhe: `Pedido ${order.numero}`, parcela_id: bill }]);
    const { body } = await portal.ops.finance.listBills({ ids: String(bill) }, { as: owner });
    expect(body).toMatchObject([
      {
        pedido_id: order.id,
        forma: 'cartao',
        detalhe: 'Visa final 0010, 3×',
        devolucao: { valor_centavos: order.total_centavos, concluida: true, total: true },
      },
    ]);
  });

  it('a year in which all money was refunded has no payments', async () => {
    const { owner, bill } = await refundedOrder();
    const year = today().slice(0, 4);
    await portal.school.db
      .updateTable('parcelas')
      .set({ vencimento: `${year}-01-02` })
      .where('id', '=', bill)
      .execute();
    const body = { tipo: 'quitacao', referencia: year } as const;
    const { status, body: answer } = await portal.ops.account.createDocument(body, { as: owner });
    expect([status, answer.code]).toEqual([409, 'nothing_paid']);
  });

  it('the statement of a year names payer, receiver and each payment, and subtracts refunds', async () => {
    const { id, bills } = await addDebtor(portal, [{}, { desconto_centavos: 1_000 }]);
    const child = { full_name: 'Felipe Nunes', birth_date: shiftDay(today(), -15 * 365) };
    await setPerson(id, { ...child, guardian: JSON.stringify(guardian) });
    const year = today().slice(0, 4);
    const body = { tipo: 'pagamentos', referencia: year } as const;
    const emit = () => portal.ops.account.createDocument(body, { as: id });
    expect([(await emit()).status, (await emit()).body.code]).toEqual([409, 'nothing_paid']);
    for (const bill of bills) await payByCard(portal, bill, cards.approved, { as: id });
    await portal.school.db
      .updateTable('contratos')
      .set({ responsavel: 'O próprio aluno' })
      .where('user_id', '=', id)
      .execute();
    const codes = await Promise.all([emit(), emit()]);
    expect(new Set(codes.map(({ body: { codigo } }) => codigo)).size).toBe(1);
    const { codigo, url } = codes[0].body;
    const { text } = await readPdf(await (await portal.send('GET', url, {}, { as: id })).arrayBuffer());
    const plain = text.replace(/\u00a0/g, ' ');
    for (const said of [
      'Recebemos de Sandra Lima Nunes, CPF 278.657.573-79',
      'Recebido por Escola de Idiomas Demonstração Ltda., CNPJ 11.222.333/0001-81',
      'Mensalidade 1 Cartão R$ 100,00',
      'Mensalidade 2 Cartão R$ 90,00',
      'Total: R$ 190,00',
    ]) {
      expect(plain).toContain(said);
    }
    const open = JSON.stringify(await check(codigo));
    expect(open).toContain('Pago por Sandra N.');
    expect(open).not.toMatch(/Sandra Lima|278|Mensalidade/);
    expect((await portal.send('GET', url, {}, { as: HELENA })).status).toBe(404);

    const [first] = bills;
    const paid = await portal.school.db
      .selectFrom('parcelas')
      .select('charge_id')
      .where('id', '=', first ?? 0)
      .executeTakeFirstOrThrow();
    await portal.school.db
      .insertInto('refunds')
      .values({
        charge_id: paid.charge_id ?? 0,
        parcela_id: first ?? 0,
        valor_centavos: 4_000,
        motivo: 'pela_escola',
        status: 'feita',
        created_at: portal.clock.now.toISOString(),
        feita_em: portal.clock.now.toISOString(),
      })
      .execute();
    const after = (await emit()).body;
    expect(after.codigo).not.toBe(codigo);
    const again = await readPdf(await (await portal.send('GET', after.url, {}, { as: id })).arrayBuffer());
    const now = again.text.replace(/\u00a0/g, ' ');
    expect(now).toContain('Total: R$ 150,00');
    expect(now).toContain('−R$ 40,00');
  });

  it('receipts name the guardian of a minor with the CPF, the legal name of the school, and what was paid', async () => {
    const { id, bills } = await addDebtor(portal, [{ competencia: '2031-02', desconto_centavos: 1_000 }]);
    const [bill = 0] = bills;
    const child = { full_name: 'Felipe Nunes', birth_date: shiftDay(today(), -15 * 365) };
    await setPerson(id, { ...child, guardian: JSON.stringify(guardian) });
    await portal.school.db
      .updateTable('contratos')
      .set({ responsavel: 'O próprio aluno', descricao: 'Inglês A2' })
      .where('user_id', '=', id)
      .execute();
    const token = await linkOf(bill, id);
    await payByCard(portal, bill, cards.approved, { as: id });
    const { text } = await receiptOf(bill, id);
    for (const said of [
      'Recebemos de Sandra Lima Nunes, CPF 278.657.573-79',
      'Aluno(a) Felipe Nunes',
      'Recebido por Escola de Idiomas Demonstração Ltda., CNPJ 11.222.333/0001-81',
      'Referente a Mensalidade 1, Inglês A2',
      'Competência 02/2031',
      'Vencimento 10/01/2031',
      'Valor R$ 100,00',
      'Desconto −R$ 10,00',
      'Valor pago R$ 90,00',
      'Forma de pagamento Cartão',
    ]) {
      expect(text.replace(/\u00a0/g, ' ')).toContain(said);
    }
    const code = codeIn(text);
    const open = JSON.stringify(await check(code));
    expect(open).toContain('Sandra N., CPF ***.657.573-**');
    for (const secret of ['Sandra Lima', '278.657', '27865757379', 'Felipe Nunes']) expect(open).not.toContain(secret);

    const linked = await readPdf(await (await byLink(token)).arrayBuffer());
    expect(linked.text).toContain('Recebemos de Sandra N., CPF ***.657.573-**');
    expect(codeIn(linked.text)).toBe(code);
    expect(linked.text + linked.title).not.toMatch(/Sandra Lima|278\.657|Felipe Nunes/);
  });

  it('receipts name the payer of the contract, also without a CPF', async () => {
    const { id, bills } = await addDebtor(portal);
    await setPerson(id, { cpf: '52998224725' });
    await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
    const { text } = await receiptOf(bills[0] ?? 0, id);
    // `addDebtor` writes a contract of “Pessoa”.
    expect(text).toContain('Recebemos de Pessoa Aluno(a) Pessoa Teste');
    expect(text).not.toContain('529.982');
    await portal.school.db
      .updateTable('contratos')
      .set({ responsavel: 'O próprio aluno' })
      .where('user_id', '=', id)
      .execute();
    expect((await receiptOf(bills[0] ?? 0, id)).text).toMatch(/Recebemos de Pessoa Teste \d+, CPF 529\.982\.247-25/);
  });

  it('receipts list discount, fine and interest separately, as charged', async () => {
    const due = bankDayFrom(shiftDay(today(), -45), saoPaulo);
    const { id, bills } = await addDebtor(portal, [{ vencimento: due, desconto_centavos: 500 }]);
    const [bill = 0] = bills;
    const [shown] = (await portal.ops.finance.listBills({ ids: String(bill) }, { as: id })).body;
    const { body } = await payByCard(portal, bill, cards.approved, { as: id });
    await portal.school.db.updateTable('companies').set({ multa_bps: 900 }).where('id', '=', 101).execute();
    const text = (await receiptOf(bill, id)).text.replace(/\u00a0/g, ' ');
    await portal.school.db.updateTable('companies').set({ multa_bps: 200 }).where('id', '=', 101).execute();
    expect(text).toContain('Multa por atraso R$ 2,00');
    expect(text).toContain(`Juros por atraso ${formatMoney(shown?.juros_centavos ?? 0)}`.replace(/\u00a0/g, ' '));
    expect(text).toContain(`Valor pago ${formatMoney(body.total_centavos)}`.replace(/\u00a0/g, ' '));
    expect(text).not.toContain('Desconto');
  });

  it('a person who paid by a link gets a receipt, for that bill alone, once it is paid', async () => {
    const { id, bills } = await addDebtor(portal, [{}, {}]);
    const [bill = 0, other = 0] = bills;
    const [token, foreign] = [await linkOf(bill, id), await linkOf(other, id)];
    const before = await byLink(token);
    expect([before.status, (await before.json()).code]).toEqual([409, 'not_paid']);
    await payByCard(portal, bill, cards.approved, { assinatura: token });
    const answer = await byLink(token);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect((await readPdf(await answer.arrayBuffer())).text).toContain('Mensalidade 1');
    expect((await byLink(foreign)).status).toBe(409);
    for (const wrong of [`${token}x`, token.slice(0, -4), await portal.tokenOf(id)]) {
      expect((await byLink(wrong)).status).toBe(404);
    }
  });

  it('FIN-06 a link shows the owner of a bill by first name and initial', async () => {
    const { id, bills } = await addDebtor(portal);
    await setPerson(id, { full_name: 'Felipe Augusto Nunes' });
    const { body } = await portal.ops.finance.getBill({ token: await linkOf(bills[0] ?? 0, id) });
    expect(body.de).toBe('Felipe N.');
    expect(JSON.stringify(body)).not.toMatch(/Augusto|Nunes/);
    // Somebody who is logged in sees the full name.
    expect((await portal.ops.finance.listBills({ ids: String(bills[0]) }, { as: id })).body[0]?.de).toBeUndefined();
  });
});
