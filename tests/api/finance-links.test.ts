import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import { addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(engines)('a payment link on %s (FIN-06, OPEN-10)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  async function linked() {
    const { id, bills } = await addDebtor(portal, [{}, {}]);
    const { body } = await portal.ops.finance.getPaymentLink({ parcela_id: bills[0] ?? 0 }, { as: id });
    return { id, bill: bills[0] ?? 0, other: bills[1] ?? 0, token: body.url.split('/').at(-1) ?? '', body };
  }
  const open = (token: string) => portal.ops.finance.getBill({ token }, {});

  it('a payment link shows the amount, and nothing about the person', async () => {
    const { id, token, bill, body: link } = await linked();
    expect(link.url).toBe(`https://aluno.example/pagar/${token}`);
    const { status, body } = await open(token);
    expect([status, body]).toMatchObject([
      200,
      { parcela_id: bill, valor_atualizado_centavos: 10_000, status: 'a_vencer', escola: { marca: 'knn' } },
    ]);
    const person = await portal.school.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const value of [person.full_name, person.email, person.cpf, person.phone]) {
      if (value) expect(JSON.stringify(body)).not.toContain(value);
    }
  });

  it('a payment link pays that bill without a login, by Pix and by card, and no other', async () => {
    const { token, bill, other } = await linked();
    const pix = await portal.call(payWithPix, { params: { id: bill }, query: { assinatura: token } }, {});
    expect(pix.body.status).toBe('ATIVA');
    const both = await portal.call(
      payWithPix,
      { params: { id: bill }, query: { assinatura: token, com: String(other) } },
      {},
    );
    expect(both.body.valor_centavos).toBe(10_000);
    const foreign = await portal.call(payWithPix, { params: { id: other }, query: { assinatura: token } }, {});
    expect(foreign.status).toBe(404);
    const { body } = await payByCard(portal, bill, cards.approved, { assinatura: token });
    expect([body.status, body.recibo_url]).toEqual(['aprovado', null]);
    // Only the owner sees how it was paid.
    expect((await open(token)).body).toMatchObject({ status: 'paga', forma: 'cartao', formas: [], detalhe: null });
  });

  it('a wrong, truncated or foreign token opens nothing', async () => {
    const { token, bill } = await linked();
    for (const wrong of [`${token}x`, token.slice(0, -4), 'a'.repeat(40)]) {
      expect((await open(wrong)).status).toBe(404);
      const { status } = await portal.call(payWithPix, { params: { id: bill }, query: { assinatura: wrong } }, {});
      expect(status).toBe(403);
    }
    const session = await portal.tokenOf(1);
    expect((await open(session)).status).toBe(404);
    expect((await booksOf(portal, bill)).charges).toEqual([]);
  });

  it('only the owner makes a payment link, and only for an open bill', async () => {
    const { id, bill } = await linked();
    const stranger = await addDebtor(portal);
    const ask = (as?: number) => portal.ops.finance.getPaymentLink({ parcela_id: bill }, { as });
    expect((await ask(stranger.id)).status).toBe(404);
    expect((await ask()).status).toBe(401);
    await payByCard(portal, bill, cards.approved, { as: id });
    expect((await ask(id)).body.code).toBe('already_paid');
    expect((await portal.call(getFinance, {}, { as: id })).body.parcelas[0]?.status).toBe('paga');
  });
});
