import { fork } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { callbackPath } from '../../src/server/money/finance/callback-key.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { SECRET } from '../support/bare-env.ts';
import { addDebtor, booksOf } from '../support/bills.ts';
import { sharedDatabase } from '../support/databases.ts';
import { openBankAccount, PixBank } from '../support/pix-bank/bank.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

/** `KILLS=20 npm run test:api -- tests/api/finance-bank-crash.deep.test.ts` is the long run. */
const KILLS = Number(process.env.KILLS ?? 2);
const UNIT = 101;
const TIME_LIMIT_MS = 120_000 + KILLS * 60_000;

describe.each(engines)('a process that dies between the bank’s work and its answer, on %s (S3)', (engine) => {
  let bank: PixBank;
  let portal: TestSchool;
  let account: string;
  let env: Record<string, string>;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ env, remove } = await sharedDatabase(engine));
    bank = await PixBank.start();
    portal = await openTestSchool(engine, { env, limits: noLimits });
    account = await openBankAccount(portal, bank, UNIT);
  });
  afterAll(async () => {
    await portal.close();
    await Promise.all([bank.close(), remove()]);
  });

  /** Runs work in a separate process and kills it once the bank has done its part. */
  async function dieAt(request: string, work: Record<string, string>): Promise<void> {
    await bank.behave({ at: request, does: 'silent', times: 1 });
    const isDone = bank.untilSilent();
    const child = fork('tests/support/bank-process.ts', {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        SECRET,
        DEMO: 'on',
        ...env,
        ...work,
      },
      stdio: 'inherit',
    });
    const ended = new Promise<NodeJS.Signals | null>((done) => {
      child.once('exit', (_code, signal) => done(signal));
    });
    await Promise.race([isDone, ended]);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
  }

  const debtor = async () => {
    const { id, bills } = await addDebtor(portal, [{ company_id: UNIT }]);
    return { id, bill: bills[0] ?? 0 };
  };
  const pix = (bill: number, as: number) => portal.call(payWithPix, { params: { id: bill }, query: {} }, { as });
  const callBack = (pixOfBank: unknown) =>
    portal.send('POST', `${callbackPath(portal.school.tokens, account)}/pix`, {
      body: JSON.stringify({ pix: [pixOfBank] }),
      headers: { 'content-type': 'application/json' },
    });

  it(
    `killed ${KILLS} times after the charge stood: the next try is the same charge, paid once`,
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const { id, bill } = await debtor();
        await dieAt('PUT /cob', { WORK: 'pix', BILL: String(bill), PAYER: String(id) });
        expect((await booksOf(portal, bill)).charges.map(({ status }) => status)).toEqual(['criando']);
        const { body } = await pix(bill, id);
        expect(body.status).toBe('ATIVA');
        expect(await bank.cob(body.txid)).toMatchObject({ status: 'ATIVA', valor: { original: '100.00' } });
        const paid = await bank.pay(body.txid);
        expect((await callBack(paid)).status).toBe(200);
        const { charges, bill: row } = await booksOf(portal, bill);
        expect([charges.length, row.status]).toEqual([1, 'paga']);
      }
      const { cobs } = await bank.look();
      expect(cobs).toHaveLength(KILLS);
    },
    TIME_LIMIT_MS,
  );

  it(
    `killed ${KILLS} times after the money went back: it goes back once`,
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const { id, bill } = await debtor();
        const { txid } = (await pix(bill, id)).body;
        const paid = await bank.pay(txid);
        await portal.school.db.updateTable('parcelas').set({ status: 'cancelada' }).where('id', '=', bill).execute();
        await callBack(paid);
        await dieAt('PUT /pix', { WORK: 'refunds' });
        expect((await booksOf(portal, bill)).refunds.map(({ status }) => status)).toEqual(['pedida']);
        // The killed process used the real clock.
        portal.clock.now = new Date(Date.now() + 1_000);
        await sendRefunds(portal.school);
        expect((await booksOf(portal, bill)).refunds.map(({ status }) => status)).toEqual(['feita']);
        const given = (await bank.cob(txid))?.pix?.[0]?.devolucoes ?? [];
        expect(given.map(({ valor, status }) => [valor, status])).toEqual([['100.00', 'DEVOLVIDO']]);
      }
    },
    TIME_LIMIT_MS,
  );
});
