import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { payWithCard } from '../../src/lib/contract/finance.ts';
import { followUpCharges } from '../../src/server/money/finance/follow-up.ts';
import { addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { cardBody, cards } from '../support/card-body.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(allEngines)('paying by card on %s (API-26, FIN-04, FIN-07)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const debtor = () => addDebtor(portal);

  it('an approved card pays the bill, and a receipt is there', async () => {
    const { id, bills } = await debtor();
    const { status, body } = await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id, installments: 3 });
    expect([status, body]).toEqual([
      200,
      {
        parcela_id: bills[0],
        status: 'aprovado',
        codigo_autorizacao: expect.stringMatching(/^\d{6}$/),
        nsu: expect.any(String),
        bandeira: 'Visa',
        final: '0010',
        installments: 3,
        valor_parcela_centavos: 3_334,
        total_centavos: 10_000,
        motivo: null,
        tentar_de_novo: false,
        recibo_url: `/api/v1/portal/receipts/${bills[0]}/`,
      },
    ]);
    const books = await booksOf(portal, bills[0] ?? 0);
    expect(books.bill).toMatchObject({ status: 'paga', forma: 'cartao', charge_id: books.charges[0]?.id });
    const { body: statement } = await portal.ops.finance.listTransactions({}, { as: id });
    expect(statement).toMatchObject({ total: 1, pago_centavos: 10_000, devolvido_centavos: 0 });
    expect(statement.items[0]).toMatchObject({ valor_centavos: 10_000, detalhe: 'Visa final 0010, 3×' });
  });

  it.each([
    [cards.noFunds, /limite disponível/],
    ['4000000000001026', /não autorizou/],
    ['4000000000001034', /vencido/],
    ['4000000000001042', /código de segurança/],
    ['4000000000001059', /bloqueado/],
    ['4000000000001067', /excesso de tentativas/],
    ['4000000000001075', /por segurança/],
    ['4000000000001083', /não foi processado/],
  ])('card %s is refused in words, and the bill stays open', async (number, words) => {
    const { id, bills } = await debtor();
    const { status, body } = await payByCard(portal, bills[0] ?? 0, number, { as: id });
    expect([status, body.status]).toEqual([200, 'recusado']);
    expect(body.motivo).toMatch(words);
    expect(body.recibo_url).toBeNull();
    const books = await booksOf(portal, bills[0] ?? 0);
    expect([books.bill.status, books.taken]).toEqual(['aberta', []]);
    expect((await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id })).body.status).toBe('aprovado');
  });

  it('the number of a card reaches no table and no log', async () => {
    const { id, bills } = await debtor();
    await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
    for (const table of ['charges', 'idempotency_keys', 'sandbox_charges', 'payment_events'] as const) {
      const rows = await portal.school.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(cards.approved);
    }
    expect(portal.errors.join()).not.toContain(cards.approved);
  });

  it('S4 64 concurrent payments of a bill charge once', async () => {
    const { id, bills } = await debtor();
    // The limits would refuse most of them.
    const limits = vi.spyOn(portal.school.limits, 'take').mockResolvedValue();
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => payByCard(portal, bills[0] ?? 0, cards.approved, { as: id })),
    );
    limits.mockRestore();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((each) => each.status !== 200)) {
      expect([status, ['in_progress', 'already_paid'].includes(body.code ?? '')]).toEqual([409, true]);
    }
    const books = await booksOf(portal, bills[0] ?? 0);
    expect([books.bill.status, books.charges.length, books.taken.length]).toEqual(['paga', 1, 1]);
  });

  it('S4 16 concurrent requests with one key are one payment with one answer', async () => {
    const { id, bills } = await debtor();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => payByCard(portal, bills[0] ?? 0, cards.approved, { as: id, key })),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.body.status).toBe('aprovado');
    expect((await booksOf(portal, bills[0] ?? 0)).taken).toHaveLength(1);
  });

  it('the same key with another body is refused', async () => {
    const { id, bills } = await debtor();
    const key = randomUUID();
    await payByCard(portal, bills[0] ?? 0, cards.noFunds, { as: id, key });
    const again = await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id, key });
    expect([again.status, again.body.code]).toEqual([409, 'key_reused']);
    expect((await booksOf(portal, bills[0] ?? 0)).bill.status).toBe('aberta');
  });

  it('a page without an idempotency key charges nothing, and a client with its own bearer pays once', async () => {
    const { id, bills } = await debtor();
    const bill = bills[0] ?? 0;
    const input = { params: { id: bill }, query: {}, body: cardBody(cards.approved) };
    const page = { caller: { token: await portal.tokenOf(id) } };
    const { status, body } = await portal.call(payWithCard, input, page);
    expect([status, body.detail]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
    expect((await booksOf(portal, bill)).charges).toEqual([]);
    const answers = [
      await portal.call(payWithCard, input, { as: id }),
      await portal.call(payWithCard, input, { as: id }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 409]);
    expect((await booksOf(portal, bill)).charges).toHaveLength(1);
  });

  it('a lost answer is looked up, and the bill is locked meanwhile', async () => {
    const { id, bills } = await debtor();
    const bill = bills[0] ?? 0;
    const key = randomUUID();
    expect((await payByCard(portal, bill, cards.silent, { as: id, key })).body.status).toBe('em_analise');
    const other = await payByCard(portal, bill, cards.approved, { as: id });
    expect([other.status, other.body.code]).toEqual([409, 'in_progress']);
    portal.clock.advance(11_000);
    await followUpCharges(portal.school);
    expect((await payByCard(portal, bill, cards.silent, { as: id, key })).body.status).toBe('aprovado');
    expect((await booksOf(portal, bill)).taken).toHaveLength(1);
  });

  it.each([
    [cards.review, 'aprovado', 'paga'],
    [cards.reviewRefused, 'recusado', 'aberta'],
  ])('a card under review (%s) ends as %s', async (number, ends, bill) => {
    const { id, bills } = await debtor();
    const key = randomUUID();
    expect((await payByCard(portal, bills[0] ?? 0, number, { as: id, key })).body.status).toBe('em_analise');
    portal.clock.advance(30_000);
    await Promise.all([followUpCharges(portal.school), followUpCharges(portal.school)]);
    expect((await payByCard(portal, bills[0] ?? 0, number, { as: id, key })).body.status).toBe(ends);
    expect((await booksOf(portal, bills[0] ?? 0)).bill.status).toBe(bill);
  });

  it('a bill takes five card attempts an hour', async () => {
    const { id, bills } = await debtor();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { status, body } = await payByCard(portal, bills[0] ?? 0, cards.noFunds, { as: id });
      // The form shows how many attempts are left.
      expect([status, body.tentativas_restantes]).toEqual([200, 4 - attempt]);
    }
    const { status, headers } = await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it('a number with a wrong check digit is refused before the bank is called, also with a link', async () => {
    const { id, bills } = await debtor();
    const [bill = 0] = bills;
    const { body: link } = await portal.ops.finance.getPaymentLink({ parcela_id: bill }, { as: id });
    const assinatura = link.url.split('/').at(-1) ?? '';
    for (const number of ['4111111111111112', '1234567890123']) {
      const own = await payByCard(portal, bill, number, { as: id });
      const byLink = await payByCard(portal, bill, number, { assinatura });
      for (const { status, body } of [own, byLink]) {
        expect([number, status, Object.values(body.fields ?? {})]).toEqual([
          number,
          422,
          ['Confira o número do cartão'],
        ]);
      }
    }
  });

  it('more instalments than the bill allows are refused', async () => {
    const { id, bills } = await debtor();
    const { status, body } = await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id, installments: 7 });
    expect([status, body.detail]).toEqual([422, 'São no máximo 6 vezes.']);
  });

  it('ROLE-08 a bill of another is not found; without a session or with a book code alone it is closed', async () => {
    const { bills } = await debtor();
    const { id: stranger } = await debtor();
    const bill = bills[0] ?? 0;
    expect((await payByCard(portal, bill, cards.approved, { as: stranger })).status).toBe(404);
    expect((await payByCard(portal, 999_999, cards.approved, { as: stranger })).status).toBe(404);
    expect((await payByCard(portal, bill, cards.approved, {})).status).toBe(404);
    expect((await payByCard(portal, bill, cards.approved, { token: 'ended' })).status).toBe(401);
    expect((await payByCard(portal, bill, cards.approved, { as: stranger, scope: 'book' })).status).toBe(403);
    expect((await booksOf(portal, bill)).charges).toEqual([]);
  });

  it('S12 a database failure while the session is read neither ends the session nor makes a visitor', async () => {
    const { id, bills } = await debtor();
    const bill = bills[0] ?? 0;
    const { db } = portal.school;
    const ask = db.executeQuery.bind(db);
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const spy = vi
      .spyOn(db, 'executeQuery')
      .mockImplementation((query) =>
        'sql' in query && query.sql.includes('ended_tokens') ? Promise.reject(away) : ask(query),
      );
    const paid = await payByCard(portal, bill, cards.approved, { as: id });
    const started = await portal.ops.englishTest.startTest({}, { as: id });
    spy.mockRestore();
    for (const { status, headers } of [paid, started]) expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    expect((await booksOf(portal, bill)).charges).toEqual([]);
    expect((await payByCard(portal, bill, cards.approved, { as: id })).status).toBe(200);
  });
});
