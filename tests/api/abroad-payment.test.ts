import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createUsaPayment,
  deleteRequest,
  getOwnRequest,
  getUsaPayment,
  updateUsaPayment,
} from '../../src/lib/contract/abroad.ts';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { createExchangePayment, payExchangeWithCard, simulateExchange } from '../../src/lib/contract/exchange.ts';
import { getFinance, receivePaymentWebhook } from '../../src/lib/contract/finance.ts';
import { addStudent, addTrip, passportFile, passportOnly, sendRequest } from '../support/abroad.ts';
import { booksOf, payByCard } from '../support/bills.ts';
import { cardBody, cards } from '../support/card-body.ts';
import { pagador, recebedor } from '../support/payer.ts';
import { withKey } from '../support/points.ts';
import { allEngines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { dayFrom } from '../support/school-day.ts';

const BRUNO = 2;
const HELENA = 7;
type Forma = 'pix' | 'boleto' | 'cartao' | 'cambio';

describe.each(allEngines)('paying for a trip on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  const keyed = (as: number | undefined, key?: string) => withKey({ as, key });
  const pay = (request_id: number, forma: Forma, parcelas: number, as?: number, key?: string) =>
    portal.call(createUsaPayment, { body: { request_id, forma, parcelas } }, keyed(as, key));
  const change = (id: number, forma: Forma, parcelas: number, as?: number, key?: string) =>
    portal.call(updateUsaPayment, { body: { id, forma, parcelas } }, keyed(as, key));
  const own = async (as: number) => (await portal.call(getOwnRequest, {}, { as })).body;
  const billsOf = (as: number) =>
    portal.school.db.selectFrom('parcelas').selectAll().where('user_id', '=', as).orderBy('id').execute();

  /** A request that the school approved, of a new trip of 1.000 euros. */
  async function approved() {
    const as = await addStudent(portal);
    const turma_id = await addTrip(portal);
    const { body } = await sendRequest(portal, { turma_id, ...passportOnly }, { as }, passportFile);
    const params = { id: body.documentos[0]?.id ?? 0 };
    await portal.ops.abroad.reviewDocument({ ...params, resultado: 'aceito' }, { as: HELENA });
    const decision = { id: body.id, resultado: 'aprovada' as const };
    expect((await portal.ops.abroad.decideRequest(decision, { as: HELENA })).status).toBe(200);
    return { as, id: body.id };
  }
  async function payPix(bill: number) {
    const { sandbox } = portal.school.ports.payments;
    if (!sandbox) throw new Error('The tests pay in the sandbox');
    const txid = (await booksOf(portal, bill)).charges.at(-1)?.txid ?? '';
    await sandbox.pay(txid);
    const { body, headers } = sandbox.messageAbout(txid);
    const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'sandbox');
    expect((await portal.send('POST', path, { body, headers })).status).toBe(200);
  }
  const quote = async (as: number, valor_minor = 100_000, moeda: 'EUR' | 'USD' = 'EUR') =>
    (await portal.call(simulateExchange, { body: { moeda, forma: 'pix', valor_minor } }, { as })).body.quote_id;
  const exchange = (as: number, quote_id: string, request_id: number) =>
    portal.call(createExchangePayment, { body: { quote_id, request_id, forma: 'pix', pagador } }, keyed(as));

  it('a trip is paid by boleto, month by month', async () => {
    const { as, id } = await approved();
    await portal.school.db.updateTable('users').set({ cpf: '52998224725' }).where('id', '=', as).execute();
    const { status, body } = await pay(id, 'boleto', 2, as);
    expect([status, body.forma, body.parcelas.length, body.cobranca]).toEqual([200, 'boleto', 2, null]);
    const bill = body.parcelas[0]?.parcela_id ?? 0;
    const boleto = await portal.ops.finance.issueBoleto({ id: bill }, { as });
    expect([boleto.body.detail, boleto.body.linha_digitavel?.length]).toEqual([undefined, 47]);
    expect(boleto.body.valor_centavos).toBe(body.parcelas[0]?.valor_centavos);
    // Its payer ends one, and the office another: the bill waits for another way to pay.
    expect((await portal.ops.finance.cancelBoleto({ id: bill }, { as })).status).toBe(200);
    await portal.ops.finance.issueBoleto({ id: bill }, { as });
    const given = { id: bill, motivo: 'Pedido da família' };
    expect((await portal.ops.finance.cancelSchoolBoleto(given, keyed(HELENA))).status).toBe(200);
    const { bill: row, charges } = await booksOf(portal, bill);
    expect([row.status, charges.map((each) => each.status)]).toEqual(['aberta', ['removida', 'removida']]);
  });

  it('API-87 the payment of a trip starts after approval, in monthly bills that are not listed with the course', async () => {
    const { as, id } = await approved();
    expect((await pay(id, 'pix', 3)).status).toBe(401);
    expect((await pay(id, 'pix', 3, BRUNO)).status).toBe(404);
    expect((await pay(id, 'pix', 24, as)).status).toBe(422);
    const key = randomUUID();
    const [one, two] = await Promise.all([pay(id, 'pix', 3, as, key), pay(id, 'pix', 3, as, key)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body.id).toBe(one.body.id);
    const { body } = one;
    expect(body).toMatchObject({ forma: 'pix', moeda: 'EUR', total_minor: 100_000, status: 'aberto' });
    expect(body.parcelas.map(({ status }) => status)).toEqual(['aberta', 'aberta', 'aberta']);
    expect(body.parcelas.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0)).toBe(body.total_centavos);
    expect(body.cobranca?.br_code).toMatch(/^000201/);
    const finance = (await portal.call(getFinance, {}, { as })).body;
    expect(finance.parcelas).toEqual([]);
    const [first] = body.parcelas;
    expect(finance.resumo).toEqual({
      ...{ aberto_centavos: 0, vencido_centavos: 0, proximo_vencimento: null, proxima_parcela_id: null },
      intercambio: {
        aberto_centavos: body.total_centavos,
        vencido_centavos: 0,
        vencimento: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        parcela_id: first?.parcela_id,
      },
    });
    expect((await own(as))?.status).toBe('aguardando_pagamento');
    expect((await pay(id, 'pix', 3, as)).status).toBe(409);
    expect((await portal.call(deleteRequest, { params: { id } }, { as })).status).toBe(409);
  });

  it('an overdue bill of a trip shows as a debt of the student until it is paid', async () => {
    const { as, id } = await approved();
    const [first] = (await pay(id, 'pix', 2, as)).body.parcelas;
    const bill = first?.parcela_id ?? 0;
    const vencimento = dayFrom(portal, -10);
    await portal.school.db.updateTable('parcelas').set({ vencimento }).where('id', '=', bill).execute();
    const trip = async () => (await portal.call(getFinance, {}, { as })).body.resumo.intercambio;
    const owed = await trip();
    expect(owed).toMatchObject({ parcela_id: bill });
    expect(owed?.vencido_centavos).toBeGreaterThanOrEqual(first?.valor_centavos ?? 0);
    expect(owed?.aberto_centavos).toBeGreaterThan(owed?.vencido_centavos ?? 0);
    await portal.school.db.updateTable('parcelas').set({ status: 'paga' }).where('user_id', '=', as).execute();
    expect(await trip()).toBeUndefined();
  });

  it('a trip cannot be paid before it is approved', async () => {
    const as = await addStudent(portal);
    const { body } = await sendRequest(
      portal,
      { turma_id: await addTrip(portal), ...passportOnly },
      { as },
      passportFile,
    );
    expect((await pay(body.id, 'pix', 1, as)).body.code).toBe('request_status');
    expect(await billsOf(as)).toEqual([]);
  });

  it('API-89 the payment of a trip is read by its owner: part by part until all is paid', async () => {
    const { as, id } = await approved();
    const { body } = await pay(id, 'pix', 2, as);
    const read = (who?: number) => portal.call(getUsaPayment, { params: { id: body.id } }, { as: who });
    expect([(await read()).status, (await read(BRUNO)).status]).toEqual([401, 404]);
    const [first = 0, second = 0] = body.parcelas.map(({ parcela_id }) => parcela_id ?? 0);
    await payPix(first);
    expect((await read(as)).body).toMatchObject({ status: 'parcial', cobranca: null });
    expect((await change(body.id, 'cartao', 1, as)).body.code).toBe('already_paid');
    await payByCard(portal, second, cards.approved, { as });
    expect((await read(as)).body.status).toBe('pago');
    expect(await own(as)).toMatchObject({ status: 'paga', pagamento: { status: 'pago' } });
  });

  it('two last bills that are paid concurrently finish the request once both are paid', async () => {
    const { as, id } = await approved();
    const { body } = await pay(id, 'pix', 2, as);
    const bills = body.parcelas.map(({ parcela_id }) => parcela_id ?? 0);
    await Promise.all(bills.map((bill) => payByCard(portal, bill, cards.approved, { as })));
    const request = await own(as);
    expect(request?.status).toBe('paga');
    expect(request?.historico.filter(({ status }) => status === 'paga')).toHaveLength(1);
  });

  it('API-88 the payment method of a trip can change until a bill is paid: earlier bills are cancelled', async () => {
    const { as, id } = await approved();
    const { body } = await pay(id, 'pix', 4, as);
    expect((await change(body.id, 'cartao', 6)).status).toBe(401);
    expect((await change(body.id, 'cartao', 6, BRUNO)).status).toBe(404);
    const answers = await Promise.all([change(body.id, 'cartao', 6, as), change(body.id, 'pix', 2, as)]);
    expect(answers.map(({ status }) => status).includes(200)).toBe(true);
    const open = (await billsOf(as)).filter(({ status }) => status !== 'cancelada');
    expect(open.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0)).toBe(body.total_centavos);
    const changed = await change(body.id, 'cartao', 6, as);
    expect(changed.body).toMatchObject({ forma: 'cartao', parcelas: [{ numero: 1, status: 'aberta' }] });
    const bill = changed.body.parcelas[0]?.parcela_id ?? 0;
    await payByCard(portal, bill, cards.approved, { as, installments: 6 });
    expect((await own(as))?.status).toBe('paga');
    expect((await change(body.id, 'pix', 1, as)).status).toBe(409);
  });

  describe('by exchange', () => {
    it('EXCH-02 an exchange of the whole price pays the request', async () => {
      const { as, id } = await approved();
      const { body } = await pay(id, 'cambio', 1, as);
      expect(body).toMatchObject({ forma: 'cambio', parcelas: [], status: 'aberto' });
      const other = await exchange(as, await quote(as, 90_000), id);
      expect([other.status, other.body.fields]).toEqual([422, { quote_id: 'Valor diferente do da viagem' }]);
      expect((await exchange(as, await quote(as, 100_000, 'USD'), id)).status).toBe(422);
      const { card } = cardBody(cards.approved);
      const quote_id = await quote(as);
      const input = { body: { quote_id, request_id: id, installments: 2, card, pagador } };
      expect((await portal.call(payExchangeWithCard, input, keyed(as))).body.status).toBe('pago');
      expect(await own(as)).toMatchObject({ status: 'paga', pagamento: { status: 'pago' } });
      expect((await exchange(as, await quote(as), id)).status).toBe(409);
    });

    it('an exchange cannot pay a request of somebody else, or one that expects no exchange', async () => {
      const { as, id } = await approved();
      expect((await exchange(as, await quote(as), id)).status).toBe(404);
      await pay(id, 'pix', 1, as);
      expect((await exchange(as, await quote(as), id)).body.code).toBe('request_status');
      const foreign = await exchange(BRUNO, await quote(BRUNO), id);
      expect(foreign.status).toBe(404);
      expect((await exchange(BRUNO, await quote(BRUNO), 999_999)).status).toBe(404);
    });

    it('an exchange for a trip goes to the partner school of the trip, also with another receiver named and with a second card', async () => {
      const { as, id } = await approved();
      await pay(id, 'cambio', 1, as);
      const quote_id = await quote(as);
      const byPix = (body: object) =>
        portal.call(createExchangePayment, { body: { quote_id, forma: 'pix', pagador, ...body } }, keyed(as));
      const other = await byPix({ request_id: id, recebedor });
      expect([other.status, Object.keys(other.body.fields ?? {})]).toEqual([422, ['recebedor.nome']]);
      const { card } = cardBody(cards.noFunds);
      const input = { body: { quote_id, request_id: id, installments: 1, card, pagador } };
      const refused = await portal.call(payExchangeWithCard, input, keyed(as));
      const { recebedor: school } = refused.body;
      expect(school?.nome).toBe('Liffey House');
      // Without the request it would be free to name anybody, and would still pay the trip.
      expect((await byPix({ recebedor })).status).toBe(422);
      const paid = await byPix({ recebedor: school });
      expect([paid.status, paid.body.id, paid.body.recebedor]).toEqual([200, refused.body.id, school]);
    });

    it('a second exchange ends the first, and another payment method ends both: at most one can be paid', async () => {
      const { as, id } = await approved();
      const { body: payment } = await pay(id, 'cambio', 1, as);
      await Promise.all([exchange(as, await quote(as), id), exchange(as, await quote(as), id)]);
      const open = async () => (await billsOf(as)).filter(({ status }) => status === 'aberta');
      expect((await open()).length).toBeLessThanOrEqual(1);
      expect((await exchange(as, await quote(as), id)).status).toBe(200);
      expect(await open()).toHaveLength(1);
      expect((await change(payment.id, 'pix', 2, as)).status).toBe(200);
      expect((await open()).map(({ cambio_id }) => cambio_id)).toEqual([null, null]);
    });
  });
});
