import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { automaticWorld } from '../support/asaas/automatic-world.ts';
import { booksOf } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { isDeep } from '../support/deep.ts';
import { withKey } from '../support/points.ts';
import { engines } from '../support/school.ts';

const acts = [
  ...['day', 'day', 'evening', 'work', 'tell', 'debit', 'fail', 'withdraw', 'pix', 'pay-pix'],
  ...['counter', 'discount', 'move', 'promise', 'cancel', 'end', 'end-in-bank', 'refund'],
] as const;

describe.each(engines)('the money of debits of Pix Automático, on %s', (engine) => {
  const world = automaticWorld(engine);
  const { today, goTo, tellAll, work, pix, ordered } = world;

  it('after random events a bill keeps its amount once, and the rest is refunded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...acts), { minLength: 4, maxLength: 14 }), async (list) => {
        const { id, next, referencia } = await ordered();
        const { finance } = world.portal.ops;
        const as = () => withKey({ as: HELENA });
        const motivo = 'Pedido';
        const due = async () => (await finance.getSchoolBill({ id: next }, { as: HELENA })).body;
        const last = async () => (await booksOf(world.portal, next)).charges.at(-1)?.txid ?? '';
        const can: Record<(typeof acts)[number], () => Promise<unknown>> = {
          day: () => goTo(shiftDay(today(), 2), '08:00'),
          evening: () => goTo(today(), '21:20'),
          work,
          tell: tellAll,
          debit: async () => world.provider.debit(await last()),
          fail: async () => world.provider.failDebit(await last()),
          withdraw: () => finance.withdrawDebit({ id: next }, { as: id }),
          pix: () => pix(next, id),
          'pay-pix': async () => world.provider.pay(await last()),
          counter: async () =>
            finance.payAtCounter(
              { id: next, forma: 'dinheiro', dia: today(), total_visto_centavos: (await due()).total_centavos },
              as(),
            ),
          discount: () =>
            finance.discountBill({ id: next, abatimento_centavos: 1_000, sem_encargos: false, motivo }, as()),
          move: () => finance.moveDueDay({ id: next, vencimento: shiftDay(today(), 9), motivo }, as()),
          promise: () => finance.promiseBills({ ids: [next], prometida_para: shiftDay(today(), 5) }, as()),
          cancel: () => finance.cancelSchoolBill({ id: next, motivo }, as()),
          end: () => finance.endPixAuthorization({ id: next }, { as: id }),
          'end-in-bank': () => world.provider.sayOfAuthorization(referencia, 'CANCELLED'),
          refund: () => sendRefunds(world.portal.school),
        };
        for (const act of list) await can[act]();
        // All webhooks, polls and refunds are done.
        for (const days of [0, 4, 8, 12]) {
          await goTo(shiftDay(today(), days), '21:30');
          await tellAll();
          await work();
          await sendRefunds(world.portal.school);
        }
        const { bill, charges, refunds } = await booksOf(world.portal, next);
        const references = new Set(charges.map(({ txid }) => txid));
        const { payments } = await world.provider.look();
        const stored = payments
          .filter(({ externalReference }) => references.has(externalReference ?? ''))
          .filter(({ status }) => status === 'RECEIVED' || status === 'REFUNDED')
          .reduce(
            (sum, { value, refunds: back }) =>
              sum + value * 100 - (back ?? []).reduce((total, one) => total + one.value * 100, 0),
            0,
          );
        const cash = charges.some(({ provider, status }) => provider === 'balcao' && status === 'paga');
        const { resta_centavos: rest } = await due();
        expect(refunds.every(({ status }) => status === 'feita')).toBe(true);
        expect(Math.round(stored)).toBe(cash ? 0 : rest);
        // A bill of 100 reais, less the discount or with a fine.
        if (bill.status === 'paga') expect(rest >= 9_000 && rest <= 10_400).toBe(true);
        else expect(rest).toBe(0);
      }),
      { numRuns: isDeep ? 60 : 12 },
    );
  }, 240_000);
});
