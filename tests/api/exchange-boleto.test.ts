import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createExchangePayment, simulateExchange } from '../../src/lib/contract/exchange.ts';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { endCodes } from '../../src/server/money/finance/pix.ts';
import { addAccount } from '../support/accounts.ts';
import { FakeAsaas, notifyPortal, openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { addPayer, booksOf } from '../support/bills.ts';
import { cpfOf } from '../support/cpf.ts';
import { pagador, recebedor } from '../support/payer.ts';
import { keyed, withKey } from '../support/points.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const UNIT = 101;
const motivo = 'Pedido da família';
let people = 760_000_000;

describe.each(engines)('the end of a boleto of an exchange, on %s', (engine) => {
  let provider: FakeAsaas;
  let portal: TestSchool;
  let account: string;
  let clerk: number;
  let start = Date.parse('2027-08-11T15:00:00Z');
  beforeAll(async () => {
    provider = await FakeAsaas.start();
    portal = await openTestSchool(engine, { limits: noLimits, env: { PAYMENTS_TIMEOUT_MS: '3000' } });
    account = await openAsaasAccount(portal, provider, UNIT);
    clerk = await addStaff(portal);
  });
  beforeEach(async () => {
    // A Wednesday at noon in Brasília, later for each test, so that pauses of the provider have passed.
    start += 2 * 60_000;
    portal.clock.now = new Date(start);
    await provider.behave();
    await provider.followClock(portal);
  });
  afterAll(async () => {
    await portal.close();
    await provider.close();
  });

  /** An exchange that somebody pays by boleto. */
  async function opened() {
    const { id: as } = await addAccount(portal);
    const requested = { moeda: 'EUR', forma: 'boleto', valor_minor: 50_000 } as const;
    const { quote_id } = (await portal.call(simulateExchange, { body: requested }, { as })).body;
    const body = { quote_id, forma: 'boleto' as const, pagador, recebedor };
    const { body: payment } = await keyed(portal, createExchangePayment, { body }, { as });
    const bill = payment.parcela_id ?? 0;
    return { as, id: payment.id, bill, reference: (await booksOf(portal, bill)).charges[0]?.txid ?? '' };
  }
  const look = async ({ id, as }: { id: number; as: number }) =>
    (await portal.ops.exchange.getExchangePayment({ id }, { as })).body;
  const byPayer = (bill: number | string, as?: number) =>
    portal.ops.finance.cancelBoleto({ id: bill as number }, as === undefined ? {} : { as });
  const byOffice = (bill: number | string, as: number | undefined = clerk, key: string = randomUUID()) =>
    portal.ops.finance.cancelSchoolBoleto({ id: bill as number, motivo }, withKey({ as, key }));
  const tell = async (reference: string) => notifyPortal(portal, account, await provider.eventOf(reference));
  const logOf = (bill: number) =>
    portal.school.db.selectFrom('audit_log').selectAll().where('target', '=', `bill:${bill}`).execute();
  const ways = [
    ['payer', ({ bill, as }: { bill: number; as: number }) => byPayer(bill, as)],
    ['office', ({ bill }: { bill: number }) => byOffice(bill)],
  ] as const;

  it.each(ways)('EXCH-02 the %s ends it at the provider, and the exchange ends with it', async (_who, end) => {
    const exchange = await opened();
    expect((await look(exchange)).linha_digitavel).toHaveLength(47);
    const { status, body } = await end(exchange);
    expect([status, body.detail]).toEqual([200, expect.stringContaining('Boleto cancelado')]);
    expect(await provider.pay(exchange.reference)).toBeNull();
    expect(await look(exchange)).toMatchObject({
      status: 'expirado',
      linha_digitavel: null,
      boleto_url: null,
      motivo: expect.stringContaining('O boleto foi cancelado'),
    });
    const { bill, charges } = await booksOf(portal, exchange.bill);
    expect([bill.status, charges.map(({ status }) => status)]).toEqual(['cancelada', ['removida']]);
    // The provider has confirmed: no job repeats the cancellation.
    const { length } = (await provider.look()).seen;
    await endCodes(portal.school);
    expect((await provider.look()).seen).toHaveLength(length);
  });

  it.each(ways)('one that was paid is settled instead, though the %s ends it', async (_who, end) => {
    const exchange = await opened();
    await provider.pay(exchange.reference);
    const { status, body } = await end(exchange);
    expect([status, body.code]).toEqual([409, 'already_paid']);
    expect(await look(exchange)).toMatchObject({ status: 'pago', forma: 'boleto' });
    expect((await tell(exchange.reference)).status).toBe(200);
    const { bill, refunds } = await booksOf(portal, exchange.bill);
    expect([bill.status, refunds, await logOf(exchange.bill)]).toEqual(['paga', [], []]);
  });

  it.each(ways)('twice the same by the %s changes nothing more', async (_who, end) => {
    const exchange = await opened();
    await end(exchange);
    const before = await booksOf(portal, exchange.bill);
    const again = await end(exchange);
    expect([again.status, again.body.code]).toEqual([409, 'no_boleto']);
    expect(await booksOf(portal, exchange.bill)).toEqual(before);
  });

  it.each(ways)('a provider that does not answer the %s keeps it as it is', async (_who, end) => {
    const exchange = await opened();
    await provider.behave({ at: 'DELETE /payments', does: 'deaf', times: 1 });
    expect((await end(exchange)).status).toBe(503);
    expect((await look(exchange)).status).toBe('pendente');
    portal.clock.advance(31_000);
    await provider.followClock(portal);
    expect((await end(exchange)).status).toBe(200);
  });

  it.each(ways)('an end whose answer the %s never got is found by asking, or by the next try', async (_who, end) => {
    const [fresh, old] = [await opened(), await opened()];
    await provider.behave({ at: 'DELETE /payments', does: 'lost', times: 1 });
    expect((await end(fresh)).status).toBe(503);
    // After this time a payment that the provider does not know counts as not made.
    portal.clock.advance(3 * 60_000);
    await provider.followClock(portal);
    await provider.behave({ at: 'DELETE /payments', does: 'lost', times: 1 });
    expect([(await end(old)).status, (await end(fresh)).status]).toEqual([200, 200]);
    for (const each of [fresh, old]) {
      expect(await provider.pay(each.reference)).toBeNull();
      expect((await look(each)).motivo).toContain('O boleto foi cancelado');
    }
  });

  it('cancelling a boleto makes one line in the log, also with repeated and concurrent requests', async () => {
    const exchange = await opened();
    const key = randomUUID();
    const same = await Promise.all(Array.from({ length: 8 }, () => byOffice(exchange.bill, clerk, key)));
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await byOffice(exchange.bill, clerk, key)).status).toBe(200);
    const other = await opened();
    const many = await Promise.all(Array.from({ length: 16 }, () => byOffice(other.bill)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200, 409]));
    for (const each of [exchange, other]) {
      const [line, ...more] = await logOf(each.bill);
      expect([line?.action, line?.user_id, line?.about_user_id, more]).toEqual([
        'bill-boleto-cancel',
        clerk,
        each.as,
        [],
      ]);
      expect(JSON.parse(line?.data ?? '{}')).toMatchObject({
        antes: { status: 'Em aberto' },
        depois: { status: 'Cancelada', motivo },
      });
      const notified = await portal.school.db
        .selectFrom('notices')
        .select('body')
        .where('user_id', '=', each.as)
        .execute();
      expect(notified).toMatchObject([{ body: expect.stringContaining('A escola cancelou o boleto') }]);
    }
  });

  it('the page of a bill shows the office whether a boleto can be cancelled', async () => {
    const exchange = await opened();
    const powers = async () => (await portal.ops.finance.getSchoolBill({ id: exchange.bill }, { as: clerk })).body.pode;
    expect(await powers()).toMatchObject({ cancelar_boleto: true, mudar: false, receber: false });
    await byOffice(exchange.bill);
    expect((await powers()).cancelar_boleto).toBe(false);
  });

  it('the office cancels a boleto of tuition in the same way, and its bill stays open', async () => {
    const { id, bill } = await addPayer(portal, cpfOf(++people), [{ company_id: UNIT, vencimento: '2027-08-20' }]);
    await portal.ops.finance.issueBoleto({ id: bill }, { as: id });
    const [charge] = (await booksOf(portal, bill)).charges;
    const { status, body } = await byOffice(bill);
    expect([status, body.id]).toEqual([200, bill]);
    expect(await provider.pay(charge?.txid ?? '')).toBeNull();
    expect((await booksOf(portal, bill)).bill.status).toBe('aberta');
    expect((await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id })).body.status).toBe('ATIVA');
    expect((await logOf(bill)).map(({ action }) => action)).toEqual(['bill-boleto-cancel']);
  });

  it('ROLE-08 only its payer and its office cancel a boleto, not visitors, other people or other schools', async () => {
    const exchange = await opened();
    const { id: stranger } = await addAccount(portal);
    const abroad = await addStaff(portal, { company: 102 });
    const teacher = await addStaff(portal, { rights: ['pedidos'] });
    expect([(await byPayer(exchange.bill)).status, (await byPayer(exchange.bill, stranger)).status]).toEqual([
      404, 404,
    ]);
    const body = { motivo };
    const visitor = await portal.ops.finance.cancelSchoolBoleto({ id: exchange.bill, ...body }, {});
    const others = [exchange.as, teacher, abroad].map(async (as) => (await byOffice(exchange.bill, as)).status);
    expect([visitor.status, ...(await Promise.all(others))]).toEqual([401, 403, 403, 404]);
    expect((await portal.ops.finance.cancelBoleto({ id: exchange.bill }, { token: 'x' })).status).toBe(401);
    expect((await look(exchange)).status).toBe('pendente');
  });

  it.each(['0', 'abc', '99999999999'])('refuses the bill %s, and no reason, in words', async (id) => {
    const answers = [
      await byPayer(id, clerk),
      await byOffice(id),
      await portal.ops.finance.cancelSchoolBoleto({ id: 1, motivo: ' ' }, withKey({ as: clerk })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    for (const { body } of answers) expect(body.detail).toMatch(/\S/);
  });
});
