import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { followUpCharges, reconcileAccounts } from '../../src/server/money/finance/follow-up.ts';
import { endCodes } from '../../src/server/money/finance/pix.ts';
import { FakeAsaas, openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { addPayer, booksOf } from '../support/bills.ts';
import { cpfOf } from '../support/cpf.ts';
import { openBankAccount, PixBank } from '../support/pix-bank/bank.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const OF_BANK = 101;
const OF_PROVIDER = 102;
let people = 720_000_000;

describe.each(engines)('two accounts, and one that does not answer, on %s', (engine) => {
  let bank: PixBank;
  let provider: FakeAsaas;
  let portal: TestSchool;
  beforeAll(async () => {
    [bank, provider] = await Promise.all([PixBank.start(), FakeAsaas.start()]);
    portal = await openTestSchool(engine, { limits: noLimits, env: { PAYMENTS_TIMEOUT_MS: '5000' } });
    await openBankAccount(portal, bank, OF_BANK);
    await openAsaasAccount(portal, provider, OF_PROVIDER);
  });
  beforeEach(async () => {
    // All pauses have passed.
    portal.clock.advance(20 * MINUTE_MS);
    await Promise.all([bank.behave(), provider.behave()]);
    await follow();
  });
  afterAll(async () => {
    await portal.close();
    await Promise.all([bank.close(), provider.close()]);
  });

  const follow = () => Promise.all([bank.followClock(portal), provider.followClock(portal)]);
  const advance = (ms: number) => {
    portal.clock.advance(ms);
    return follow();
  };
  const debtor = (unit: number, count = 1) =>
    addPayer(
      portal,
      cpfOf(++people),
      Array.from({ length: count }, () => ({ company_id: unit })),
    );
  const pix = async (bill: number, as: number, query: { com?: string; txid?: string } = {}) =>
    (await portal.call(payWithPix, { params: { id: bill }, query }, { as })).body;
  const statusOf = async (bill: number) => (await booksOf(portal, bill)).bill.status;
  const requests = async (double: PixBank | FakeAsaas, name: string) =>
    (await double.look()).seen.filter(({ method, path }) => `${method} ${path}`.startsWith(name)).length;

  it.each([
    ['bank', OF_BANK, 'GET /cob'],
    ['provider', OF_PROVIDER, 'GET /payments'],
  ] as const)(
    'a silent %s is skipped after two timeouts, and the other is still called',
    async (who, unit, request) => {
      const [silent, other] = who === 'bank' ? [bank, provider] : [provider, bank];
      for (let count = 0; count < 6; count += 1) {
        const { id, bill } = await debtor(unit);
        await pix(bill, id);
      }
      const { id, bill } = await debtor(unit === OF_BANK ? OF_PROVIDER : OF_BANK);
      await other.pay((await pix(bill, id)).txid);
      await advance(33 * MINUTE_MS);
      await silent.behave({ at: request, does: 'silent', times: 99 });
      const before = await requests(silent, request);
      await followUpCharges(portal.school);
      expect([(await requests(silent, request)) - before, await statusOf(bill)]).toEqual([2, 'paga']);
      // After the pause one request tests whether it answers again.
      await advance(61_000);
      await followUpCharges(portal.school);
      expect((await requests(silent, request)) - before).toBe(3);
      await silent.behave();
      await advance(3 * MINUTE_MS);
      await followUpCharges(portal.school);
      expect((await requests(silent, request)) - before).toBeGreaterThan(8);
    },
  );

  it('a failed nightly list is retried after half an hour', async () => {
    await advance(DAY_MS);
    await reconcileAccounts(portal.school);
    await advance(DAY_MS);
    const before = await requests(bank, 'GET /pix');
    const requested = async () => (await requests(bank, 'GET /pix')) - before;
    await bank.behave({ at: 'GET /pix', does: 'away', times: 1 });
    await reconcileAccounts(portal.school);
    await advance(MINUTE_MS);
    await reconcileAccounts(portal.school);
    expect(await requested()).toBe(1);
    await advance(30 * MINUTE_MS);
    await reconcileAccounts(portal.school);
    expect(await requested()).toBe(2);
    await reconcileAccounts(portal.school);
    expect(await requested()).toBe(2);
  });

  it.each([OF_BANK, OF_PROVIDER])(
    'a page that asks in the first minutes after a code ends no payment (unit %d)',
    async (unit) => {
      const { id, bill } = await debtor(unit);
      const { txid } = await pix(bill, id);
      await advance(30 * MINUTE_MS + 30_000);
      await pix(bill, id, { txid });
      const status = async () => (await booksOf(portal, bill)).charges.map((charge) => charge.status);
      expect(await status()).toEqual(['ativa']);
      await advance(2 * MINUTE_MS);
      await followUpCharges(portal.school);
      expect(await status()).toEqual(['expirada']);
    },
  );

  it('a replaced code is cancelled once its account can be opened again', async () => {
    const { id, bills, bill } = await debtor(OF_BANK, 2);
    const replaced = (await pix(bill, id)).txid;
    await pix(bill, id, { com: String(bills[1]) });
    const accounts = () => portal.school.db.updateTable('payment_accounts').where('company_id', '=', OF_BANK);
    const { ajustes } = await portal.school.db
      .selectFrom('payment_accounts')
      .select('ajustes')
      .where('company_id', '=', OF_BANK)
      .executeTakeFirstOrThrow();
    await accounts().set({ ajustes: 'sealed by a lost key' }).execute();
    await endCodes(portal.school);
    expect(portal.errors.splice(0).join('')).toContain('cannot be opened');
    await accounts().set({ ajustes }).execute();
    await endCodes(portal.school);
    expect((await bank.cob(replaced))?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });
});
