import { beforeEach, expect, it, vi } from 'vitest';
import type { CardOutcome, PixCharge } from '../../../../src/lib/rules/finance/payment-state.ts';
import type { OrderDraft } from '../../../../src/lib/rules/orders/form.ts';
import { redeem } from '../../../../src/lib/stores/club.ts';
import { $payment, payByCard, startPix, stopPix } from '../../../../src/lib/stores/finance-payment.ts';
import { beginOrder, setQuantity } from '../../../../src/lib/stores/orders.ts';
import { followWork } from '../../../../src/lib/stores/pedagogico-files.ts';
import { $heard, handIn, keepPosition, rateWord } from '../../../../src/lib/stores/practice.ts';
import type { Shared } from '../../../../src/lib/stores/shared.ts';
import { $cart, $due, $points, $today } from '../../../../src/lib/stores/shared.ts';

const target = Object.assign(new EventTarget(), { hidden: false, body: { dataset: { userId: '9' } } });

/** Answers of the server by a part of the path. */
const answers: Readonly<Record<string, unknown>> = {
  'transactions/debit': { id: 1, saldo: 790, resgate: { id: 1 } },
  'orders.setCartItem': { quantidade_total: 3 },
  saveReviews: { cartoes: [{ palavra_id: 1 }], concluidas: [] },
};

beforeEach(() => {
  vi.stubGlobal('document', target);
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(Object.entries(answers).find(([piece]) => path.includes(piece))?.[1] ?? {}),
  );
  return () => vi.unstubAllGlobals();
});

/** Runs `work`. @returns the new value of the store, or fails when it does not change */
async function after<T>(store: Shared<T>, work: () => unknown): Promise<T | null | 'untouched'> {
  const before = store.get().at;
  await work();
  await vi.waitFor(() => store.get().at > before || Promise.reject(new Error('untouched')));
  return store.get().value;
}

it('a redemption updates the points of the page', async () => {
  expect(await after($points, () => redeem(3))).toBe(790);
});

it('a paid Pix and a paid card clear the amount due', async () => {
  const charge = (status: PixCharge['status']) => ({ status, expira_em: '2026-11-28T12:00:00Z' }) as PixCharge;
  const source = { open: async () => charge('ATIVA'), poll: async () => charge('CONCLUIDA') };
  expect(
    await after($due, async () => {
      await startPix(source);
      document.dispatchEvent(new Event('visibilitychange'));
    }),
  ).toBeNull();
  expect($payment.get().step).toBe('paid');
  stopPix();
  const pay = async () => ({ status: 'aprovado' }) as CardOutcome;
  expect(await after($due, () => payByCard(pay))).toBeNull();
});

it('a Pix paid before the page loaded changes nothing', async () => {
  const { at } = $due.get();
  $payment.set({ step: 'idle' });
  const paid = { status: 'CONCLUIDA' } as PixCharge;
  await startPix({ open: async () => paid, poll: async () => paid }, paid);
  stopPix();
  expect($due.get().at).toBe(at);
});

it('a changed quantity updates the count of the cart', async () => {
  const itens = [{ codigo_produto: 'WAY-2', quantidade: 2 }];
  const initial = { itens, cupom: '', entrega: 'escola', parcelas: 1, endereco: {} } as unknown as OrderDraft;
  const quote = {} as Parameters<typeof beginOrder>[2]['quote'];
  beginOrder({ turmaAlunoId: 1, isCart: true }, initial, { quote, isSent: false });
  expect(await after($cart, () => setQuantity('WAY-2', 3))).toBe(3);
});

it('practice and submitted work reset today’s to-do list', async () => {
  const review = { palavra_id: 1, nota: 3 as const, tempo_ms: 900, feita_em: '2026-11-20T12:00:00.000Z' };
  expect(await after($today, () => rateWord(review))).toBeNull();
  const attempt = { id: 4, body: { respostas: [], iniciada_em: '2026-11-20T12:00:00.000Z' } };
  expect(await after($today, () => handIn(attempt))).toBeNull();
  expect(await after($today, () => keepPosition(7, 30, true))).toBeNull();
  expect($heard.get().has(7)).toBe(true);
  const { at } = $today.get();
  await keepPosition(8, 30, false);
  expect($today.get().at).toBe(at);
  expect(await after($today, () => followWork(0))).toBeNull();
});
