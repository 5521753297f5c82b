import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulateExchange } from '../../src/lib/contract/exchange.ts';
import { getFinance } from '../../src/lib/contract/finance.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { remindOfBills } from '../../src/server/money/finance/bill-reminders.ts';
import { addDebtor } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { atNoon, notificationsOf } from '../support/inbox.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const helena = { as: HELENA };
const DAY_MS = 86_400_000;
const SOLD = /pix|cart(ão|ões)/i;

describe.each(engines)('a school without a payment service, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits, env: { PAYMENTS: 'off' } });
    atNoon(portal);
  });
  afterAll(() => portal.close());

  it('without a payment service unit, bills and currency exchange say so', async () => {
    const { id, bills } = await addDebtor(portal);
    expect((await portal.ops.finance.listPaymentMethods({}, { as: id })).body).toEqual({ formas: [], cambio: false });
    expect((await portal.call(getFinance, {}, { as: id })).body.parcelas.map(({ formas }) => formas)).toEqual([[]]);
    const shown = await portal.ops.finance.getSchoolBill({ id: bills[0] ?? 0 }, helena);
    expect(shown.body).toMatchObject({ pode: { receber: true, link: false } });
  });

  it('without a payment service there are no payment links and no quotes', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    const own = await portal.ops.finance.getPaymentLink({ parcela_id: bill }, { as: id });
    const ofOffice = await portal.ops.finance.getSchoolBillLink({ id: bill }, helena);
    const body = { moeda: 'USD', forma: 'pix', valor_minor: 100_000 } as const;
    const quote = await portal.call(simulateExchange, { body }, { as: 1 });
    expect([own.status, ofOffice.status, quote.status]).toEqual([503, 503, 503]);
    expect(own.body.detail).toContain('ainda não recebe pagamentos pelo portal');
  });

  it('without a payment service no template, example or notice names a payment method', async () => {
    const templates = (await portal.ops.broadcasts.listTemplates({}, helena)).body.items;
    const kinds = (await portal.ops.inbox.listNoticeKinds({}, helena)).body.items;
    expect(templates.length * kinds.length).toBeGreaterThan(0);
    expect([...templates, ...kinds].filter((one) => SOLD.test(JSON.stringify(one)))).toEqual([]);
    const day = shiftDay(dayIn('America/Sao_Paulo', portal.clock.now), 4);
    const { id } = await addDebtor(portal, [{ vencimento: day }]);
    await remindOfBills(portal.school);
    portal.clock.advance(DAY_MS);
    await remindOfBills(portal.school);
    const [notice] = await notificationsOf(portal, id, 'parcela_lembrete');
    expect(notice?.body).toContain('O pagamento é na escola.');
  });
});
