import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/lib/api/client.ts';
import type { CardOutcome, PixCharge } from '../../../../src/lib/rules/finance/payment-state.ts';
import { $payment, payByCard, renewPix, startPix, stopPix } from '../../../../src/lib/stores/finance-payment.ts';

const outcome = (status: CardOutcome['status']): CardOutcome => ({
  status,
  total_centavos: 10_000,
  motivo: null,
  recibo_url: null,
});

describe('a card payment on a page', () => {
  const page = { hidden: false };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
  });
  afterEach(() => {
    $payment.set({ step: 'idle' });
    page.hidden = false;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('a card payment under review is polled less and less often', async () => {
    const pay = vi.fn(async () => outcome('em_analise'));
    await payByCard(pay);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(pay).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(pay.mock.calls.length).toBeLessThan(60);
  });

  it('a card payment is not polled in a hidden tab, and has its result soon after the tab is visible', async () => {
    const pay = vi.fn(async () => outcome('em_analise'));
    await payByCard(pay);
    page.hidden = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pay).toHaveBeenCalledTimes(1);
    page.hidden = false;
    pay.mockResolvedValue(outcome('aprovado'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect($payment.get().step).toBe('paid');
  });

  it('a card payment with an unknown result does not claim that nothing was charged', async () => {
    await payByCard(() => Promise.reject(new ApiError(502, {})));
    const state = $payment.get();
    expect(state.step === 'refused' && state.problem).toMatch(/não cobramos duas vezes/);
    expect(state.step === 'refused' && state.problem).not.toMatch(/Nada foi cobrado/);
  });
});

describe('a Pix on a page', () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const charge = (status: PixCharge['status']) => ({ status, br_code: status, valor_centavos: 100 }) as PixCharge;
  const sourceOf = (...answers: (PixCharge | ApiError)[]) => ({
    open: vi.fn(async () => charge('ATIVA')),
    poll: vi.fn(async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof ApiError) throw answer;
      return answer ?? charge('ATIVA');
    }),
  });
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('navigator', { onLine: true });
  });
  afterEach(() => {
    stopPix();
    $payment.set({ step: 'idle' });
    page.hidden = false;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is polled after 3 seconds, then less often, until it is paid', async () => {
    const source = sourceOf(charge('ATIVA'), charge('ATIVA'), charge('CONCLUIDA'));
    await startPix(source);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(source.poll).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(source.poll).toHaveBeenCalledTimes(3);
    expect($payment.get()).toEqual({ step: 'paid', centavos: 100, receipt: null });
  });

  it('keeps its code and is shown as offline while the server does not answer', async () => {
    await startPix(sourceOf(new ApiError(503, {}), charge('ATIVA')));
    await vi.advanceTimersByTimeAsync(3_000);
    expect($payment.get()).toMatchObject({ step: 'waiting', isOffline: true });
    await vi.advanceTimersByTimeAsync(4_000);
    expect($payment.get()).toMatchObject({ step: 'waiting', isOffline: false });
  });

  it('ends with a refusal, and can be renewed', async () => {
    const source = sourceOf(new ApiError(404, { detail: 'Não encontramos.' }));
    await startPix(source);
    await vi.advanceTimersByTimeAsync(3_000);
    expect($payment.get()).toEqual({ step: 'refused', problem: 'Não encontramos.', fields: {} });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(source.poll).toHaveBeenCalledTimes(1);
    await renewPix();
    expect($payment.get().step).toBe('waiting');
  });

  it('is not polled in a hidden tab, and polled at once when the tab is visible', async () => {
    const source = sourceOf(charge('CONCLUIDA'));
    await startPix(source);
    page.hidden = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(source.poll).not.toHaveBeenCalled();
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect($payment.get().step).toBe('paid');
  });

  it('uses the code of the page, and is not polled after it was stopped', async () => {
    const source = sourceOf(charge('ATIVA'));
    await startPix(source, charge('ATIVA'));
    expect(source.open).not.toHaveBeenCalled();
    stopPix();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(source.poll).not.toHaveBeenCalled();
  });
});
