import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { reconcileAccounts } from '../../src/server/money/finance/follow-up.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { reviewPaidCharges } from '../../src/server/money/finance/review-paid.ts';
import { FakeAsaas, notifyPortal, openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { addPayer, booksOf } from '../support/bills.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const UNIT = 101;

let people = 720_000_000;

describe.each(engines)('chargebacks, refunds and deviating payments at Asaas, on %s', (engine) => {
  let provider: FakeAsaas;
  let portal: TestSchool;
  let account: string;
  beforeAll(async () => {
    provider = await FakeAsaas.start();
    portal = await openTestSchool(engine, { limits: noLimits, env: { PAYMENTS_TIMEOUT_MS: '3000' } });
    account = await openAsaasAccount(portal, provider, UNIT);
  });
  beforeEach(() => provider.followClock(portal));
  afterAll(async () => {
    await portal.close();
    await provider.close();
  });

  const debtor = () => addPayer(portal, cpfOf(++people), [{ company_id: UNIT }]);
  const pix = (bill: number, as: number) => portal.call(payWithPix, { params: { id: bill }, query: {} }, { as });
  const tell = (body: object) => notifyPortal(portal, account, body);

  it('a dispute of a card takes the payment back, and a dispute that the school wins brings it back', async () => {
    const { id, bill } = await debtor();
    await portal.ops.finance.openCardPage({ id: bill }, { as: id });
    const txid = (await booksOf(portal, bill)).charges[0]?.txid ?? '';
    const hear = async () => expect((await tell((await provider.eventOf(txid)) ?? {})).status).toBe(200);
    const movements = async () =>
      (await booksOf(portal, bill)).refunds.map(({ motivo, valor_centavos }) => [motivo, valor_centavos]);
    await provider.pay(txid);
    await hear();
    await provider.chargeBack(txid);
    await hear();
    await hear();
    expect(await movements()).toEqual([['contestado_1', 10_000]]);
    await provider.winDispute(txid);
    await hear();
    await hear();
    expect(await movements()).toEqual([
      ['contestado_1', 10_000],
      ['contestacao_ganha_2', -10_000],
    ]);
    expect((await booksOf(portal, bill)).bill.status).toBe('paga');
  });

  it('a disputed part is owed again until the school wins', async () => {
    const { id, bill } = await debtor();
    await portal.ops.finance.openCardPage({ id: bill }, { as: id });
    const txid = (await booksOf(portal, bill)).charges[0]?.txid ?? '';
    const part = async () => {
      await tell((await provider.eventOf(txid)) ?? {});
      return (await booksOf(portal, bill)).bill.pago_parcial_centavos;
    };
    await provider.setValue(txid, 60);
    await provider.pay(txid);
    expect(await part()).toBe(6_000);
    await provider.chargeBack(txid);
    expect(await part()).toBe(0);
    await provider.winDispute(txid);
    expect(await part()).toBe(6_000);
  });

  it('a refund in the panel of the provider is recorded, by webhook and by polling', async () => {
    const { id, bill } = await debtor();
    const { txid } = (await pix(bill, id)).body;
    await provider.pay(txid);
    await tell((await provider.eventOf(txid)) ?? {});
    await provider.refundInPanel(txid, 30);
    await tell((await provider.eventOf(txid)) ?? {});
    await provider.refundInPanel(txid, 70);
    portal.clock.advance(DAY_MS + MINUTE_MS);
    await provider.followClock(portal);
    // A few at a time: those of other tests come before it.
    for (let batch = 0; batch < 10; batch += 1) await reviewPaidCharges(portal.school);
    const { refunds } = await booksOf(portal, bill);
    expect(refunds.map(({ valor_centavos, status, fora }) => [valor_centavos, status, fora])).toEqual([
      [3_000, 'feita', 'banco'],
      [7_000, 'feita', 'banco'],
    ]);
  });

  it('a refund of one of two payments of a charge is recorded by the nightly list', async () => {
    const { id, bill } = await debtor();
    const { txid } = (await pix(bill, id)).body;
    await provider.pay(txid);
    await provider.payCopy(txid);
    await tell((await provider.eventOf(txid)) ?? {});
    // No webhook comes, and the surplus is refunded from the other payment.
    await provider.refundInPanel(txid, 40);
    for (let time = 0; time < 2; time += 1) await sendRefunds(portal.school);
    const refunds = async () =>
      (await booksOf(portal, bill)).refunds.map(({ valor_centavos, status, fora }) => [valor_centavos, status, fora]);
    expect(await refunds()).toEqual([[10_000, 'feita', null]]);
    portal.clock.advance(DAY_MS);
    await provider.followClock(portal);
    await reconcileAccounts(portal.school);
    expect(await refunds()).toEqual([
      [10_000, 'feita', null],
      [4_000, 'feita', 'banco'],
    ]);
  });

  it('a payment whose value the school lowered in the panel of the provider does not pay the bill whole', async () => {
    const { id, bill } = await debtor();
    const { txid } = (await pix(bill, id)).body;
    await provider.setValue(txid, 60);
    await provider.pay(txid);
    await tell((await provider.eventOf(txid)) ?? {});
    expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'aberta', pago_parcial_centavos: 6_000 });
  });
});
