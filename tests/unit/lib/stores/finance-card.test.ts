import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/lib/api/client.ts';
import { noCard } from '../../../../src/lib/rules/finance/card-form.ts';
import { $card, type CardOutcome, payByCard } from '../../../../src/lib/stores/finance-card.ts';

const outcome = (status: CardOutcome['status']): CardOutcome => ({
  status,
  total_centavos: 10_000,
  motivo: null,
  recibo_url: null,
  tentar_de_novo: false,
});

describe('a card payment on a page', () => {
  const page = { hidden: false };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
  });
  afterEach(() => {
    $card.set({ step: 'form', problem: null, fields: {} });
    page.hidden = false;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('the page of a card payment asks less and less often while the bank takes its time', async () => {
    const pay = vi.fn(async () => outcome('em_analise'));
    await payByCard({ pay }, noCard);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(pay).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(pay.mock.calls.length).toBeLessThan(60);
  });

  it('the page of a card payment sends no card out of a tab that nobody sees, and has the result soon after', async () => {
    const pay = vi.fn(async () => outcome('em_analise'));
    await payByCard({ pay }, noCard);
    page.hidden = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pay).toHaveBeenCalledTimes(1);
    page.hidden = false;
    pay.mockResolvedValue(outcome('aprovado'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect($card.get().step).toBe('paid');
  });

  it('the page of a card payment does not say that nothing was charged when nobody knows', async () => {
    await payByCard({ pay: () => Promise.reject(new ApiError(502, {})) }, noCard);
    const state = $card.get();
    expect(state.step === 'form' && state.problem).toMatch(/não cobramos duas vezes/);
    expect(state.step === 'form' && state.problem).not.toMatch(/Nada foi cobrado/);
  });
});
