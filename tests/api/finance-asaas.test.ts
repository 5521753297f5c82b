import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { followUpCharges, reconcileAccounts } from '../../src/server/money/finance/follow-up.ts';
import { endCodes } from '../../src/server/money/finance/pix.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { readAccountFile } from '../../src/server/operate/admin/account-file.ts';
import { registerMessages, setAccount, tryPayments } from '../../src/server/operate/admin/payment-accounts.ts';
import { allRows } from '../support/all-rows.ts';
import { FakeAsaas, notifyPortal, openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { API_KEY, NEW_KEY, OTHER_ACCOUNT_KEY, WEBHOOK_TOKEN } from '../support/asaas/steering.ts';
import { SECRET } from '../support/bare-env.ts';
import { addPayer, booksOf } from '../support/bills.ts';
import { cpfOf } from '../support/cpf.ts';
import { sharedDatabase } from '../support/databases.ts';
import { isDeep } from '../support/deep.ts';
import { KilledPortal } from '../support/killed-portal.ts';
import { type Answer, engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const UNIT = 101;
/** `KILLS=20 npm run test:api -- tests/api/finance-asaas.test.ts` is the long run. */
const KILLS = Number(process.env.KILLS ?? 2);
const KILLS_LIMIT_MS = 120_000 + KILLS * 60_000;

let people = 710_000_000;
const newCpf = () => cpfOf(++people);

const billsOf = (count = 1) => Array.from({ length: count }, () => ({ company_id: UNIT }));

interface PaymentMethod {
  open(bill: number, as: number): Promise<Answer<object>>;
  openAt(live: KilledPortal, bill: number, token: string): ReturnType<KilledPortal['send']>;
}

describe.each(engines)('a unit that receives by Asaas, on %s', (engine) => {
  let provider: FakeAsaas;
  let portal: TestSchool;
  let account: string;
  beforeAll(async () => {
    provider = await FakeAsaas.start();
    portal = await openTestSchool(engine, {
      limits: noLimits,
      env: { PAYMENTS_TIMEOUT_MS: '3000' },
    });
    account = await openAsaasAccount(portal, provider, UNIT);
  });
  beforeEach(async () => {
    // A pause that the provider requested earlier has passed.
    portal.clock.advance(15 * MINUTE_MS);
    await provider.behave();
    await provider.refunds('DONE');
    await provider.followClock(portal);
  });
  afterAll(async () => {
    await portal.close();
    await provider.close();
  });

  const debtor = (count?: number) => addPayer(portal, newCpf(), billsOf(count));
  const pix = (bill: number, as: number, query: { com?: string; txid?: string } = {}) =>
    portal.call(payWithPix, { params: { id: bill }, query }, { as });
  /** Charges that the payer completes at the provider: by a code, or on its page. */
  const byCode: PaymentMethod = {
    open: (id, as) => pix(id, as),
    openAt: (live, id, token) => live.send(payWithPix.method, payWithPix.path.replace('{id}', String(id)), token),
  };
  const byPage: PaymentMethod = {
    open: (id, as) => portal.ops.finance.openCardPage({ id }, { as }),
    openAt: (live, id, token) => live.ask('finance.openCardPage', { id }, token),
  };
  const ways = [
    ['code', byCode, 'pix'],
    ['card page', byPage, 'cartao'],
  ] as const;
  /** Delivers a webhook of the provider about a payment. */
  const tell = (body: object, token?: string | null) => notifyPortal(portal, account, body, token);
  const statusOf = async (bill: number) => (await booksOf(portal, bill)).bill.status;

  it('a Pix code is a payment at the provider for the payer of the contract, and its webhook settles the bill', async () => {
    const { id, bill, cpf } = await debtor();
    const { status, body } = await pix(bill, id);
    expect([status, body.status, body.recebedor.instituicao]).toEqual([200, 'ATIVA', 'Asaas']);
    const [payment] = await provider.paymentsOf(body.txid);
    expect(payment).toMatchObject({ billingType: 'PIX', value: 100, status: 'PENDING' });
    const customer = (await provider.look()).customers.find((one) => one.id === payment?.customer);
    expect(customer).toMatchObject({ cpfCnpj: cpf, notificationDisabled: true });
    await provider.pay(body.txid);
    const event = (await provider.eventOf(body.txid)) ?? {};
    expect((await tell(event)).status).toBe(200);
    expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'paga', forma: 'pix' });
    expect((await pix(bill, id)).body.status).toBe('CONCLUIDA');
  });

  it('a payer without a CPF gets a message; a second bill of a payer makes no second customer', async () => {
    const { id, bill } = await addPayer(portal, null, billsOf());
    const refused = await pix(bill, id);
    expect([refused.status, refused.body.code]).toEqual([409, 'payer_without_cpf']);
    const known = await debtor(2);
    for (const each of known.bills) expect((await pix(each, known.id)).status).toBe(200);
    const mine = (await provider.look()).customers.filter(({ cpfCnpj }) => cpfCnpj === known.cpf);
    expect(mine).toHaveLength(1);
  });

  it('S4 64 concurrent requests make one payment, and its 64 webhooks count once', async () => {
    const { id, bill } = await debtor();
    const answers = await Promise.all(Array.from({ length: 64 }, () => pix(bill, id)));
    const txids = new Set(answers.map(({ body }) => body.txid));
    expect([new Set(answers.map(({ status }) => status)), txids.size]).toEqual([new Set([200]), 1]);
    const [txid = ''] = txids;
    expect(await provider.paymentsOf(txid)).toHaveLength(1);
    await provider.pay(txid);
    const event = (await provider.eventOf(txid)) ?? {};
    const heard = await Promise.all(Array.from({ length: 64 }, () => tell(event)));
    expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]));
    const { charges, bill: row, refunds } = await booksOf(portal, bill);
    expect([charges.length, row.status, refunds.length]).toEqual([1, 'paga', 0]);
  });

  it('webhooks that are early, out of order or about others are accepted and change nothing', async () => {
    const { id, bill } = await debtor();
    const { txid } = (await pix(bill, id)).body;
    const payment = (await provider.paymentsOf(txid))[0];
    expect((await tell({ id: 'evt_early', event: 'PAYMENT_RECEIVED', payment })).status).toBe(200);
    const foreign = { id: 'pay_9_x', externalReference: 'pedido 12' };
    for (const odd of [{ payment: foreign }, { payment: null }, { transfer: { id: 'x' } }]) {
      expect((await tell({ id: `evt_${JSON.stringify(odd)}`, event: 'OTHER', ...odd })).status).toBe(200);
    }
    expect(await statusOf(bill)).toBe('aberta');
    await provider.pay(txid);
    const late = (await provider.eventOf(txid)) ?? {};
    expect((await tell({ ...late, id: 'evt_late', event: 'PAYMENT_CREATED' })).status).toBe(200);
    expect(await statusOf(bill)).toBe('paga');
  });

  it.each([null, '', 'outro', `${WEBHOOK_TOKEN}x`])('a webhook with the token %j is refused', async (token) => {
    expect((await tell({ id: 'evt_1', event: 'PAYMENT_RECEIVED', payment: null }, token)).status).toBe(401);
  });

  it.each(['deaf', 'lost', 'silent', 'html', 'busy', 'away'] as const)(
    'a provider that is %s at the payment: the page says so, and the next try is the same payment',
    async (does) => {
      const { id, bill } = await debtor();
      await provider.behave({ at: 'POST /payments', does, times: 1 });
      const first = await pix(bill, id);
      expect([first.status, first.body.detail]).toEqual([503, expect.stringContaining('O banco não respondeu')]);
      portal.clock.advance(31_000);
      await provider.followClock(portal);
      const { body } = await pix(bill, id);
      expect(body.status).toBe('ATIVA');
      expect(await provider.paymentsOf(body.txid)).toHaveLength(1);
      await provider.pay(body.txid);
      expect((await pix(bill, id, { txid: body.txid })).body.status).toBe('CONCLUIDA');
    },
  );

  it('the pause of RateLimit-Reset is respected: no request is sent', async () => {
    const { id, bill } = await debtor();
    await provider.behave({ at: 'GET /payments', does: 'busy', times: 1 });
    await pix(bill, id);
    const before = (await provider.look()).seen.length;
    portal.clock.advance(6_000);
    expect((await pix(bill, id)).status).toBe(503);
    expect((await provider.look()).seen).toHaveLength(before);
    portal.clock.advance(2_000);
    expect((await pix(bill, id)).status).toBe(200);
  });

  it('a payment without a webhook is found by polling, and by the list of the provider', async () => {
    const requested = await debtor();
    const listed = await debtor();
    const first = (await pix(requested.bill, requested.id)).body.txid;
    const second = (await pix(listed.bill, listed.id)).body.txid;
    await provider.pay(first);
    await provider.pay(second);
    // As if the portal had learned that the second code expired unpaid.
    await portal.school.db.updateTable('charges').set({ status: 'expirada' }).where('txid', '=', second).execute();
    portal.clock.advance(33 * 60_000);
    await followUpCharges(portal.school);
    expect([await statusOf(requested.bill), await statusOf(listed.bill)]).toEqual(['paga', 'aberta']);
    portal.clock.advance(DAY_MS);
    await reconcileAccounts(portal.school);
    expect(await statusOf(listed.bill)).toBe('paga');
  });

  it('a Pix code is cancelled at the provider when it ends here, by time or by a newer one', async () => {
    const { id, bills } = await debtor(2);
    const [one = 0, two = 0] = bills;
    const replaced = (await pix(one, id)).body.txid;
    const together = (await pix(one, id, { com: String(two) })).body.txid;
    await endCodes(portal.school);
    expect(await provider.pay(replaced)).toBeNull();
    portal.clock.advance(33 * 60_000);
    await followUpCharges(portal.school);
    expect(await provider.pay(together)).toBeNull();
    const { charges } = await booksOf(portal, one);
    expect(charges.map(({ status }) => status)).toEqual(['expirada', 'expirada']);
  });

  it.each([
    ['lost', 'DONE'],
    ['silent', 'DONE'],
    [null, 'PENDING'],
    [null, 'CANCELLED'],
  ] as const)('a refund whose answer is %s, and that is %s at first, moves money once', async (does, end) => {
    const { id, bill } = await debtor();
    const { txid } = (await pix(bill, id)).body;
    await provider.pay(txid);
    await portal.school.db.updateTable('parcelas').set({ status: 'cancelada' }).where('id', '=', bill).execute();
    await tell((await provider.eventOf(txid)) ?? {});
    await provider.refunds(end);
    if (does) await provider.behave({ at: 'POST /payments', does, times: 1 });
    await sendRefunds(portal.school);
    expect((await booksOf(portal, bill)).refunds[0]?.status).toBe('pedida');
    await provider.refunds('DONE');
    await provider.finishRefunds();
    // Without an answer the next try waits until lists show what the provider did.
    if (does) portal.clock.advance(15 * MINUTE_MS);
    await sendRefunds(portal.school);
    await sendRefunds(portal.school);
    expect((await booksOf(portal, bill)).refunds[0]?.status).toBe('feita');
    const [payment] = await provider.paymentsOf(txid);
    expect(payment?.refunds?.filter(({ status }) => status === 'DONE').map(({ value }) => value)).toEqual([100]);
  });

  it('a partial refund happens once, also with a lost answer and delayed lists', async () => {
    const { id, bills } = await debtor(2);
    const [one = 0, two = 0] = bills;
    const { txid } = (await pix(one, id, { com: String(two) })).body;
    await provider.pay(txid);
    await portal.school.db.updateTable('parcelas').set({ status: 'cancelada' }).where('id', '=', one).execute();
    await tell((await provider.eventOf(txid)) ?? {});
    await provider.lag(5 * MINUTE_MS);
    await provider.behave({ at: 'POST /payments', does: 'lost', times: 1 });
    for (const wait of [0, 6_000, MINUTE_MS, 3 * MINUTE_MS, 20 * MINUTE_MS]) {
      portal.clock.advance(wait);
      await provider.followClock(portal);
      await sendRefunds(portal.school);
    }
    await provider.lag(0);
    const [payment] = await provider.paymentsOf(txid);
    expect(payment?.refunds?.map(({ value, status }) => [value, status])).toEqual([[100, 'DONE']]);
    expect((await booksOf(portal, one)).refunds.map(({ status }) => status)).toEqual(['feita']);
  });

  it('a customer that the school created at the provider gets no emails of the provider either', async () => {
    const { id, bill, cpf } = await debtor();
    await provider.addCustomer('Pessoa', cpf ?? '');
    await pix(bill, id);
    const mine = (await provider.look()).customers.filter(({ cpfCnpj }) => cpfCnpj === cpf);
    expect(mine.map(({ notificationDisabled }) => notificationDisabled)).toEqual([true]);
  });

  it('the commands set up the account, test it, and register its webhook', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-asaas-account-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'conta.yaml');
    const write = (given: Record<string, string>) => {
      writeFileSync(path, JSON.stringify({ tipo: 'asaas', email: 'financeiro@escola.example', ...given }));
      return readAccountFile(path);
    };
    const token = { senha_dos_avisos: WEBHOOK_TOKEN };
    expect(write({ chave_da_api: API_KEY, ...token }).settings.url).toBe('https://api.asaas.com/v3');
    expect(() => write({ chave_da_api: API_KEY, senha_dos_avisos: 'curta' })).toThrow('senha_dos_avisos');
    copyFileSync('tests/support/bank-certificates/ca.pem', join(folder, 'ca.pem'));
    const here = { endereco: `${provider.url}/v3`, autoridade: 'ca.pem', ...token };
    const unit = 'KNN Vila Nova';
    const problems = async () => {
      const found: (string | null)[] = [];
      for await (const { problem } of tryPayments(portal.school, unit)) found.push(problem);
      return found;
    };
    const set = (key: string) => setAccount(portal.school, unit, write({ chave_da_api: key, ...here }));
    await expect(set('outra-chave')).rejects.toThrow('401');
    expect(await set(API_KEY)).toContain(`(${account})`);
    expect(await set(NEW_KEY)).toContain(`(${account})`);
    // Another account at the same provider.
    expect(await set(OTHER_ACCOUNT_KEY)).not.toContain(`(${account})`);
    await portal.school.db.deleteFrom('payment_accounts').where('encerrada_em', 'is', null).execute();
    await portal.school.db.updateTable('payment_accounts').set({ encerrada_em: null }).execute();
    expect(await problems()).toEqual([null, null, null, expect.stringContaining('registrar-avisos')]);
    await registerMessages(portal.school, unit);
    await provider.stopQueue();
    expect((await problems())[3]).toContain('parada');
    await registerMessages(portal.school, unit);
    expect(await problems()).toEqual([null, null, null, null]);
    const { webhooks } = await provider.look();
    const url = `https://aluno.example/api/v1/portal/payments/webhooks/${account}/`;
    expect(webhooks).toMatchObject([{ url, authToken: WEBHOOK_TOKEN, interrupted: false }]);
  });

  /** The CPF is in the registration and in the search index by design, since people are found by it. */
  const REGISTRATION = ['users', 'people_grams'];
  /** No secret is in the log, nor in clear in the database. */
  async function expectNoCanaries(school: TestSchool, log: string, cpfs: readonly string[]) {
    const certificate = readFileSync('tests/support/bank-certificates/ca.pem', 'utf8').split('\n')[3] ?? '';
    const secrets = [API_KEY, WEBHOOK_TOKEN, certificate, ...cpfs];
    for (const [where, text] of Object.entries({ log, database: await allRows(school, REGISTRATION) })) {
      const found = secrets.filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
      expect([where, found]).toEqual([where, []]);
    }
  }

  it.each(ways)(
    'with a %s, neither keys nor the payer’s CPF are in the log or unencrypted in the database',
    async (_way, { open }) => {
      const { id, bill, cpf } = await debtor();
      const { log } = portal.school;
      const { level } = log;
      log.level = 'trace';
      onTestFinished(() => {
        log.level = level;
      });
      for (const at of ['GET /customers', 'POST /customers', 'POST /payments', 'GET /payments']) {
        await provider.behave({ at, does: 'html', times: 1 });
        expect((await open(bill, id)).status).toBe(503);
      }
      const logged = portal.errors.splice(0).join('');
      expect(logged).toContain('the provider opened no charge');
      await expectNoCanaries(portal, logged, [cpf ?? '-']);
    },
  );

  it.each(isDeep ? ways : [])(
    `S3 killed ${KILLS} times between the payment of a %s at the provider and its answer, there is one payment each, paid once`,
    async (_way, { openAt }, forma) => {
      const { env: database, remove } = await sharedDatabase(engine);
      const folder = mkdtempSync(join(tmpdir(), 'portal-asaas-'));
      const env = { DATA_DIR: folder, ...database };
      const other = await openTestSchool(engine, { env, limits: noLimits });
      const unit = await openAsaasAccount(other, provider, UNIT);
      // Without `PUBLIC_URL` the portal names this machine.
      await provider.nameDomain('127.0.0.1');
      // The killed process uses the clock of the machine.
      await provider.followClock({ clock: { now: new Date() } });
      const payers = await Promise.all(Array.from({ length: KILLS }, () => addPayer(other, newCpf(), billsOf())));
      const settings = {
        NODE_ENV: 'test',
        SECRET,
        DEMO: 'on',
        LOG_LEVEL: 'trace',
      };
      const live = new KilledPortal({ ...env, ...settings, PAYMENTS_TIMEOUT_MS: '20000' }, await freePort());
      onTestFinished(() => live.stop());
      const ask = async ({ id, bill }: { id: number; bill: number }) => {
        const { token } = await other.school.tokens.issue({ userId: id, version: 1, scope: 'full' }, new Date());
        return openAt(live, bill, token);
      };
      for (const payer of payers) {
        await live.start();
        await provider.behave({ at: 'POST /payments', does: 'silent', times: 1 });
        const done = provider.untilSilent();
        const requested = ask(payer);
        await done;
        await live.killAfter(0);
        expect(await requested).toBeNull();
        const { charges } = await booksOf(other, payer.bill);
        expect(charges).toMatchObject([{ status: 'criando', forma }]);
        // The provider had made it by then.
        expect(await provider.paymentsOf(charges[0]?.txid ?? '')).toHaveLength(1);
      }
      await live.start();
      for (const payer of payers) {
        expect((await ask(payer))?.status).toBe(200);
        const { charges } = await booksOf(other, payer.bill);
        const [{ txid = '' } = {}] = charges;
        expect(charges).toMatchObject([{ status: 'ativa', forma }]);
        expect(await provider.paymentsOf(txid)).toHaveLength(1);
        expect(await provider.pay(txid)).not.toBeNull();
        for (let times = 0; times < 2; times += 1) {
          expect((await notifyPortal(other, unit, await provider.eventOf(txid))).status).toBe(200);
        }
        const after = await booksOf(other, payer.bill);
        expect([after.bill.status, after.bill.forma, after.charges.length, after.refunds]).toEqual([
          'paga',
          forma,
          1,
          [],
        ]);
      }
      await live.stop();
      expect(live.log).toContain('Portal: ');
      await expectNoCanaries(
        other,
        live.log,
        payers.map(({ cpf }) => cpf),
      );
      await other.close();
      await remove();
      rmSync(folder, { recursive: true, force: true });
    },
    KILLS_LIMIT_MS,
  );
});
