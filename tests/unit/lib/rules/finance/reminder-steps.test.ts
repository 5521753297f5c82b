import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysLeft,
  fillWords,
  type RemindedBill,
  stepName,
  stepOn,
  stepsOf,
} from '#lib/rules/finance/reminder-steps.ts';
import { shiftDay } from '#lib/rules/time/days.ts';

const due = '2026-06-10';
const bill = (given: Partial<RemindedBill> = {}): RemindedBill => ({
  ...{ vencimento: due, pagar_ate: due, enviados: [], prometida_para: null, pausa: null },
  ...given,
});
const all = stepsOf(null).map((step) => ({ ...step, ligado: true }));
const on = (days: number, given: Partial<RemindedBill> = {}, since = '2026-01-01') =>
  stepOn(all, bill(given), { today: shiftDay(due, days), since })?.passo ?? null;

describe('steps of reminders', () => {
  it('are three by default: before, on and after the due day', () => {
    expect(stepsOf(null).map(({ dias, ligado }) => [dias, ligado])).toEqual([
      [-3, true],
      [0, true],
      [1, true],
      [7, false],
      [15, false],
    ]);
  });

  it.each([
    [-4, null],
    [-3, 1],
    [-1, 1],
    [0, 2],
    [1, 3],
    [5, 3],
    [6, null],
    [7, 4],
    [11, 4],
    [12, null],
    [15, 5],
    [19, 5],
    [20, null],
    [900, null],
  ])('on day %i a bill is at step %s', (days, passo) => {
    expect(on(days)).toBe(passo);
  });

  it('a due day moved past a weekend delays the later steps', () => {
    const pagar_ate = shiftDay(due, 2);
    expect([1, 2, 3].map((days) => on(days, { pagar_ate }))).toEqual([2, 2, 3]);
  });

  it('a step is sent once, and never after a later step', () => {
    expect(on(0, { enviados: [0] })).toBeNull();
    expect(on(0, { enviados: [1] })).toBeNull();
    expect(on(0, { enviados: [-3, null] })).toBe(2);
    // The school has moved the step since: sent steps count by their days when sent.
    expect(on(15, { enviados: [7] })).toBe(5);
    expect(on(7, { enviados: [10] })).toBeNull();
  });

  it('a bill is overdue after its last day to pay', () => {
    const left = (days: number) => daysLeft({ vencimento: due, pagar_ate: shiftDay(due, 2) }, shiftDay(due, days));
    expect([-3, 0, 1, 2, 3].map(left)).toEqual([3, 0, 0, 0, -3]);
  });

  it('steps that fell into a promise or a pause are not sent later', () => {
    expect(on(7, { prometida_para: shiftDay(due, 7) })).toBeNull();
    expect(on(8, { prometida_para: shiftDay(due, 7) })).toBeNull();
    expect(on(15, { prometida_para: shiftDay(due, 7) })).toBe(5);
    expect(on(15, { pausa: { ate: shiftDay(due, 14) } })).toBe(5);
    expect(on(15, { pausa: { ate: null } })).toBeNull();
  });

  it('steps reached before the portal or the step was switched on are not sent', () => {
    expect(on(7, {}, shiftDay(due, 7))).toBeNull();
    expect(on(7, {}, shiftDay(due, 6))).toBe(4);
    const step = all.map((each) => ({ ...each, desde: shiftDay(due, 8) }));
    expect(stepOn(step, bill(), { today: shiftDay(due, 8), since: '2026-01-01' })).toBeNull();
  });

  it('day by day, a bill gets each step at most once, in order, and late steps only when overdue', () => {
    const days = fc.uniqueArray(fc.integer({ min: -15, max: 60 }), { minLength: 5, maxLength: 5 });
    const skipped = fc.array(fc.boolean(), { minLength: 100, maxLength: 100 });
    fc.assert(
      fc.property(days, skipped, fc.nat(6), (dias, isAway, moved) => {
        const steps = all.map((step, at) => ({ ...step, dias: dias[at] ?? 0 }));
        const pagar_ate = shiftDay(due, moved);
        const sent: { passo: number; dias: number }[] = [];
        for (let day = -20; day < 80; day += 1) {
          if (isAway[day + 20]) continue;
          const today = shiftDay(due, day);
          const step = stepOn(steps, bill({ pagar_ate, enviados: sent.map((each) => each.dias) }), {
            today,
            since: '2026-01-01',
          });
          if (!step) continue;
          expect(sent.map(({ passo }) => passo)).not.toContain(step.passo);
          expect(step.dias > 0).toBe(step.dias > 0 && today > pagar_ate);
          sent.push(step);
        }
        const order = sent.map((step) => step.dias);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });

  it('placeholders are replaced by name, and unknown ones stay', () => {
    expect(fillWords('{a}, {b} e {c}', { a: 'um', b: 'dois' })).toBe('um, dois e {c}');
    expect([-3, -1, 0, 1, 7].map(stepName)).toEqual([
      ...['3 dias antes', '1 dia antes', 'No vencimento', '1 dia depois', '7 dias depois'],
    ]);
  });
});
