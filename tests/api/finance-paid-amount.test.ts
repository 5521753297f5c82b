import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { payWithPix, receivePaymentWebhook } from '../../src/lib/contract/finance.ts';
import { moveDiscountsOn } from '../../src/server/club/place-discounts.ts';
import type { Engine } from '../../src/server/core/db/connection.ts';
import type { Sandbox } from '../../src/server/core/ports/payments/sandbox.ts';
import { SIGNATURE_HEADER, sign } from '../../src/server/core/ports/payments/signature.ts';
import { callbackPath } from '../../src/server/money/finance/callback-key.ts';
import { followUpCharges } from '../../src/server/money/finance/follow-up.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { FakeAsaas, notifyPortal, openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { addPayer, booksOf, payByCard } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { cards } from '../support/card-body.ts';
import { cpfOf } from '../support/cpf.ts';
import { notificationsOf } from '../support/inbox.ts';
import { SERVICE_SECRET, startPaymentService } from '../support/payment-service.ts';
import { openBankAccount, PixBank } from '../support/pix-bank/bank.ts';
import { addReward, give, redeem, withKey } from '../support/points.ts';
import { allEngines, engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';

const UNIT = 101;
const MINUTE_MS = 60_000;
const helena = { as: HELENA };
const motivo = 'Teste';

/** A payment provider, as payer and bank see it. */
interface Provider {
  portal: TestSchool;
  /** Moves the clock of the provider to that of the school. */
  followClock?(): Promise<unknown>;
  /** Somebody pays a charge with this amount. */
  pay(txid: string, centavos: number): Promise<unknown>;
  /** The same charge is paid a second time. */
  payAgain(txid: string): Promise<unknown>;
  /** The provider reports a change of the charge. */
  hear(txid: string): Promise<Response>;
  /** Centavos that the service sent back. */
  sentBack(txid: string): Promise<number>;
  close(): Promise<void>;
}

const reais = (centavos: number) => (centavos / 100).toFixed(2);
const centavos = (all: readonly (string | number)[]) =>
  all.reduce<number>((sum, each) => sum + Math.round(Number(each) * 100), 0);

async function openSandbox(engine: Engine): Promise<Provider> {
  const portal = await openTestSchool(engine, { limits: noLimits });
  const bank = portal.school.ports.payments.sandbox as Sandbox;
  const charges = () => portal.school.db.updateTable('sandbox_charges');
  return {
    portal,
    async pay(txid, amount) {
      await charges().set({ amount }).where('reference', '=', txid).execute();
      expect(await bank.pay(txid)).toBe(true);
    },
    payAgain: (txid) =>
      charges()
        .set(({ eb }) => ({ amount: eb('amount', '+', 10_000) }))
        .where('reference', '=', txid)
        .execute(),
    hear(txid) {
      const { body, headers } = bank.messageAbout(txid);
      return portal.send('POST', `${API_PREFIX}portal/payments/webhooks/sandbox/`, { body, headers });
    },
    async sentBack(txid) {
      const rows = await portal.school.db
        .selectFrom('sandbox_refunds')
        .select('amount')
        .where('charge', '=', txid)
        .execute();
      return rows.reduce((sum, { amount }) => sum + amount, 0);
    },
    close: () => portal.close(),
  };
}

async function openHttpService(): Promise<Provider> {
  const service = await startPaymentService();
  const portal = await openTestSchool('sqlite', {
    limits: noLimits,
    env: {
      PAYMENTS_URL: service.url,
      PAYMENTS_KEY: 'key-of-the-school',
      PAYMENTS_WEBHOOK_SECRET: SERVICE_SECRET,
      PAYMENTS_TIMEOUT_MS: '3000',
      PAYMENTS_RECEIVER: 'Escola Ltda.,**.222.333/0001-**,Banco Exemplo',
    },
  });
  const chargeOf = (txid: string) => service.charges.get(txid) as { status: string; more?: { paid_amount?: number } };
  return {
    portal,
    async pay(txid, paid_amount) {
      Object.assign(chargeOf(txid), { status: 'paga', more: { paid_amount } });
    },
    async payAgain(txid) {
      const { more } = chargeOf(txid);
      Object.assign(chargeOf(txid), { more: { paid_amount: (more?.paid_amount ?? 0) + 10_000 } });
    },
    hear(txid) {
      const at = portal.clock.now;
      const body = JSON.stringify({
        id: randomUUID(),
        reference: txid,
        kind: 'charge.changed',
        at: at.toISOString(),
      });
      const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(SERVICE_SECRET, body, at) };
      const path = API_PREFIX + receivePaymentWebhook.path.replace('{provider}', 'http');
      return portal.send('POST', path, { body, headers });
    },
    sentBack: async (txid) =>
      Object.values(service.charges.get(txid)?.refunds ?? {}).reduce((sum, each) => sum + each, 0),
    async close() {
      await portal.close();
      await service.close();
    },
  };
}

async function openBank(): Promise<Provider> {
  const bank = await PixBank.start();
  const portal = await openTestSchool('sqlite', { limits: noLimits, env: { PAYMENTS_TIMEOUT_MS: '8000' } });
  const account = await openBankAccount(portal, bank, UNIT);
  return {
    portal,
    followClock: () => bank.followClock(portal),
    pay: (txid, amount) => bank.pay(txid, { valor: reais(amount) }),
    payAgain: (txid) => bank.pay(txid, { again: true }),
    async hear(txid) {
      const body = JSON.stringify({ pix: (await bank.cob(txid))?.pix });
      const headers = { 'content-type': 'application/json' };
      return portal.send('POST', `${callbackPath(portal.school.tokens, account)}/pix`, { body, headers });
    },
    async sentBack(txid) {
      const given = (await bank.cob(txid))?.pix?.flatMap(({ devolucoes }) => devolucoes ?? []) ?? [];
      return centavos(given.map(({ valor }) => valor));
    },
    async close() {
      await portal.close();
      await bank.close();
    },
  };
}

async function openProvider(): Promise<Provider> {
  const fake = await FakeAsaas.start();
  const portal = await openTestSchool('sqlite', { limits: noLimits, env: { PAYMENTS_TIMEOUT_MS: '8000' } });
  const account = await openAsaasAccount(portal, fake, UNIT);
  return {
    portal,
    followClock: () => fake.followClock(portal),
    async pay(txid, amount) {
      await fake.setValue(txid, amount / 100);
      await fake.pay(txid);
    },
    payAgain: (txid) => fake.payCopy(txid),
    hear: async (txid) =>
      notifyPortal(portal, account, await fake.eventOf(txid).then((event) => ({ ...event, id: randomUUID() }))),
    async sentBack(txid) {
      const payments = await fake.paymentsOf(txid);
      return centavos(payments.flatMap(({ refunds }) => (refunds ?? []).map(({ value }) => value)));
    },
    async close() {
      await portal.close();
      await fake.close();
    },
  };
}

let people = 730_000_000;

describe.each([
  ...engines.map((engine) => [`the sandbox on ${engine}`, () => openSandbox(engine)] as const),
  ['the payment service over HTTP', openHttpService] as const,
  ['a bank of the API Pix', openBank] as const,
  ['Asaas', openProvider] as const,
])('the amount that was paid beside the one that was asked, by %s', (_name, open) => {
  let provider: Provider;
  let portal: TestSchool;
  beforeAll(async () => {
    provider = await open();
    portal = provider.portal;
  });
  beforeEach(() => provider.followClock?.());
  afterAll(() => provider.close());

  async function charged() {
    const { id, bill } = await addPayer(portal, cpfOf(++people), [{ company_id: UNIT }]);
    const { body } = await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id });
    return { id, bill, txid: body.txid };
  }
  async function hear(txid: string) {
    // Repeated reports count once.
    for (let time = 0; time < 3; time += 1) expect((await provider.hear(txid)).status).toBe(200);
    await sendRefunds(portal.school);
    await sendRefunds(portal.school);
  }
  const notified = async (as: number) => (await notificationsOf(portal, as)).map(({ body }) => body).join('\n');
  const billOf = async (bill: number) => (await booksOf(portal, bill)).bill;

  it('S4 a payment below the amount leaves the bill open, and office and payer are notified of the amount', async () => {
    const { id, bill, txid } = await charged();
    await provider.pay(txid, 6_000);
    await hear(txid);
    expect(await billOf(bill)).toMatchObject({ status: 'aberta', pago_parcial_centavos: 6_000 });
    expect(await notified(id)).toMatch(/Recebemos R\$\s60,00 de R\$\s100,00/);
    expect(await notified(HELENA)).toMatch(/Entraram R\$\s60,00 de R\$\s100,00/);
    expect(await provider.sentBack(txid)).toBe(0);
  });

  it('S4 a surplus is refunded once, and office and payer are notified', async () => {
    const { id, bill, txid } = await charged();
    await provider.pay(txid, 12_511);
    await hear(txid);
    expect((await billOf(bill)).status).toBe('paga');
    expect(await provider.sentBack(txid)).toBe(2_511);
    expect(await notified(id)).toMatch(/R\$\s25,11 voltam a quem pagou/);
    expect(await notified(HELENA)).toMatch(/R\$\s25,11 de “Mensalidade 1” voltam/);
  });

  it('S4 a payment of an expired code gets no discount granted after it', async () => {
    const { id, bill, txid } = await charged();
    const body = { abatimento_centavos: 3_000, sem_encargos: false, motivo };
    expect((await portal.ops.finance.discountBill({ id: bill, ...body }, withKey(helena))).status).toBe(200);
    expect((await booksOf(portal, bill)).charges[0]?.status).toBe('removida');
    await provider.pay(txid, 10_000);
    await hear(txid);
    expect((await billOf(bill)).status).toBe('paga');
    expect(await provider.sentBack(txid)).toBe(3_000);
    expect(await notified(id)).toMatch(/R\$\s30,00 voltam a quem pagou/);
  });

  it('S4 a second payment of a code is refunded', async () => {
    const { id, bill, txid } = await charged();
    await provider.pay(txid, 10_000);
    await hear(txid);
    expect(await provider.sentBack(txid)).toBe(0);
    await provider.payAgain(txid);
    await hear(txid);
    expect((await billOf(bill)).status).toBe('paga');
    expect(await provider.sentBack(txid)).toBe(10_000);
    expect(await notified(id)).toMatch(/R\$\s100,00 voltam a quem pagou/);
    expect((await portal.ops.finance.getSchoolBill({ id: bill }, helena)).body).toMatchObject({
      status: 'paga',
      resta_centavos: 10_000,
    });
  });
});

describe.each(allEngines)('payments that differ from the charge, on %s', (engine) => {
  let provider: Provider;
  let portal: TestSchool;
  beforeAll(async () => {
    provider = await openSandbox(engine);
    portal = provider.portal;
    portal.clock.now = noonOf(portal);
  });
  afterAll(() => provider.close());

  const debtor = (some: Parameters<typeof addPayer>[2] = [{}]) => addPayer(portal, cpfOf(++people), some);
  const code = async (bill: number, as: number) =>
    (await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as })).body.txid;
  const notified = async (as: number) => (await notificationsOf(portal, as)).map(({ body }) => body).join('\n');
  const refundsOf = async (bill: number) =>
    (await booksOf(portal, bill)).refunds.map(({ motivo: why, valor_centavos }) => [why, valor_centavos]);

  it('S4 the rest paid by the same code pays the bill, and its surplus is refunded', async () => {
    const { bill, id } = await debtor();
    const txid = await code(bill, id);
    await provider.pay(txid, 6_000);
    await provider.hear(txid);
    await provider.payAgain(txid);
    await Promise.all(Array.from({ length: 8 }, () => provider.hear(txid)));
    expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'paga', pago_parcial_centavos: 0 });
    expect(await refundsOf(bill)).toEqual([['pago_a_mais', 6_000]]);
    const { body } = await portal.ops.finance.listSchoolBills({ aluno: id }, helena);
    expect(body.somas).toMatchObject({ recebido_centavos: 16_000, a_receber_centavos: 0, desconto_centavos: 0 });
  });

  it('S4 three surpluses of one code are three refunds', async () => {
    const { bill, id } = await debtor();
    const txid = await code(bill, id);
    await provider.pay(txid, 10_100);
    for (let time = 0; time < 3; time += 1) {
      await provider.hear(txid);
      await provider.payAgain(txid);
    }
    await provider.hear(txid);
    expect((await refundsOf(bill)).map(([, amount]) => amount)).toEqual([100, 10_000, 10_000, 10_000]);
  });

  it('S4 a reported amount below the recorded one notifies the office once, and changes nothing', async () => {
    const { bill, id } = await debtor();
    const txid = await code(bill, id);
    await provider.pay(txid, 10_000);
    await provider.hear(txid);
    await portal.school.db
      .updateTable('sandbox_charges')
      .set({ amount: 7_000 })
      .where('reference', '=', txid)
      .execute();
    const before = (await notificationsOf(portal, HELENA)).length;
    await provider.hear(txid);
    await provider.hear(txid);
    const now = await notificationsOf(portal, HELENA);
    expect(now).toHaveLength(before + 1);
    expect(now.at(-1)?.body).toMatch(/entraram R\$\s70,00, e aqui constam R\$\s100,00/);
    expect((await booksOf(portal, bill)).bill.status).toBe('paga');
    expect(await refundsOf(bill)).toEqual([]);
  });

  it('S4 a payment for a paid or cancelled bill is refunded, and its payer is notified why', async () => {
    const { bills, id } = await debtor([{}, {}]);
    const [paid = 0, cancelled = 0] = bills;
    const first = await code(paid, id);
    await portal.school.db.updateTable('parcelas').set({ status: 'paga' }).where('id', '=', paid).execute();
    await provider.pay(first, 10_000);
    await provider.hear(first);
    expect(await notified(id)).toMatch(/já estava paga: R\$\s100,00 voltam a quem pagou/);
    const second = await code(cancelled, id);
    await portal.ops.finance.cancelSchoolBill({ id: cancelled, motivo }, withKey(helena));
    await provider.pay(second, 10_000);
    await provider.hear(second);
    expect(await notified(id)).toMatch(/estava cancelada: R\$\s100,00 voltam a quem pagou/);
  });

  it('S4 a discount of points that an old code did not use moves to the next bill, without a refund', async () => {
    const { bills, id } = await debtor([{ vencimento: '2031-01-10' }, { vencimento: '2031-02-10' }]);
    const [bill = 0, next = 0] = bills;
    const { db } = portal.school;
    const since = portal.clock.now.toISOString();
    await db.updateTable('users').set({ is_club: true, club_since: since }).where('id', '=', id).execute();
    await db.transaction().execute((tx) => give(tx, id, [1000], portal.clock.now));
    const txid = await code(bill, id);
    const reward = await addReward(portal, { entrega: 'desconto', desconto_centavos: 4_000 });
    expect((await redeem(portal, id, reward)).body.resgate.parcela?.id).toBe(bill);
    await provider.pay(txid, 10_000);
    portal.clock.advance(33 * MINUTE_MS);
    await followUpCharges(portal.school);
    await moveDiscountsOn(portal.school);
    expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'paga', credito_centavos: 0 });
    expect((await booksOf(portal, next)).bill.credito_centavos).toBe(4_000);
    expect(await refundsOf(bill)).toEqual([]);
  });

  it('S4 a payment of a cancelled boleto gets no discount granted after it', async () => {
    const { bill, id } = await debtor([{ vencimento: '2031-01-10' }]);
    await portal.ops.finance.issueBoleto({ id: bill }, { as: id });
    const [charge] = (await booksOf(portal, bill)).charges;
    expect(charge?.forma).toBe('boleto');
    // As at a bank that did not get the cancellation.
    await portal.school.db
      .updateTable('charges')
      .set({ status: 'removida', chave: null })
      .where('id', '=', charge?.id ?? 0)
      .execute();
    const body = { abatimento_centavos: 3_000, sem_encargos: false, motivo };
    expect((await portal.ops.finance.discountBill({ id: bill, ...body }, withKey(helena))).status).toBe(200);
    await provider.pay(charge?.txid ?? '', 10_000);
    await provider.hear(charge?.txid ?? '');
    expect(await refundsOf(bill)).toEqual([['pago_a_mais', 3_000]]);
  });

  it('S4 a card charge of another amount than requested is detected at once', async () => {
    const { bill, id } = await debtor();
    const bank = portal.school.ports.payments.sandbox as Sandbox;
    const ask = bank.chargeCard.bind(bank);
    // The acquirer took 120 reais for 100.
    bank.chargeCard = (order) => ask({ ...order, amount: 12_000 });
    expect((await payByCard(portal, bill, cards.approved, { as: id })).status).toBe(200);
    bank.chargeCard = ask;
    expect((await booksOf(portal, bill)).bill.status).toBe('paga');
    expect(await refundsOf(bill)).toEqual([['pago_a_mais', 2_000]]);
  });
});
