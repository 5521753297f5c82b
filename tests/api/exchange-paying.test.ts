import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { createExchangePayment, payExchangeWithCard, simulateExchange } from '../../src/lib/contract/exchange.ts';
import { downloadReceipt, receivePaymentWebhook } from '../../src/lib/contract/finance.ts';
import { expireExchangePayments } from '../../src/server/money/exchange/end-payment.ts';
import { booksOf } from '../support/bills.ts';
import { cardBody, cards } from '../support/card-body.ts';
import { pagador, recebedor } from '../support/payer.ts';
import { readPdf } from '../support/pdf.ts';
import { withKey } from '../support/points.ts';
import { allEngines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;
const MINUTE = 60_000;

describe.each(allEngines)('what pays an exchange on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  const quote = async () => {
    const body = { moeda: 'EUR', forma: 'cartao', valor_minor: 50_000 } as const;
    return (await portal.call(simulateExchange, { body }, { as: ANA })).body;
  };
  const keyed = (key: string) => withKey({ as: ANA, key });
  const byPix = (quote_id: string, key: string = randomUUID()) =>
    portal.call(createExchangePayment, { body: { quote_id, forma: 'pix', pagador, recebedor } }, keyed(key));
  const byCard = (quote_id: string, number: string, { key = randomUUID() as string, installments = 3 } = {}) => {
    const { card } = cardBody(number);
    return portal.call(payExchangeWithCard, { body: { quote_id, installments, card, pagador, recebedor } }, keyed(key));
  };
  const look = async (id: number) => (await portal.ops.exchange.getExchangePayment({ id }, { as: ANA })).body;
  async function books(paymentId: number) {
    const { id } = await portal.school.db
      .selectFrom('parcelas')
      .select('id')
      .where('cambio_id', '=', paymentId)
      .executeTakeFirstOrThrow();
    return booksOf(portal, id);
  }
  function bank() {
    const { sandbox } = portal.school.ports.payments;
    if (!sandbox) throw new Error('The tests pay in the sandbox');
    return sandbox;
  }
  async function deliver(txid: string) {
    const { body, headers } = bank().messageAbout(txid);
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'sandbox');
    expect((await portal.send('POST', path, { body, headers })).status).toBe(200);
  }
  const txidOf = async (paymentId: number) => (await books(paymentId)).charges.at(-1)?.txid ?? '';

  it('EXCH-02 a Pix is valid until the quote expires, has an image, and is paid once the bank confirms', async () => {
    const quoted = await quote();
    const { body } = await byPix(quoted.quote_id);
    const txid = await txidOf(body.id);
    expect((await portal.send('GET', body.qr_svg_url ?? '')).headers.get('content-type')).toBe('image/svg+xml');
    expect((await books(body.id)).charges[0]).toMatchObject({
      expira_em: quoted.valido_ate,
      valor_centavos: quoted.total_centavos,
    });
    await bank().pay(txid);
    await deliver(txid);
    await deliver(txid);
    expect(await look(body.id)).toMatchObject({ status: 'pago', br_code: null, qr_svg_url: null });
    portal.clock.advance(20 * MINUTE);
    await portal.worker.runOnce();
    expect((await look(body.id)).status).toBe('pago');
    expect((await books(body.id)).taken).toHaveLength(1);
    expect((await byPix(quoted.quote_id)).status).toBe(409);
  });

  it('API-76 EXCH-03 a card pays the quoted total in instalments', async () => {
    const quoted = await quote();
    const { status, body } = await byCard(quoted.quote_id, cards.approved);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'pago', forma: 'cartao', parcelas: 3, total_centavos: quoted.total_centavos });
    expect((await books(body.id)).taken).toMatchObject([{ amount: quoted.total_centavos, installments: 3 }]);
    expect((await byCard(quoted.quote_id, cards.approved)).body.code).toBe('quote_used');
  });

  it('a refused card gives the reason, and another one pays; no key charges twice', async () => {
    const { quote_id } = await quote();
    const [first, second] = [randomUUID(), randomUUID()];
    const refused = await byCard(quote_id, cards.noFunds, { key: first });
    expect(refused.body).toMatchObject({ status: 'recusado', motivo: expect.stringMatching(/limite disponível/) });
    expect((await look(refused.body.id)).status).toBe('recusado');
    expect((await byCard(quote_id, cards.noFunds, { key: first })).body).toEqual(refused.body);
    const reused = await byCard(quote_id, cards.approved, { key: first });
    expect([reused.status, reused.body.code]).toEqual([409, 'key_reused']);
    const paid = await byCard(quote_id, cards.approved, { key: second, installments: 2 });
    expect(paid.body).toMatchObject({ id: refused.body.id, status: 'pago', parcelas: 2, motivo: null });
    for (const key of [first, second]) {
      const number = key === first ? cards.noFunds : cards.approved;
      const again = await byCard(quote_id, number, { key, installments: key === first ? 3 : 2 });
      expect(again.body.status).toBe('pago');
    }
    const { charges, taken } = await books(paid.body.id);
    expect([charges.length, taken.length]).toEqual([2, 1]);
  });

  it('after a refused card, sixteen concurrent requests make one Pix, which pays', async () => {
    const { quote_id } = await quote();
    await byCard(quote_id, cards.noFunds);
    const answers = await Promise.all(Array.from({ length: 16 }, () => byPix(quote_id)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    expect(made[0]?.body).toMatchObject({
      status: 'pendente',
      forma: 'pix',
      br_code: expect.stringMatching(/^000201/),
    });
  });

  it('one of sixteen concurrent cards is charged', async () => {
    const { quote_id } = await quote();
    const answers = await Promise.all(Array.from({ length: 16 }, () => byCard(quote_id, cards.approved)));
    const [paid] = answers.filter(({ status, body }) => status === 200 && body.status === 'pago');
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await books(paid?.body.id ?? 0)).taken).toHaveLength(1);
  });

  it('the receipt names payer with CPF and receiver, as last entered', async () => {
    const { quote_id } = await quote();
    await byCard(quote_id, cards.noFunds);
    const last = {
      pagador: { ...pagador, full_name: 'Rosa Prado', cpf: '529.982.247-25' },
      recebedor: { ...recebedor, nome: 'Elm College' },
    };
    const input = { body: { quote_id, installments: 1, card: cardBody(cards.approved).card, ...last } };
    const { body } = await portal.call(payExchangeWithCard, input, keyed(randomUUID()));
    expect(body.status).toBe('pago');
    const { bill } = await books(body.id);
    expect(bill.descricao).toMatch(/^Câmbio de .* para Elm College$/);
    const path = API_PREFIX + downloadReceipt.path.replace('{parcela_id}', String(bill.id));
    const { text } = await readPdf(await (await portal.send('GET', path, {}, { as: ANA })).arrayBuffer());
    expect(text).toMatch(/Rosa Prado, CPF 529\.982\.247-25/);
    expect(text).toMatch(/Elm College/);
    expect(text).not.toMatch(/Oak College/);
  });

  it('a payment shows its method, also if a card was tried after the code was made', async () => {
    const { quote_id, total_centavos } = await quote();
    const { body } = await byPix(quote_id);
    const txid = await txidOf(body.id);
    expect((await byCard(quote_id, cards.noFunds, { installments: 6 })).body.forma).toBe('cartao');
    await bank().pay(txid);
    await deliver(txid);
    expect(await look(body.id)).toMatchObject({ status: 'pago', forma: 'pix', parcelas: 1, total_centavos });
  });

  it('a card under review outlasts the quote, and excludes a Pix', async () => {
    const { quote_id } = await quote();
    const { body } = await byCard(quote_id, cards.review);
    expect(body).toMatchObject({ status: 'pendente', motivo: expect.stringMatching(/analisando/) });
    expect((await byPix(quote_id)).body.code).toBe('quote_used');
    portal.clock.advance(14 * MINUTE);
    await expireExchangePayments(portal.school);
    expect((await look(body.id)).status).toBe('pendente');
    await portal.worker.runOnce();
    expect((await look(body.id)).status).toBe('pago');
  });

  it('a card that is refused after the quote has ended leaves nothing to pay', async () => {
    const { body } = await byCard((await quote()).quote_id, cards.reviewRefused);
    portal.clock.advance(14 * MINUTE);
    await portal.worker.runOnce();
    await portal.worker.runOnce();
    expect((await look(body.id)).status).toBe('expirado');
    expect((await books(body.id)).bill.status).toBe('cancelada');
  });

  it('a Pix paid in the last second counts; one that is reported later is refunded', async () => {
    const [inTime, late] = [await byPix((await quote()).quote_id), await byPix((await quote()).quote_id)];
    const txids = [await txidOf(inTime.body.id), await txidOf(late.body.id)];
    for (const txid of txids) await bank().pay(txid);
    portal.clock.advance(10 * MINUTE + 30_000);
    await expireExchangePayments(portal.school);
    await deliver(txids[0] ?? '');
    expect((await look(inTime.body.id)).status).toBe('pago');
    portal.clock.advance(3 * MINUTE);
    await expireExchangePayments(portal.school);
    await deliver(txids[1] ?? '');
    expect(await look(late.body.id)).toMatchObject({
      status: 'devolvido',
      motivo: expect.stringMatching(/depois do prazo/),
    });
    expect((await books(late.body.id)).refunds).toMatchObject([{ valor_centavos: late.body.total_centavos }]);
  });
});
