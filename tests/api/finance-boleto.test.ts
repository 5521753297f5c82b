import { inspect } from 'node:util';
import { isValidBoleto } from '@brazilian-utils/brazilian-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { followUpCharges, reconcileAccounts } from '../../src/server/money/finance/follow-up.ts';
import { endCodes } from '../../src/server/money/finance/pix.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { FakeAsaas, notifyPortal, openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { API_KEY, type ProviderEvent, WEBHOOK_TOKEN } from '../support/asaas/steering.ts';
import { addPayer, booksOf } from '../support/bills.ts';
import { cpfOf } from '../support/cpf.ts';
import { notificationsOf } from '../support/inbox.ts';
import { openBankAccount, PixBank } from '../support/pix-bank/bank.ts';
import { withKey } from '../support/points.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNIT = 101;
let people = 730_000_000;

describe.each(engines)('boletos of a unit that receives by Asaas, on %s', (engine) => {
  let provider: FakeAsaas;
  let bank: PixBank;
  let portal: TestSchool;
  let account: string;
  let start = Date.parse('2027-08-11T15:00:00Z');
  beforeAll(async () => {
    [provider, bank] = await Promise.all([FakeAsaas.start(), PixBank.start()]);
    portal = await openTestSchool(engine, { limits: noLimits, env: { PAYMENTS_TIMEOUT_MS: '3000' } });
    // The account is older than what it receives.
    portal.clock.now = new Date(start);
    account = await openAsaasAccount(portal, provider, UNIT);
  });
  beforeEach(async () => {
    // A Wednesday without a holiday near it, later for each test, so that pauses of the provider have passed.
    start += 2 * 60_000;
    portal.clock.now = new Date(start);
    await provider.behave();
    await provider.refunds('DONE');
    await provider.followClock(portal);
  });
  afterAll(async () => {
    await portal.close();
    await Promise.all([provider.close(), bank.close()]);
  });

  const debtor = (bill: { vencimento?: string } = {}) =>
    addPayer(portal, cpfOf(++people), [{ company_id: UNIT, vencimento: '2027-08-20', ...bill }]);
  const issue = (bill: number, as?: number, assinatura?: string) =>
    portal.ops.finance.issueBoleto({ id: bill, assinatura }, as === undefined ? {} : { as });
  const cancel = (bill: number, as: number) => portal.ops.finance.cancelBoleto({ id: bill }, { as });
  const pix = (bill: number, as: number) => portal.call(payWithPix, { params: { id: bill }, query: {} }, { as });
  const chargesOf = async (bill: number) => (await booksOf(portal, bill)).charges;
  const statusOf = async (bill: number) => (await booksOf(portal, bill)).bill.status;
  const referenceOf = async (bill: number) => (await chargesOf(bill)).at(-1)?.txid ?? '';
  const tell = async (reference: string, event?: ProviderEvent) =>
    notifyPortal(portal, account, event ?? (await provider.eventOf(reference)));
  const later = async (ms: number) => {
    portal.clock.advance(ms);
    await provider.followClock(portal);
  };

  it('a boleto is due on the last day in time, shown with the bill, and can be paid days later', async () => {
    const { id, bill } = await debtor();
    const { status, body } = await issue(bill, id);
    expect([status, body.vencimento, body.valor_centavos, body.vencido]).toEqual([200, '2027-08-20', 10_000, false]);
    expect(isValidBoleto(body.linha_digitavel)).toBe(true);
    const [payment] = await provider.paymentsOf(await referenceOf(bill));
    expect(payment).toMatchObject({ billingType: 'BOLETO', value: 100, dueDate: '2027-08-20' });
    expect(body.url).toBe(payment?.bankSlipUrl);
    const [mine] = (await portal.call(getFinance, {}, { as: id })).body.parcelas;
    expect([mine?.formas, mine?.boleto]).toEqual([['pix', 'boleto', 'pagina'], body]);
    const [shown] = (await portal.ops.finance.listBills({ ids: String(bill) }, { as: id })).body;
    expect(shown?.boleto).toEqual(body);
    await later(2 * DAY_MS);
    await provider.pay(await referenceOf(bill));
    expect((await tell(await referenceOf(bill))).status).toBe(200);
    expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'paga', forma: 'boleto' });
    expect((await issue(bill, id)).body.code).toBe('already_paid');
  });

  it('a boleto of a late bill is due on the next banking day, with the amount of that day', async () => {
    const { id, bill } = await debtor({ vencimento: '2027-08-02' });
    portal.clock.now = new Date('2027-08-13T15:00:00Z');
    await provider.followClock(portal);
    const { body } = await issue(bill, id);
    // Friday: the next one is Monday, 14 days after the due day, with 2 % and 1 % a month by default.
    expect(body.vencimento).toBe('2027-08-16');
    const [item] = await portal.school.db
      .selectFrom('charge_items')
      .selectAll()
      .where('parcela_id', '=', bill)
      .execute();
    expect(item?.multa_centavos).toBeGreaterThan(0);
    expect(body.valor_centavos).toBe(10_000 + (item?.multa_centavos ?? 0) + (item?.juros_centavos ?? 0));
    await portal.school.db
      .updateTable('charges')
      .set({ status: 'removida' })
      .where('txid', '=', await referenceOf(bill))
      .execute();
    portal.clock.now = new Date('2027-08-16T15:00:00Z');
    const today = (await portal.ops.finance.listBills({ ids: String(bill) }, { as: id })).body[0];
    expect(today?.valor_atualizado_centavos).toBe(body.valor_centavos);
  });

  it('S4 64 concurrent requests make one boleto, and 64 webhooks of its payment count once', async () => {
    const { id, bill } = await debtor();
    const answers = await Promise.all(Array.from({ length: 64 }, () => issue(bill, id)));
    expect(new Set(answers.map(({ body }) => body.linha_digitavel)).size).toBe(1);
    const reference = await referenceOf(bill);
    expect(await provider.paymentsOf(reference)).toHaveLength(1);
    await provider.pay(reference);
    const event = await provider.eventOf(reference);
    const heard = await Promise.all(Array.from({ length: 64 }, () => tell(reference, event)));
    expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]));
    const { charges, bill: row, refunds } = await booksOf(portal, bill);
    expect([charges.length, row.status, refunds.length]).toEqual([1, 'paga', 0]);
  });

  it('one payment method is open at a time: a boleto ends the code, and a code needs the boleto cancelled', async () => {
    const { id, bill } = await debtor();
    const code = (await pix(bill, id)).body.txid;
    await issue(bill, id);
    await endCodes(portal.school);
    expect(await provider.pay(code)).toBeNull();
    const refused = await pix(bill, id);
    expect([refused.status, refused.body.code]).toEqual([409, 'boleto_runs']);
    const boleto = await referenceOf(bill);
    expect((await cancel(bill, id)).status).toBe(200);
    expect(await provider.pay(boleto)).toBeNull();
    expect((await pix(bill, id)).body.status).toBe('ATIVA');
    expect((await cancel(bill, id)).status).toBe(409);
  });

  it('cancelling a paid boleto settles the bill instead', async () => {
    const { id, bill } = await debtor();
    await issue(bill, id);
    await provider.pay(await referenceOf(bill));
    const { status, body } = await cancel(bill, id);
    expect([status, body.code, await statusOf(bill)]).toEqual([409, 'already_paid', 'paga']);
  });

  it('a boleto that the provider does not cancel stays open, and no Pix code is issued', async () => {
    const { id, bill } = await debtor();
    await issue(bill, id);
    await provider.behave({ at: 'DELETE /payments', does: 'deaf', times: 1 });
    expect((await cancel(bill, id)).status).toBe(503);
    expect((await pix(bill, id)).body.code).toBe('boleto_runs');
  });

  it('after the due day another boleto can be issued; an unpaid one expires after three banking days', async () => {
    const { id, bill } = await debtor({ vencimento: '2027-08-12' });
    const first = (await issue(bill, id)).body;
    await later(2 * DAY_MS);
    const [shown] = (await portal.ops.finance.listBills({ ids: String(bill) }, { as: id })).body;
    expect(shown?.boleto?.vencido).toBe(true);
    const old = await referenceOf(bill);
    const second = (await issue(bill, id)).body;
    expect(second.linha_digitavel).not.toBe(first.linha_digitavel);
    await endCodes(portal.school);
    expect(await provider.pay(old)).toBeNull();
    await later(7 * DAY_MS);
    await followUpCharges(portal.school);
    expect((await chargesOf(bill)).map(({ status }) => status)).toEqual(['expirada', 'expirada']);
    expect(await provider.pay(await referenceOf(bill))).toBeNull();
  });

  it('a payment without a webhook is found by the nightly list', async () => {
    const { id, bill } = await debtor();
    await issue(bill, id);
    await later(DAY_MS);
    await provider.pay(await referenceOf(bill));
    await later(DAY_MS);
    await reconcileAccounts(portal.school);
    expect(await statusOf(bill)).toBe('paga');
  });

  it('a boleto that is paid after a payment at the counter is refunded by a link for its payer', async () => {
    const { id, bill } = await debtor();
    await issue(bill, id);
    const reference = await referenceOf(bill);
    // The boleto was paid at the provider before the cancellation arrived.
    await provider.pay(reference);
    await portal.school.db.updateTable('parcelas').set({ status: 'paga' }).where('id', '=', bill).execute();
    await tell(reference);
    await sendRefunds(portal.school);
    await sendRefunds(portal.school);
    const [refund] = (await booksOf(portal, bill)).refunds;
    expect(refund).toMatchObject({ status: 'pedida', motivo: 'em_duplicidade', valor_centavos: 10_000 });
    expect(refund?.link_do_pagador).toContain('https://casa.example/estorno/');
    const detail = (await portal.ops.finance.getSchoolBill({ id: bill }, { as: await addStaff(portal) })).body;
    expect(detail.cobrancas[0]?.link_do_pagador).toBe(refund?.link_do_pagador);
    await provider.finishRefunds();
    await later(2 * HOUR_MS);
    await sendRefunds(portal.school);
    expect((await booksOf(portal, bill)).refunds.map(({ status }) => status)).toEqual(['feita']);
    const [payment] = await provider.paymentsOf(reference);
    expect(payment?.refunds).toHaveLength(1);
  });

  it('a surplus of a boleto is refunded by the office, since the provider only refunds whole boletos', async () => {
    const { id, bill } = await debtor();
    await issue(bill, id);
    const reference = await referenceOf(bill);
    await provider.setValue(reference, 125);
    await provider.pay(reference);
    const as = await addStaff(portal);
    await tell(reference);
    await sendRefunds(portal.school);
    const refunds = async () => (await booksOf(portal, bill)).refunds.map((row) => [row.status, row.valor_centavos]);
    expect(await refunds()).toEqual([['pedida', 2_500]]);
    const notified = (await notificationsOf(portal, as)).find(({ chave }) => chave?.startsWith('pagamento_devolvido'));
    expect(notified?.body).toContain('anote a devolução');
    expect((await provider.paymentsOf(reference))[0]?.refunds ?? []).toEqual([]);
    const body = { valor_centavos: 2_500, dia: dayIn('America/Sao_Paulo', portal.clock.now), motivo: 'Pix à família' };
    const noted = await portal.ops.finance.noteRefund({ id: bill, ...body }, withKey({ as }));
    expect(noted.status).toBe(200);
    await later(2 * HOUR_MS);
    await sendRefunds(portal.school);
    expect(await refunds()).toEqual([['feita', 2_500]]);
    expect((await provider.paymentsOf(reference))[0]?.refunds ?? []).toEqual([]);
  });

  it('a cancelled boleto that is paid late charges the late fee of the day of payment', async () => {
    const { id, bill } = await debtor({ vencimento: '2027-08-02' });
    await issue(bill, id);
    const reference = await referenceOf(bill);
    const ended = portal.school.db.updateTable('charges').set({ status: 'removida' }).where('txid', '=', reference);
    await ended.execute();
    await provider.pay(reference);
    await tell(reference);
    const { bill: row, refunds } = await booksOf(portal, bill);
    expect([row.status, refunds]).toEqual(['paga', []]);
  });

  it.each(['deaf', 'lost', 'silent', 'html', 'away'] as const)(
    'a provider that is %s: nothing is shown, and the next try is the same boleto',
    async (does) => {
      const { id, bill } = await debtor();
      const at = does === 'html' ? 'GET /payments/' : 'POST /payments';
      await provider.behave({ at, does, times: 1 });
      expect((await issue(bill, id)).status).toBe(503);
      await later(31_000);
      expect((await issue(bill, id)).status).toBe(200);
      expect(await provider.paymentsOf(await referenceOf(bill))).toHaveLength(1);
    },
  );

  it('a payment link shows the line of the boleto, but not the PDF with the payer; others get nothing', async () => {
    const { id, bill } = await debtor();
    const { url } = (await portal.ops.finance.getPaymentLink({ parcela_id: bill }, { as: id })).body;
    const token = decodeURIComponent(url.split('/').at(-1) ?? '');
    const { status, body } = await issue(bill, undefined, token);
    expect([status, body.detail, body.url, body.linha_digitavel?.length]).toEqual([200, undefined, null, 47]);
    const shown = (await portal.ops.finance.getBill({ token }, {})).body;
    expect([shown.boleto?.linha_digitavel, shown.boleto?.url]).toEqual([body.linha_digitavel, null]);
    const other = await debtor();
    expect((await issue(bill, other.id)).status).toBe(404);
    expect((await cancel(bill, other.id)).status).toBe(404);
    expect((await issue(bill)).status).toBe(404);
  });

  it('a unit without boletos, and a payer without a CPF, get a message', async () => {
    const { id, bill } = await debtor();
    const { db } = portal.school;
    await openBankAccount(portal, bank, 102);
    await db.updateTable('parcelas').set({ company_id: 102 }).where('id', '=', bill).execute();
    expect((await issue(bill, id)).body.code).toBe('no_boleto');
    await db.updateTable('parcelas').set({ company_id: UNIT }).where('id', '=', bill).execute();
    await db.updateTable('users').set({ cpf: null }).where('id', '=', id).execute();
    expect((await issue(bill, id)).body.code).toBe('payer_without_cpf');
  });

  it('neither the key nor the CPF of a payer are in the log or in rows of payments', async () => {
    const { id, bill, cpf } = await debtor();
    const warn = vi.spyOn(portal.school.log, 'warn');
    onTestFinished(() => warn.mockRestore());
    for (const at of ['POST /customers', 'POST /payments', 'GET /payments/', 'DELETE /payments']) {
      await provider.behave({ at, does: 'html', times: 1 });
      await issue(bill, id);
      await cancel(bill, id);
    }
    const { db } = portal.school;
    const rows = await Promise.all([
      db.selectFrom('payment_accounts').selectAll().execute(),
      db.selectFrom('charges').selectAll().execute(),
      db.selectFrom('payment_events').selectAll().execute(),
      db.selectFrom('refunds').selectAll().execute(),
    ]);
    const text = inspect(warn.mock.calls, { depth: 9 }) + JSON.stringify(rows);
    for (const secret of [API_KEY, WEBHOOK_TOKEN, cpf]) expect(text).not.toContain(secret);
    expect(inspect(warn.mock.calls)).toContain('the provider opened no charge');
  });
});
