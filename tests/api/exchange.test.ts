import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { updateProfile } from '../../src/lib/contract/account.ts';
import { API_PREFIX, type CallInput } from '../../src/lib/contract/core.ts';
import { createExchangePayment, payExchangeWithCard, simulateExchange } from '../../src/lib/contract/exchange.ts';
import { receivePaymentWebhook } from '../../src/lib/contract/finance.ts';
import type { ExchangeRates } from '../../src/server/core/ports/exchange-rates.ts';
import { addAccount } from '../support/accounts.ts';
import { pagador, recebedor } from '../support/payer.ts';
import { withKey } from '../support/points.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addPaymentAccount } from '../support/steered-process.ts';

const people = { ana: 1, bruno: 2, davi: 4 };
const MINUTE = 60_000;

describe.each(engines)('exchange on %s', (engine) => {
  let portal: TestSchool;
  const rates: ExchangeRates = { read: async () => ({ rate: '5.4321', at: new Date() }) };
  let served: ExchangeRates = rates;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
      ports: { exchangeRates: { read: (moeda) => served.read(moeda) } },
    });
  });
  afterAll(() => portal.close());

  type Simulation = CallInput<typeof simulateExchange>['body'];
  const simulate = (body: Partial<Simulation> = {}, as: number | undefined = people.ana) =>
    portal.call(simulateExchange, { body: { moeda: 'USD', forma: 'pix', valor_minor: 100_000, ...body } }, { as });
  const quote = async (as = people.ana, forma: 'pix' | 'cartao' = 'pix') =>
    (await simulate({ forma }, as)).body.quote_id;
  type Payment = CallInput<typeof createExchangePayment>['body'];
  const pay = (quote_id: string, { key = randomUUID(), as = people.ana, ...body }: Partial<Payment> & Sent = {}) =>
    portal.call(
      createExchangePayment,
      { body: { quote_id, forma: 'pix', pagador, recebedor, ...body } },
      withKey({ as, key }),
    );
  const look = (id: number | string, as?: number) => portal.ops.exchange.getExchangePayment({ id }, { as });
  const countOf = async (quoteId: string) =>
    (
      await portal.school.db
        .selectFrom('cambio_pagamentos')
        .innerJoin('cambio_cotacoes', 'cambio_cotacoes.id', 'cotacao_id')
        .innerJoin('parcelas', 'parcelas.cambio_id', 'cambio_pagamentos.id')
        .select('cambio_pagamentos.id')
        .where('quote_id', '=', quoteId)
        .execute()
    ).length;

  it('API-77 EXCH-01 EXCH-04 the simulator quotes a foreign amount with everything that makes the total', async () => {
    const { status, body } = await simulate();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      moeda: 'USD',
      valor_minor: 100_000,
      cotacao: '5.4321',
      spread_bps: 200,
      iof_bps: 350,
      iof_centavos: 19_393,
      tarifa_centavos: 2_500,
      total_centavos: 575_967,
      installments: [{ n: 1, valor_centavos: 575_967, total_centavos: 575_967 }],
      valido_ate: new Date(portal.clock.now.getTime() + 10 * MINUTE).toISOString(),
    });
  });

  it('EXCH-01 the simulator quotes what an amount in reais buys, never exceeding it', async () => {
    const { body } = await simulate({ valor_minor: undefined, valor_centavos: 575_967 });
    expect([body.valor_minor, body.total_centavos]).toEqual([100_000, 575_967]);
    const less = await simulate({ valor_minor: undefined, valor_centavos: 575_960 });
    expect(less.body.valor_minor).toBe(99_998);
    expect(less.body.total_centavos).toBeLessThanOrEqual(575_960);
  });

  it('EXCH-03 the simulator offers a card in up to twelve instalments of the same total', async () => {
    const { body } = await simulate({ forma: 'cartao' });
    expect(body.installments).toHaveLength(12);
    expect(body.installments[7]).toEqual({ n: 8, valor_centavos: 71_996, total_centavos: 575_967 });
    expect((await simulate({ forma: 'cartao', installments: 3 })).body.installments).toHaveLength(3);
  });

  it.each([
    [{ valor_minor: undefined, valor_centavos: 2_500 }, /não cobre a tarifa/],
    [{ valor_minor: undefined, valor_centavos: 1_000_000_000 }, /limite de uma operação/],
    [{ valor_minor: 100, valor_centavos: 100 }, /Informe um valor/],
    [{ valor_minor: undefined }, /Informe um valor/],
    [{ valor_minor: 1.5 }, /\S/],
    [{ moeda: 'BRL' as 'USD' }, /\S/],
  ])('the simulator refuses %j in words', async (body, words) => {
    const answer = await simulate(body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(words);
  });

  it('without a rate the simulator gives a message', async () => {
    served = { read: () => Promise.reject(new Error('down')) };
    const { status, body, headers } = await simulate();
    served = rates;
    expect([status, body.detail]).toEqual([503, expect.stringContaining('consultar a cotação')]);
    expect(headers.get('retry-after')).toBe('5');
  });

  it('API-75 the exchange needs a session with a password', async () => {
    const calls = (sent: { as?: number; scope?: 'book' }) => [
      portal.call(simulateExchange, { body: { moeda: 'USD', forma: 'pix', valor_minor: 1 } }, sent),
      portal.call(createExchangePayment, { body: { quote_id: randomUUID(), forma: 'pix', pagador } }, sent),
      portal.call(
        payExchangeWithCard,
        { body: { quote_id: randomUUID(), installments: 1, card_token: 'x', pagador } },
        sent,
      ),
      portal.ops.exchange.getExchangePayment({ id: 1 }, sent),
      portal.ops.exchange.listExchangePayments({}, sent),
    ];
    for (const { status } of await Promise.all(calls({}))) expect(status).toBe(401);
    for (const { status, body } of await Promise.all(calls({ as: people.ana, scope: 'book' }))) {
      expect([status, body.code]).toEqual([403, 'password_required']);
    }
  });

  it('EXCH-02 a payment opens a Pix and one bill for the quoted total, until the quote ends', async () => {
    const quoted = (await simulate({}, people.ana)).body;
    const { status, body } = await pay(quoted.quote_id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'pendente',
      forma: 'pix',
      total_centavos: quoted.total_centavos,
      moeda: 'USD',
      valor_minor: 100_000,
      expira_em: quoted.valido_ate,
      br_code: expect.stringMatching(/^000201/),
    });
    expect((await look(body.id, people.ana)).body).toEqual(body);
    const bill = await portal.school.db
      .selectFrom('parcelas')
      .selectAll()
      .where('cambio_id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(bill).toMatchObject({ user_id: people.ana, valor_centavos: 575_967, status: 'aberta', parcelas_max: 12 });
  });

  it('a payment needs a receiver before anything is paid', async () => {
    const { status, body } = await pay(await quote(), { recebedor: undefined });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([
      422,
      ['recebedor.nome', 'recebedor.pais', 'recebedor.conta', 'recebedor.motivo'],
    ]);
    const paid = await pay(await quote());
    expect(paid.body.recebedor).toEqual(recebedor);
    expect((await look(paid.body.id, people.ana)).body.recebedor).toEqual(recebedor);
  });

  it('a minor cannot pay abroad in the own name: the registered guardian does', async () => {
    const FELIPE = 6;
    const user = await portal.school.db
      .selectFrom('users')
      .select(['cpf', 'birth_date', 'guardian'])
      .where('id', '=', FELIPE)
      .executeTakeFirstOrThrow();
    const guardian = JSON.parse(user.guardian ?? '{}') as { cpf: string };
    const with_ = async (given: Partial<typeof pagador>) =>
      pay(await quote(FELIPE), { as: FELIPE, pagador: { ...pagador, ...given } });
    const own = await with_({ cpf: user.cpf ?? '', birth_date: user.birth_date ?? '' });
    expect([own.status, Object.keys(own.body.fields ?? {})]).toEqual([422, ['pagador.birth_date']]);
    const older = await with_({ cpf: user.cpf ?? '' });
    expect([older.status, Object.keys(older.body.fields ?? {})]).toEqual([422, ['pagador.cpf']]);
    expect((await with_({ cpf: guardian.cpf })).status).toBe(200);
    await portal.school.db.updateTable('users').set({ guardian: null }).where('id', '=', FELIPE).execute();
    expect((await with_({ cpf: guardian.cpf })).body.code).toBe('no_guardian');
  });

  it('a student of unknown age cannot pay in the own name, somebody else can', async () => {
    const { id: as } = await addAccount(portal, { cpf: '52998224725' });
    const with_ = async (given: Partial<typeof pagador>, full_name = 'Outra Pessoa') =>
      pay(await quote(as), { as, pagador: { ...pagador, full_name, ...given } });
    const own = await with_({ cpf: '529.982.247-25' });
    expect([own.status, own.body.code, own.body.detail]).toEqual([
      409,
      'no_birth_date',
      expect.stringContaining('Meus dados'),
    ]);
    expect((await with_({})).status).toBe(200);
    const { full_name } = await portal.school.db
      .updateTable('users')
      .set({ cpf: null })
      .where('id', '=', as)
      .returning('full_name')
      .executeTakeFirstOrThrow();
    expect((await with_({}, full_name.toUpperCase())).body.code).toBe('no_birth_date');
    const told = await portal.call(updateProfile, { body: { birth_date: '1998-04-02' } }, { as });
    expect([told.status, told.body.birth_date]).toEqual([200, '1998-04-02']);
    expect((await with_({}, full_name)).status).toBe(200);
  });

  it('EXCH-02 a boleto holds the rate until its payment is reported, and is due on the next banking day', async () => {
    const requested = await simulate({ forma: 'boleto' });
    expect([requested.status, requested.body.formas]).toEqual([200, ['pix', 'boleto', 'cartao']]);
    const { status, body } = await pay(requested.body.quote_id, { forma: 'boleto' });
    expect([status, body.forma, body.status, body.linha_digitavel?.length]).toEqual([200, 'boleto', 'pendente', 47]);
    expect(body.total_centavos).toBe(requested.body.total_centavos);
    const days = (Date.parse(body.expira_em ?? '') - portal.clock.now.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(3);
    // Long after the quote.
    portal.clock.advance(3_600_000);
    const { sandbox } = portal.school.ports.payments;
    const charge = await portal.school.db
      .selectFrom('charges')
      .select('txid')
      .where('linha_digitavel', '=', body.linha_digitavel ?? '')
      .executeTakeFirstOrThrow();
    expect(await sandbox?.pay(charge.txid)).toBe(true);
    const message = sandbox?.messageAbout(charge.txid);
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'sandbox');
    expect((await portal.send('POST', path, message)).status).toBe(200);
    const after = await portal.ops.exchange.getExchangePayment({ id: body.id }, { as: people.ana });
    expect([after.body.status, after.body.forma, after.body.linha_digitavel]).toEqual(['pago', 'boleto', null]);
  });

  it('a unit without boletos refuses one with a message', async () => {
    const closed = `https://127.0.0.1:${await freePort()}`;
    const settings = { url: closed, tokenUrl: closed, clientId: 'a', clientSecret: 'b' };
    const account = { company_id: 101, kind: 'pix-bcb' as const, instituicao: 'Banco' };
    await addPaymentAccount(portal, account, { ...settings, chave: '11222333000181' });
    onTestFinished(async () => {
      await portal.school.db.deleteFrom('payment_accounts').execute();
    });
    const { status, body } = await simulate({ forma: 'boleto' });
    expect([status, body.fields]).toEqual([422, { forma: 'Escolha outra forma' }]);
    expect((await pay(await quote(), { forma: 'boleto' })).body.detail).toBe(
      'Boleto não está disponível. Pague com Pix ou cartão.',
    );
  });

  it('ROLE-08 the quote and the payment of another are not found', async () => {
    const own = await quote(people.ana);
    expect((await pay(own, { as: people.davi })).status).toBe(404);
    expect(await countOf(own)).toBe(0);
    const { body } = await pay(own);
    expect((await look(body.id, people.davi)).status).toBe(404);
    const theirs = await portal.ops.exchange.listExchangePayments({}, { as: people.davi });
    expect(theirs.body).toMatchObject({ items: [], total: 0 });
    const mine = await portal.ops.exchange.listExchangePayments({ limit: 1 }, { as: people.ana });
    expect(mine.body.items.map(({ id }) => id)).toEqual([body.id]);
    expect(mine.body.total).toBeGreaterThan(1);
  });

  it('EXCH-04 a quote that expired, or is about to, cannot be paid', async () => {
    const [late, almost] = [await quote(), await quote()];
    portal.clock.advance(9 * MINUTE);
    expect(await pay(almost)).toMatchObject({ status: 409, body: { code: 'quote_expired' } });
    portal.clock.advance(MINUTE);
    const { status, body } = await pay(late);
    expect([status, body.code]).toEqual([409, 'quote_expired']);
    expect(body.detail).toMatch(/Cote de novo/);
    const card = { installments: 1, card_token: 'x', pagador, recebedor };
    const byCard = await portal.call(
      payExchangeWithCard,
      { body: { quote_id: late, ...card } },
      withKey({ as: people.ana }),
    );
    expect([byCard.status, byCard.body.code]).toEqual([409, 'quote_expired']);
  });

  it('the same key twice is one payment; with another body it is refused', async () => {
    const [first, other] = [await quote(), await quote()];
    const key = randomUUID();
    const answers = [await pay(first, { key }), await pay(first, { key })];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await countOf(first)).toBe(1);
    const { status, body } = await pay(other, { key });
    expect([status, body.code]).toEqual([409, 'key_reused']);
    expect(await countOf(other)).toBe(0);
    const page = { caller: { token: await portal.tokenOf(1) } };
    const bare = { body: { quote_id: other, forma: 'pix' as const, pagador, recebedor } };
    expect((await portal.call(createExchangePayment, bare, page)).status).toBe(400);
    expect((await portal.call(createExchangePayment, bare, { as: 1 })).status).toBe(200);
  });

  it('one of sixteen concurrent payments of a quote succeeds, whatever their keys', async () => {
    const quoteId = await quote();
    const answers = await Promise.all(Array.from({ length: 16 }, () => pay(quoteId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect([status, body.code]).toEqual([409, 'quote_used']);
    }
    expect(await countOf(quoteId)).toBe(1);
    const again = await quote();
    const key = randomUUID();
    const same = await Promise.all(Array.from({ length: 16 }, () => pay(again, { key })));
    expect(new Set(same.map(({ status, body }) => `${status} ${body.id} ${body.br_code}`)).size).toBe(1);
    expect(same[0]?.status).toBe(200);
    expect(await countOf(again)).toBe(1);
  });

  it('a payment refuses a payer who was born tomorrow', async () => {
    const { status, body } = await pay(await quote(), { pagador: { ...pagador, birth_date: '2999-01-01' } });
    expect([status, body.fields]).toEqual([422, { 'pagador.birth_date': 'Essa data ainda não chegou: confira o ano' }]);
  });

  it('the exchange shows at once that a quote expired, and cancels its bill a little later, once', async () => {
    const { body } = await pay(await quote());
    portal.clock.advance(10 * MINUTE);
    const late = (await look(body.id, people.ana)).body;
    expect([late.status, late.br_code]).toEqual(['expirado', null]);
    const billOf = async () =>
      (
        await portal.school.db
          .selectFrom('parcelas')
          .select('status')
          .where('cambio_id', '=', body.id)
          .executeTakeFirstOrThrow()
      ).status;
    await portal.worker.runOnce();
    expect(await billOf()).toBe('aberta');
    portal.clock.advance(4 * MINUTE);
    await Promise.all([portal.worker.runOnce(), portal.worker.runOnce()]);
    expect(await billOf()).toBe('cancelada');
    expect((await look(body.id, people.ana)).body.status).toBe('expirado');
  });

  it('the clean-up deletes unused quotes after a week, and keeps the others', async () => {
    const [unused, used] = [await quote(), await quote()];
    const { body } = await pay(used);
    portal.clock.advance(8 * 24 * 60 * MINUTE);
    await portal.worker.runOnce();
    const left = await portal.school.db.selectFrom('cambio_cotacoes').select('quote_id').execute();
    const ids = left.map(({ quote_id }) => quote_id);
    expect([ids.includes(unused), ids.includes(used)]).toEqual([false, true]);
    expect((await look(body.id, people.ana)).body.status).toBe('expirado');
  });
});

interface Sent {
  key?: string;
  as?: number;
}

it('quotes are limited, to protect the rate service', async () => {
  const portal = await openTestSchool('sqlite');
  const ask = (as: number) =>
    portal.call(simulateExchange, { body: { moeda: 'USD', forma: 'pix', valor_minor: 100 } }, { as });
  for (let count = 0; count < 40; count += 1) expect((await ask(people.ana)).status).toBe(200);
  const { status, body } = await ask(people.ana);
  expect([status, body.detail]).toEqual([429, expect.stringMatching(/Tente de novo em \d+ minutos/)]);
  expect((await ask(people.davi)).status).toBe(200);
  await portal.close();
});
