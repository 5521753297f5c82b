import { beforeEach, expect, it, vi } from 'vitest';
import { waitingKey } from '../../../../src/lib/rules/device/unit-cache.ts';
import { $finished, rateWord } from '../../../../src/lib/stores/practice.ts';
import { deliver, keepAttempt, keepReview } from '../../../../src/lib/stores/practice-outbox.ts';

const review = (palavra_id: number) => ({ palavra_id, nota: 3, tempo_ms: 900, feita_em: '2026-11-20T12:00:00.000Z' });
const test = { id: 4, body: { respostas: [], iniciada_em: '2026-11-20T12:00:00.000Z' } };
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

let stored: Map<string, string>;
let answer: (path: string, body: unknown) => Response | Promise<Response>;
const waiting = () => JSON.parse(stored.get(waitingKey(9)) ?? '{}');

const taken = (path: string, body: unknown) =>
  Response.json(
    path.includes('saveReviews')
      ? {
          cartoes: (body as { revisoes: { palavra_id: number }[] }).revisoes.map(({ palavra_id }) => ({ palavra_id })),
          concluidas: [],
        }
      : {},
  );

beforeEach(() => {
  stored = new Map();
  answer = taken;
  vi.stubGlobal('document', { body: { dataset: { userId: '9' } } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => answer(path, JSON.parse(String(init?.body))));
  return () => vi.unstubAllGlobals();
});

it('PED-04 the outbox is kept while offline, and sent later', async () => {
  answer = noNetwork;
  keepReview(review(1));
  keepAttempt(test);
  expect(await deliver()).toEqual({ cards: [], corrected: [], finished: [], isWaiting: true });
  expect([waiting().reviews.length, waiting().attempts.length]).toEqual([1, 1]);
  answer = taken;
  expect(await deliver()).toMatchObject({ cards: [{ palavra_id: 1 }], corrected: [{ id: 4 }], isWaiting: false });
  expect(stored.size).toBe(0);
});

it('PED-04 a delivery requested during another one sends again, since the connection may be back', async () => {
  let fail = () => {};
  answer = () => new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))));
  keepReview(review(1));
  const first = deliver();
  const second = deliver();
  answer = taken;
  await vi.waitFor(() => fail());
  fail();
  expect((await first).isWaiting).toBe(true);
  expect(await second).toMatchObject({ cards: [{ palavra_id: 1 }], isWaiting: false });
  expect(stored.size).toBe(0);
});

it('PED-04 a delivery requested during another one also returns the results of that one', async () => {
  keepReview(review(1));
  const first = deliver();
  keepAttempt(test);
  expect(await deliver()).toMatchObject({ cards: [{ palavra_id: 1 }], corrected: [{ id: 4 }] });
  await first;
  keepReview(review(2));
  expect((await deliver()).cards).toEqual([{ palavra_id: 2 }]);
});

it('a delivery returns each unit that it completed', async () => {
  const unit = (id: number) => ({ id, numero: id, titulo: 'Um', pontos_ganhos: 120 });
  answer = (path) =>
    Response.json(path.includes('saveReviews') ? { cartoes: [], concluidas: [unit(1)] } : { concluidas: [unit(2)] });
  keepReview(review(1));
  keepAttempt(test);
  expect((await deliver()).finished).toEqual([unit(1), unit(2)]);
  expect((await deliver()).finished).toEqual([]);
});

it('a completed unit is celebrated once, however many answers arrive together', async () => {
  const unit = { id: 1, numero: 1, titulo: 'Um', pontos_ganhos: 120 };
  answer = () => Response.json({ cartoes: [], concluidas: [unit] });
  $finished.set([]);
  await Promise.all([rateWord(review(1)), rateWord(review(2))]);
  expect($finished.get()).toEqual([unit]);
});
