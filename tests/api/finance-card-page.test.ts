import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getFinance, payWithCard, payWithPix } from '../../src/lib/contract/finance.ts';
import { followUpCharges, reconcileAccounts } from '../../src/server/money/finance/follow-up.ts';
import { endCodes } from '../../src/server/money/finance/pix.ts';
import { askRefund, sendRefunds } from '../../src/server/money/finance/refund.ts';
import { FakeAsaas, notifyPortal, openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { API_KEY, type ProviderEvent, WEBHOOK_TOKEN } from '../support/asaas/steering.ts';
import { addPayer, booksOf } from '../support/bills.ts';
import { cardBody, cards } from '../support/card-body.ts';
import { cpfOf } from '../support/cpf.ts';
import { withKey } from '../support/points.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const DAY_MS = 86_400_000;
const UNIT = 101;
let people = 740_000_000;

describe.each(engines)('a card on the page of Asaas, on %s', (engine) => {
  let provider: FakeAsaas;
  let portal: TestSchool;
  let account: string;
  let start = Date.parse('2027-08-11T15:00:00Z');
  beforeAll(async () => {
    provider = await FakeAsaas.start();
    portal = await openTestSchool(engine, { limits: noLimits, env: { PAYMENTS_TIMEOUT_MS: '3000' } });
    // The account is older than what it receives.
    portal.clock.now = new Date(start);
    account = await openAsaasAccount(portal, provider, UNIT);
  });
  beforeEach(async () => {
    // A Wednesday at noon in Brasília, later for each test, so that pauses of the provider have passed.
    start += 2 * 60_000;
    portal.clock.now = new Date(start);
    await provider.behave();
    await provider.nameDomain('aluno.example');
    await provider.followClock(portal);
  });
  afterAll(async () => {
    await portal.close();
    await provider.close();
  });

  const debtor = (bill: { vencimento?: string; company_id?: number } = {}) =>
    addPayer(portal, cpfOf(++people), [{ company_id: UNIT, vencimento: '2027-08-20', ...bill }]);
  const open = (bill: number, as?: number) =>
    portal.ops.finance.openCardPage({ id: bill }, as === undefined ? {} : { as });
  const pix = (bill: number, as: number) => portal.call(payWithPix, { params: { id: bill }, query: {} }, { as });
  const shown = async (bill: number, as: number) =>
    (await portal.ops.finance.listBills({ ids: String(bill) }, { as })).body[0];
  const referenceOf = async (bill: number) => (await booksOf(portal, bill)).charges.at(-1)?.txid ?? '';
  const statusOf = async (bill: number) => (await booksOf(portal, bill)).bill.status;
  const tell = async (reference: string, event?: ProviderEvent) =>
    notifyPortal(portal, account, event ?? (await provider.eventOf(reference)));
  const later = async (ms: number) => {
    portal.clock.advance(ms);
    await provider.followClock(portal);
  };

  it('a card page charges the bill’s amount once, leads back to the bill, and is settled by webhook', async () => {
    const { id, bill } = await debtor();
    const [mine] = (await portal.call(getFinance, {}, { as: id })).body.parcelas;
    expect(mine?.formas).toEqual(['pix', 'boleto', 'pagina']);
    const { status, body } = await open(bill, id);
    const reference = await referenceOf(bill);
    const [payment] = await provider.paymentsOf(reference);
    expect([status, body]).toEqual([
      200,
      { url: payment?.invoiceUrl, vencimento: '2027-08-20', valor_centavos: 10_000 },
    ]);
    expect(payment).toMatchObject({ billingType: 'CREDIT_CARD', value: 100, dueDate: '2027-08-20' });
    expect(payment?.callback?.successUrl).toBe(`https://aluno.example/financial/pagar?parcelas=${bill}&forma=pagina`);
    expect((await shown(bill, id))?.pagina).toEqual(body);
    await provider.pay(reference);
    expect((await tell(reference)).status).toBe(200);
    const { bill: row, charges } = await booksOf(portal, bill);
    expect(row).toMatchObject({ status: 'paga', forma: 'cartao' });
    expect(charges).toMatchObject([{ status: 'paga', bandeira: 'MASTERCARD', final: '8829' }]);
    expect((await open(bill, id)).body.code).toBe('already_paid');
    expect((await shown(bill, id))?.pagina).toBeNull();
  });

  it('S4 64 concurrent requests open one page, and 64 webhooks of its payment count once', async () => {
    const { id, bill } = await debtor();
    const answers = await Promise.all(Array.from({ length: 64 }, () => open(bill, id)));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    const reference = await referenceOf(bill);
    expect(await provider.paymentsOf(reference)).toHaveLength(1);
    await provider.pay(reference);
    const event = await provider.eventOf(reference);
    const heard = await Promise.all(Array.from({ length: 64 }, () => tell(reference, event)));
    expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]));
    const { charges, bill: row, refunds } = await booksOf(portal, bill);
    expect([charges.length, row.status, refunds.length]).toEqual([1, 'paga', 0]);
  });

  it('a payer who returns before the webhook triggers a status check; a refused card leaves the bill open', async () => {
    const { id, bill } = await debtor();
    const { url } = (await open(bill, id)).body;
    await later(11_000);
    // The provider refused the card, and its payment waits for another one.
    expect((await open(bill, id)).body.url).toBe(url);
    expect([await statusOf(bill), (await shown(bill, id))?.formas.includes('pagina')]).toEqual(['aberta', true]);
    await provider.pay(await referenceOf(bill));
    await later(11_000);
    expect((await open(bill, id)).body.code).toBe('already_paid');
    expect(await statusOf(bill)).toBe('paga');
  });

  it('another payment method ends the page, an open boleto prevents it, and a second payment is refunded', async () => {
    const { id, bill } = await debtor();
    await open(bill, id);
    const page = await referenceOf(bill);
    expect((await pix(bill, id)).body.status).toBe('ATIVA');
    expect((await shown(bill, id))?.pagina).toBeNull();
    await endCodes(portal.school);
    expect(await provider.pay(page)).toBeNull();
    const issued = await portal.ops.finance.issueBoleto({ id: bill }, { as: id });
    expect([issued.status, (await open(bill, id)).body.code]).toEqual([200, 'boleto_runs']);

    const other = await debtor();
    await open(other.bill, other.id);
    const paid = await referenceOf(other.bill);
    await provider.pay(paid);
    await portal.school.db.updateTable('parcelas').set({ status: 'paga' }).where('id', '=', other.bill).execute();
    await tell(paid);
    await sendRefunds(portal.school);
    expect((await booksOf(portal, other.bill)).refunds).toMatchObject([{ status: 'feita', motivo: 'em_duplicidade' }]);
  });

  it('a chargeback leaves the bill to the office, and a later refund sends nothing', async () => {
    const { id, bill } = await debtor();
    await open(bill, id);
    const reference = await referenceOf(bill);
    await provider.pay(reference);
    await tell(reference);
    await provider.chargeBack(reference);
    expect((await tell(reference)).status).toBe(200);
    expect(await statusOf(bill)).toBe('paga');
    const [charge] = (await booksOf(portal, bill)).charges;
    const requested = { chargeId: charge?.id ?? 0, parcelaId: bill, centavos: 10_000, motivo: 'ja_cancelado' as const };
    await portal.school.db.transaction().execute((tx) => askRefund(tx, requested, portal.clock.now));
    await sendRefunds(portal.school);
    await sendRefunds(portal.school);
    const [payment] = await provider.paymentsOf(reference);
    expect(payment?.refunds ?? []).toEqual([]);
  });

  it('a card page expires after its day, and the next one has the amount of a late bill', async () => {
    const { id, bill } = await debtor({ vencimento: '2027-08-12' });
    const first = (await open(bill, id)).body;
    const old = await referenceOf(bill);
    await later(3 * DAY_MS);
    await followUpCharges(portal.school);
    expect(await provider.pay(old)).toBeNull();
    const second = (await open(bill, id)).body;
    expect([second.url === first.url, second.vencimento]).toEqual([false, '2027-08-14']);
    expect(second.valor_centavos).toBe((await shown(bill, id))?.valor_atualizado_centavos);
    expect(second.valor_centavos).toBeGreaterThan(10_000);
  });

  it('a payment without a webhook is found by the nightly list', async () => {
    const { id, bill } = await debtor();
    await open(bill, id);
    await provider.pay(await referenceOf(bill));
    await later(DAY_MS);
    await reconcileAccounts(portal.school);
    expect(await statusOf(bill)).toBe('paga');
  });

  it.each(['deaf', 'lost', 'silent', 'html', 'away'] as const)(
    'a provider that is %s: nothing is shown, and the next try is the same payment',
    async (does) => {
      const { id, bill } = await debtor();
      await provider.behave({ at: does === 'html' ? 'GET /payments' : 'POST /payments', does, times: 1 });
      expect((await open(bill, id)).status).toBe(503);
      expect(await statusOf(bill)).toBe('aberta');
      await later(31_000);
      expect((await open(bill, id)).status).toBe(200);
      expect(await provider.paymentsOf(await referenceOf(bill))).toHaveLength(1);
    },
  );

  it('an account of another domain opens the page as well, and leads back nowhere', async () => {
    await provider.nameDomain('escola.example');
    const { id, bill } = await debtor();
    expect((await open(bill, id)).status).toBe(200);
    const payments = await provider.paymentsOf(await referenceOf(bill));
    expect(payments).toHaveLength(1);
    expect(payments[0]?.callback).toBeUndefined();
  });

  it('ROLE-08 only the owner opens a card page: not others, links, other schools, nor for orders', async () => {
    const { id, bill } = await debtor();
    const other = await debtor({ company_id: 102 });
    expect([(await open(bill)).status, (await open(bill, other.id)).status]).toEqual([401, 404]);
    const { url } = (await portal.ops.finance.getPaymentLink({ parcela_id: bill }, { as: id })).body;
    const linked = await portal.ops.finance.getBill({ token: decodeURIComponent(url.split('/').at(-1) ?? '') }, {});
    await open(bill, id);
    expect([linked.body.formas, linked.body.pagina]).toEqual([['pix', 'boleto'], undefined]);
    // A unit with another provider has its own form, and no page.
    expect((await open(other.bill, other.id)).body.code).toBe('no_card');
    expect((await shown(other.bill, other.id))?.formas).not.toContain('pagina');
    await portal.school.db.updateTable('users').set({ cpf: null }).where('id', '=', id).execute();
    await pix(bill, id);
    expect((await open(bill, id)).body.code).toBe('payer_without_cpf');
  });

  it.each(['0', 'abc', '99999999999'])('API-94 refuses the bill %s in words', async (id) => {
    const { status, body } = await portal.ops.finance.openCardPage({ id: id as never }, { as: 1 });
    expect(status).toBe(422);
    expect(body.detail).toMatch(/\S/);
  });

  it('a card number sent to the portal is refused, and neither it nor the CPF is stored or logged', async () => {
    const { id, bill, cpf } = await debtor();
    const warn = vi.spyOn(portal.school.log, 'warn');
    onTestFinished(() => warn.mockRestore());
    const number = cards.approved;
    const sent = await portal.call(
      payWithCard,
      { params: { id: bill }, query: {}, body: { ...cardBody(number), cpf } },
      withKey({ as: id }),
    );
    expect([sent.status, sent.body.code]).toEqual([409, 'no_card']);
    await provider.behave({ at: 'POST /payments', does: 'html', times: 1 });
    await open(bill, id);
    const { db } = portal.school;
    const rows = await Promise.all([
      db.selectFrom('charges').selectAll().execute(),
      db.selectFrom('payment_accounts').selectAll().execute(),
      db.selectFrom('idempotency_keys').selectAll().execute(),
    ]);
    const { seen, payments } = await provider.look();
    const text = inspect(warn.mock.calls, { depth: 9 }) + JSON.stringify(rows);
    for (const secret of [API_KEY, WEBHOOK_TOKEN, cpf, number]) expect(text).not.toContain(secret);
    expect(JSON.stringify([seen, payments])).not.toContain(number);
  });
});
