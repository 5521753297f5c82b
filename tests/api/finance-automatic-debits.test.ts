import { describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { remindOfBills } from '../../src/server/money/finance/bill-reminders.ts';
import { endCodes } from '../../src/server/money/finance/pix.ts';
import { automaticWorld } from '../support/asaas/automatic-world.ts';
import { booksOf } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { notificationsOf } from '../support/inbox.ts';
import { withKey } from '../support/points.ts';
import { engines } from '../support/school.ts';

describe.each(engines)('debits of Pix Automático, on %s', (engine) => {
  const world = automaticWorld(engine);
  const {
    today,
    goTo,
    debtor,
    rowOf,
    tellAll,
    work,
    chargeOf,
    statusOf,
    pix,
    titlesOf,
    goBefore,
    ordered,
    instructionsOf,
  } = world;

  it('a bill with an ordered debit has no other payment method until its payer cancels the debit for good', async () => {
    const { id, next, txid, authorization } = await ordered();
    expect((await pix(next, id)).body.code).toBe('debit_runs');
    expect((await world.portal.ops.finance.issueBoleto({ id: next }, { as: id })).body.code).toBe('debit_runs');
    expect((await world.portal.ops.finance.openCardPage({ id: next }, { as: id })).body.code).toBe('debit_runs');
    const [shown] = (await world.portal.ops.finance.listBills({ ids: String(next) }, { as: id })).body;
    expect(shown?.debito).toMatchObject({ valor_centavos: 10_000, de_novo: false });
    const other = await debtor();
    expect((await world.portal.ops.finance.withdrawDebit({ id: next }, { as: other.id })).status).toBe(404);
    await world.provider.behave({ at: 'DELETE /payments', does: 'away', times: 1 });
    expect((await world.portal.ops.finance.withdrawDebit({ id: next }, { as: id })).status).toBe(503);
    expect((await chargeOf(next))?.status).toBe('ativa');
    await goTo(today(), '12:05');
    expect((await world.portal.ops.finance.withdrawDebit({ id: next }, { as: id })).status).toBe(200);
    expect((await instructionsOf(txid)).map(({ status }) => status)).toEqual(['CANCELLED']);
    await work();
    const { body } = await pix(next, id);
    await world.provider.pay(body.txid);
    await tellAll();
    await work();
    expect([await statusOf(next), (await rowOf(authorization)).status]).toEqual(['paga', 'ativa']);
    expect((await booksOf(world.portal, next)).refunds).toEqual([]);
  });

  it('a reminder announces the debit, in place of how to pay', async () => {
    const { id, next, due } = await ordered();
    const notified = async () => (await notificationsOf(world.portal, id, 'parcela_lembrete')).map(({ body }) => body);
    await remindOfBills(world.portal.school);
    for (const days of [-3, -2, -1, 0]) {
      await goTo(shiftDay(due, days), '12:00');
      await remindOfBills(world.portal.school);
    }
    const [first] = await notified();
    expect(first).toContain('Será debitada pelo Pix Automático em');
    expect(first).not.toContain('Pague');
    expect((await booksOf(world.portal, next)).bill.status).toBe('aberta');
  });

  it('on the day of its debit a bill has no other online payment; a debit after a counter payment is refunded', async () => {
    const { id, next, txid, due } = await ordered();
    await goTo(shiftDay(due, -1), '22:05');
    expect((await world.portal.ops.finance.withdrawDebit({ id: next }, { as: id })).body.code).toBe('debit_today');
    await goTo(due, '09:00');
    const counter = { id: next, forma: 'dinheiro', dia: today(), total_visto_centavos: 10_000 } as const;
    expect((await world.portal.ops.finance.payAtCounter(counter, withKey({ as: HELENA }))).status).toBe(200);
    // The bank debits before the cancellation arrives.
    await world.provider.debit(txid);
    await tellAll();
    const { refunds, bill } = await booksOf(world.portal, next);
    expect([bill.status, bill.forma]).toEqual(['paga', 'dinheiro']);
    expect(refunds).toMatchObject([{ valor_centavos: 10_000, motivo: 'em_duplicidade' }]);
  });

  it.each([
    ['a payment at the counter', 'paga', null],
    ['a discount', 'aberta', 9_000],
    ['another due day', 'aberta', 10_000],
    ['a promise', 'aberta', null],
    ['a cancellation', 'cancelada', null],
  ] as const)(
    '%s ends the order of the debit at the provider, and orders anew what is still to be debited',
    async (act, status, again) => {
      const { next, txid, due } = await ordered();
      const as = withKey({ as: HELENA });
      const motivo = 'Pedido';
      const acts = {
        'a payment at the counter': () =>
          world.portal.ops.finance.payAtCounter(
            { id: next, forma: 'dinheiro', dia: today(), total_visto_centavos: 10_000 },
            as,
          ),
        'a discount': () =>
          world.portal.ops.finance.discountBill(
            { id: next, abatimento_centavos: 1_000, sem_encargos: false, motivo },
            as,
          ),
        'another due day': () =>
          world.portal.ops.finance.moveDueDay({ id: next, vencimento: shiftDay(due, 9), motivo }, as),
        'a promise': () => world.portal.ops.finance.promiseBills({ ids: [next], prometida_para: shiftDay(due, 4) }, as),
        'a cancellation': () => world.portal.ops.finance.cancelSchoolBill({ id: next, motivo }, as),
      };
      expect((await acts[act]()).status).toBe(200);
      await goTo(today(), '12:20');
      await endCodes(world.portal.school);
      expect(await world.provider.debit(txid)).toBeNull();
      if (act === 'another due day') await goBefore(next, 7);
      else await goTo(shiftDay(today(), 1), '12:00');
      await work();
      const { bill, charges, refunds } = await booksOf(world.portal, next);
      expect([bill.status, refunds]).toEqual([status, []]);
      const running = charges.filter((charge) => charge.status === 'ativa');
      expect(running.map(({ valor_centavos }) => valor_centavos)).toEqual(again === null ? [] : [again]);
    },
  );

  it('a debit without balance is retried by the published rule; then a Pix pays, and the next bill is debited', async () => {
    const { id, next, txid, due, bills } = await ordered();
    await goTo(due, '20:30');
    await world.provider.failDebit(txid);
    await tellAll();
    // The bank may report this before its last attempt.
    expect((await chargeOf(next))?.debito_dia).toBe(due);
    for (const days of [1, 3, 6]) {
      await goTo(today(), '21:20');
      await work();
      await work();
      expect((await chargeOf(next))?.debito_dia).toBe(shiftDay(due, days));
      await goTo(shiftDay(due, days), '20:30');
      await world.provider.failDebit(txid);
      await tellAll();
    }
    await goTo(today(), '21:20');
    await work();
    expect(await chargeOf(next)).toMatchObject({ status: 'removida', motivo: 'sem_saldo' });
    expect((await titlesOf(id)).filter((title) => title.startsWith('Débito não feito'))).toHaveLength(4);
    expect(await notificationsOf(world.portal, HELENA, 'pix_automatico')).not.toEqual([]);
    expect(await world.provider.debit(txid)).toBeNull();
    const { status, body } = await pix(next, id);
    expect([status, body.status]).toEqual([200, 'ATIVA']);
    const last = bills[2] ?? 0;
    await goBefore(last, 6);
    await work();
    expect((await chargeOf(last))?.status).toBe('ativa');
  });

  it('after a failed debit a Pix pays the bill, which cancels the next attempt', async () => {
    const { id, next, txid, due } = await ordered();
    await goTo(due, '20:30');
    await world.provider.failDebit(txid);
    await goTo(due, '21:20');
    await work();
    // The attempt of tomorrow is too soon to be cancelled, the one after it is not.
    await goTo(shiftDay(due, 1), '20:30');
    await world.provider.failDebit(txid);
    await goTo(shiftDay(due, 1), '21:20');
    await work();
    const { status, body } = await pix(next, id);
    expect([status, body.status]).toEqual([200, 'ATIVA']);
    expect(await world.provider.debit(txid)).toBeNull();
  });

  it('no debit is ordered for a closed account', async () => {
    const { authorization } = await ordered();
    const { db } = world.portal.school;
    await db.updateTable('payment_accounts').set({ encerrada_em: world.portal.clock.now.toISOString() }).execute();
    await work();
    expect(await rowOf(authorization)).toMatchObject({ status: 'encerrada', fim: 'escola' });
    await db.updateTable('payment_accounts').set({ encerrada_em: null }).execute();
  });

  it('a debit that succeeds at its second attempt pays the bill with the amount of its day', async () => {
    const { next, txid, due } = await ordered(3, { desconto_centavos: 1_000 });
    await goTo(due, '20:30');
    await world.provider.failDebit(txid);
    await goTo(due, '21:20');
    await work();
    await goTo(shiftDay(due, 1), '07:30');
    await world.provider.debit(txid);
    await tellAll();
    const { bill, refunds, charges } = await booksOf(world.portal, next);
    expect([bill.status, charges.at(-1)?.valor_centavos, refunds]).toEqual(['paga', 9_000, []]);
  });

  it('a debit above the payer’s limit notifies at once, and is not retried', async () => {
    const { id, next, txid } = await ordered();
    await world.provider.failDebit(txid, 'MAXIMUM_AMOUNT_EXCEEDED');
    await tellAll();
    expect(await chargeOf(next)).toMatchObject({ status: 'removida', motivo: 'acima_do_limite' });
    expect((await notificationsOf(world.portal, id)).at(-1)?.body).toContain('limite que você definiu');
    expect((await pix(next, id)).status).toBe(200);
  });
});
