import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import type { Sandbox } from '../../src/server/core/ports/payments/sandbox.ts';
import { chargeById } from '../../src/server/money/finance/queries.ts';
import { settleCharge } from '../../src/server/money/finance/settle-charge.ts';
import { addPayer, booksOf } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { cpfOf } from '../support/cpf.ts';
import { notificationsOf } from '../support/inbox.ts';
import { addReward, give, redeem, withKey } from '../support/points.ts';
import { allEngines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';

const helena = { as: HELENA };
const motivo = 'Teste';
let people = 740_000_000;

describe.each(allEngines)('payments of a code whose bills changed since, on %s', (engine) => {
  let portal: TestSchool;
  let bank: Sandbox;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    portal.clock.now = noonOf(portal);
    bank = portal.school.ports.payments.sandbox as Sandbox;
  });
  afterAll(() => portal.close());

  const debtor = (some: Parameters<typeof addPayer>[2] = [{}]) => addPayer(portal, cpfOf(++people), some);
  const code = async (bill: number, as: number) =>
    (await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as })).body.txid;
  const refundsOf = async (bill: number) =>
    (await booksOf(portal, bill)).refunds.map(({ motivo: why, valor_centavos }) => [why, valor_centavos]);
  /** The bank reports this amount as received so far. */
  async function pay(txid: string, amount: number) {
    await portal.school.db.updateTable('sandbox_charges').set({ amount }).where('reference', '=', txid).execute();
    await bank.pay(txid);
  }
  async function hear(txid: string) {
    const { body, headers } = bank.messageAbout(txid);
    expect(
      (await portal.send('POST', `${API_PREFIX}portal/payments/webhooks/sandbox/`, { body, headers })).status,
    ).toBe(200);
  }

  it('S4 a second payment of a code of two bills pays the bill that got nothing before', async () => {
    const { bills, id } = await debtor([{}, {}]);
    const [first = 0, second = 0] = bills;
    const txid = await code(first, id);
    const [charge] = (await booksOf(portal, first)).charges;
    const item = { charge_id: charge?.id ?? 0, parcela_id: second, valor_centavos: 10_000 };
    await portal.school.db.insertInto('charge_items').values(item).execute();
    await pay(txid, 10_000);
    await hear(txid);
    const statusOf = async (bill: number) => (await booksOf(portal, bill)).bill.status;
    const shown = async () => {
      const { body } = await portal.ops.finance.getSchoolBill({ id: second }, helena);
      return body.cobrancas.map(({ valor_centavos }) => valor_centavos);
    };
    expect([await statusOf(first), await statusOf(second)]).toEqual(['paga', 'aberta']);
    expect(await shown()).toEqual([]);
    await pay(txid, 20_000);
    await hear(txid);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['paga', 'paga']);
    expect(await shown()).toEqual([10_000]);
    expect(await refundsOf(first)).toEqual([]);
  });

  it('S4 a cancelled discount of points does not raise what an ended code may keep', async () => {
    const { bill, id } = await debtor();
    const { db } = portal.school;
    const since = portal.clock.now.toISOString();
    await db.updateTable('users').set({ is_club: true, club_since: since }).where('id', '=', id).execute();
    await db.transaction().execute((tx) => give(tx, id, [1000], portal.clock.now));
    const txid = await code(bill, id);
    const reward = await addReward(portal, { entrega: 'desconto', desconto_centavos: 2_000 });
    const { resgate } = (await redeem(portal, id, reward)).body;
    expect((await portal.ops.club.cancelRedemption({ id: resgate.id }, { as: id })).status).toBe(200);
    const body = { abatimento_centavos: 3_000, sem_encargos: false, motivo };
    expect((await portal.ops.finance.discountBill({ id: bill, ...body }, withKey(helena))).status).toBe(200);
    await pay(txid, 10_000);
    await hear(txid);
    expect(await refundsOf(bill)).toEqual([['pago_a_mais', 3_000]]);
  });

  it('S4 a Pix code for the remaining amount ends when the partial payment is undone, and does not pay the bill', async () => {
    const { bill, id } = await debtor();
    const dia = portal.clock.now.toISOString().slice(0, 10);
    const part = { id: bill, forma: 'dinheiro', dia, total_visto_centavos: 10_000, valor_centavos: 4_000 } as const;
    expect((await portal.ops.finance.payAtCounter(part, withKey(helena))).status).toBe(200);
    const txid = await code(bill, id);
    expect((await portal.ops.finance.undoCounterPayment({ id: bill, motivo }, withKey(helena))).status).toBe(200);
    expect((await booksOf(portal, bill)).charges.map(({ status }) => status)).toEqual(['desfeita', 'removida']);
    await bank.pay(txid);
    await hear(txid);
    expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'aberta', pago_parcial_centavos: 6_000 });
  });

  it.each([4_000, 1_500])(
    'S4 a Pix code for the remaining amount ends when %i of a partial payment are refunded',
    async (back) => {
      const { bill, id } = await debtor();
      const first = await code(bill, id);
      await pay(first, 4_000);
      await hear(first);
      const rest = await code(bill, id);
      await bank.giveBack(first, back);
      await hear(first);
      expect((await booksOf(portal, bill)).charges.map(({ status }) => status)).toEqual(['paga', 'removida']);
      await bank.pay(rest);
      await hear(rest);
      const pago_parcial_centavos = 10_000 - back;
      expect((await booksOf(portal, bill)).bill).toMatchObject({ status: 'aberta', pago_parcial_centavos });
    },
  );

  it('S4 a payment in the nightly list that a webhook already counted notifies nobody again', async () => {
    const { bill, id } = await debtor();
    const txid = await code(bill, id);
    const [charge] = (await booksOf(portal, bill)).charges;
    const read = charge && (await chargeById(portal.school.db, charge.id));
    if (!read) throw new Error('no charge');
    await pay(txid, 20_000);
    await hear(txid);
    const before = (await notificationsOf(portal, HELENA)).length;
    const entry = { status: 'paga', received: 10_000, returned: [{ amount: 10_000 }] } as const;
    await settleCharge(portal.school, read, entry, portal.clock.now, { isEntry: true });
    expect(await notificationsOf(portal, HELENA)).toHaveLength(before);
    expect(await refundsOf(bill)).toEqual([['pago_a_mais', 10_000]]);
  });
});
