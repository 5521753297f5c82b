import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { bankDayFrom } from '../../src/server/money/finance/bank-days.ts';
import { isOrderDay } from '../../src/server/money/finance/debit-days.ts';
import { orderDebits } from '../../src/server/money/finance/order-debits.ts';
import { FakeAsaas, notifyPortal, openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { SECRET } from '../support/bare-env.ts';
import { addPayer, booksOf, saoPaulo } from '../support/bills.ts';
import { cpfOf } from '../support/cpf.ts';
import { sharedDatabase } from '../support/databases.ts';
import { KilledPortal } from '../support/killed-portal.ts';
import { engines, noLimits, openTestSchool } from '../support/school.ts';

const UNIT = 101;
const MINUTE_MS = 60_000;

it.each(engines)(
  'killed between the order of a debit at the provider and its answer, there is one order, debited once, on %s (S3)',
  async (engine) => {
    const { env: database, remove } = await sharedDatabase(engine);
    const folder = mkdtempSync(join(tmpdir(), 'portal-automatic-'));
    const env = { DATA_DIR: folder, ...database };
    const [provider, portal] = [await FakeAsaas.start(), await openTestSchool(engine, { env, limits: noLimits })];
    const account = await openAsaasAccount(portal, provider, UNIT);
    await portal.school.db.updateTable('payment_accounts').set({ pix_automatico: true }).execute();
    const today = dayIn('America/Sao_Paulo', portal.clock.now);
    const days = Array.from({ length: 9 }, (_, at) => bankDayFrom(shiftDay(today, at + 2), saoPaulo));
    const due = days.find((day) => isOrderDay(day, today, saoPaulo)) ?? today;
    const bills = [today, due, shiftDay(due, 31)].map((vencimento) => ({ company_id: UNIT, vencimento }));
    const payer = await addPayer(portal, cpfOf(717_000_001), bills);
    const { body } = await portal.ops.finance.openPixAuthorization({ id: payer.bill }, { as: payer.id });
    expect(body.cobranca.status).toBe('ATIVA');
    const { authorizations } = await provider.look();
    await provider.consent(authorizations[0]?.contractId ?? '');
    for (const event of (await provider.look()).events) await notifyPortal(portal, account, event);
    const settings = { NODE_ENV: 'test', SECRET, DEMO: 'on', PAYMENTS_TIMEOUT_MS: '20000' };
    const live = new KilledPortal({ ...env, ...settings }, await freePort());
    onTestFinished(() => live.stop());
    await provider.behave({ at: 'POST /payments', does: 'silent', times: 1 });
    const done = provider.untilSilent();
    await live.start();
    await done;
    await live.killAfter(0);
    const next = payer.bills[1] ?? 0;
    const [charge] = (await booksOf(portal, next)).charges;
    expect(charge?.status).toBe('criando');
    portal.clock.advance(16 * MINUTE_MS);
    await provider.followClock(portal);
    await Promise.all([orderDebits(portal.school), orderDebits(portal.school)]);
    expect(await provider.paymentsOf(charge?.txid ?? '')).toHaveLength(1);
    await provider.debit(charge?.txid ?? '');
    const event = await provider.eventOf(charge?.txid ?? '');
    for (let times = 0; times < 2; times += 1) await notifyPortal(portal, account, event);
    const after = await booksOf(portal, next);
    expect([after.bill.status, after.charges.length, after.refunds]).toEqual(['paga', 1, []]);
    await portal.close();
    await provider.close();
    await remove();
    rmSync(folder, { recursive: true, force: true });
  },
  240_000,
);
