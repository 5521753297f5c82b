import { beforeEach, expect, it, vi } from 'vitest';
import { GUEST_PRACTICE, waitingKey } from '../../../../src/lib/rules/device/unit-cache.ts';
import { $heard, $waiting, handIn, keepPosition, rateWord } from '../../../../src/lib/stores/practice.ts';
import { adoptTried, claimTried, dropTried, NEW_ACCOUNT, triedOf } from '../../../../src/lib/stores/practice-guest.ts';
import { deliver } from '../../../../src/lib/stores/practice-outbox.ts';

const BOOK = '22222222-2222-4222-8222-222222222222';
const OTHER = '33333333-3333-4333-8333-333333333333';
const at = '2026-11-20T12:00:00.000Z';
const review = (palavra_id: number) => ({ palavra_id, nota: 3, tempo_ms: 900, feita_em: at });

let stored: Map<string, string>;
let sent: string[];
let dataset: Record<string, string>;
const waitingOf = (user: string) => JSON.parse(stored.get(waitingKey(user)) ?? 'null');

beforeEach(() => {
  stored = new Map();
  sent = [];
  dataset = { emptyBook: BOOK };
  vi.stubGlobal('document', { body: { dataset } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path);
    return Response.json(path.includes('saveReviews') ? { cartoes: [], concluidas: [] } : { nota: 10, itens: [] });
  });
  return () => vi.unstubAllGlobals();
});

async function tryTheBook() {
  await rateWord(review(1));
  await rateWord(review(1));
  await handIn({ id: 4, body: { respostas: [], iniciada_em: at } });
  await keepPosition(7, 3, true);
  await keepPosition(7, 1, false);
}

it('GUARD-05 practice of an empty book is stored on the device; only a test is sent, for correction', async () => {
  await tryTheBook();
  expect(triedOf(BOOK)).toEqual({ words: 1, tests: 1, sounds: 1 });
  expect(sent).toEqual([expect.stringContaining('/do/practice.checkEmptyBookTest/')]);
  expect([...stored.keys()]).toEqual([GUEST_PRACTICE]);
});

it('GUARD-05 after the registration this practice is sent, and removed from the device', async () => {
  await tryTheBook();
  sent = [];
  expect(await deliver()).toMatchObject({ isWaiting: false });
  expect(sent.map((path) => path.replace('/api/v1/do/', ''))).toEqual([
    'practice.saveReviews/',
    'practice.submitPracticeTest/',
    'practice.saveAudioPosition/',
  ]);
  expect(stored.size).toBe(0);
});

it('GUARD-05 this practice goes to no other book, and to no account that did not claim it', async () => {
  await tryTheBook();
  expect(triedOf(OTHER)).toBeNull();
  adoptTried('9', BOOK);
  expect(triedOf(BOOK)).not.toBeNull();
  claimTried(BOOK, '8');
  adoptTried('9', undefined);
  expect([stored.size, waitingOf('9')]).toEqual([0, null]);
  await tryTheBook();
  dataset.emptyBook = OTHER;
  await rateWord(review(2));
  expect([triedOf(OTHER)?.words, triedOf(BOOK)]).toEqual([1, null]);
  dropTried();
  expect(stored.size).toBe(0);
});

it.each([NEW_ACCOUNT, '9'])('GUARD-05 practice claimed by %s joins the outbox of the account', async (claimedBy) => {
  await tryTheBook();
  claimTried(BOOK, claimedBy);
  stored.set(waitingKey('9'), JSON.stringify({ reviews: [review(5)], attempts: [] }));
  adoptTried('9', undefined);
  const { reviews, attempts, positions } = waitingOf('9');
  expect(reviews.map(({ palavra_id }: { palavra_id: number }) => palavra_id)).toEqual([5, 1, 1]);
  expect([attempts.length, positions]).toEqual([1, [{ id: 7, body: { posicao_s: 1, ouvido: true } }]]);
  expect(stored.has(GUEST_PRACTICE)).toBe(false);
});

it('GUARD-05 a visitor is warned when the browser stores nothing', async () => {
  await rateWord(review(1));
  expect($waiting.get()).toBe('none');
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  });
  await rateWord(review(1));
  expect($waiting.get()).toBe('unstored');
});

it('an audio is not marked as heard while its end was not saved', async () => {
  vi.stubGlobal('document', { body: { dataset: {} } });
  $heard.set(new Set());
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }));
  expect(await keepPosition(7, 60, true)).toBe(false);
  expect([...$heard.get()]).toEqual([]);
});
