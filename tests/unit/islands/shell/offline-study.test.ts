import { beforeEach, expect, it, vi } from 'vitest';
import { tendOfflineStudy } from '../../../../src/islands/shell/offline-study.ts';
import { GUEST_PRACTICE } from '../../../../src/lib/rules/device/unit-cache.ts';
import { setToaster } from '../../../../src/lib/stores/toast.ts';

const at = '2026-11-20T12:00:00.000Z';
const tried = {
  book: '22222222-2222-4222-8222-222222222222',
  claimedBy: '9',
  reviews: [{ palavra_id: 1, nota: 3, tempo_ms: 900, feita_em: at }],
  attempts: [{ id: 4, body: { respostas: [], iniciada_em: at } }],
  positions: [{ id: 7, body: { posicao_s: 3, ouvido: false } }],
};

let stored: Map<string, string>;
let sent: string[];

beforeEach(() => {
  stored = new Map([[GUEST_PRACTICE, JSON.stringify(tried)]]);
  sent = [];
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { body: { dataset: { userId: '9' } } });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path.replace('/api/v1/do/practice.', ''));
    return Response.json(path.includes('saveReviews') ? { cartoes: [{ palavra_id: 1 }], concluidas: [] } : {});
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

it('GUARD-05 the page after a book was added sends its guest practice, and says how many answers arrived', async () => {
  const success = vi.fn();
  setToaster(async () => ({ success, error: vi.fn(), message: vi.fn(), loading: vi.fn(), dismiss: vi.fn() }));
  await tendOfflineStudy('9');
  await vi.waitFor(() => expect(success).toHaveBeenCalled());
  expect(success.mock.calls.map(([text]) => text)).toEqual(['2 respostas guardadas foram enviadas.']);
  expect(sent).toEqual(['saveReviews/', 'submitPracticeTest/', 'saveAudioPosition/']);
  expect(stored.size).toBe(0);
});
