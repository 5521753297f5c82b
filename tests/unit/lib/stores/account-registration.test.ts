import { expect, it, vi } from 'vitest';
import { GUEST_PRACTICE } from '../../../../src/lib/rules/device/unit-cache.ts';
import { saveRegistration } from '../../../../src/lib/stores/account-registration.ts';

vi.mock('../../../../src/lib/rules/account/registration-form.ts', () => ({
  toInput: () => ({}),
  fieldOf: (name: string) => name,
}));

const BOOK = '22222222-2222-4222-8222-222222222222';

it('GUARD-05 a registration completes although sending the practice hangs, and the practice stays claimed', async () => {
  vi.useFakeTimers();
  const review = { palavra_id: 1, nota: 3, tempo_ms: 900, feita_em: '2026-11-20T12:00:00.000Z' };
  const stored = new Map([[GUEST_PRACTICE, JSON.stringify({ book: BOOK, reviews: [review] })]]);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  const opened: string[] = [];
  vi.stubGlobal('document', { body: { dataset: { emptyBook: BOOK } } });
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('location', { assign: (to: string) => opened.push(to) });
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('registerWithBook')
      ? Response.json({ users: [{ id: 9 }], access_token: null, token_type: 'bearer', expires_at: null })
      : new Promise(() => undefined),
  );
  const saved = saveRegistration(
    { password: 'x' } as never,
    {
      next: '/dashboard',
      isNew: true,
      asksGuardian: false,
      owner: 'novo',
    } as never,
  );
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(1_000);
      expect(opened).toHaveLength(1);
    },
    { timeout: 8_000, interval: 10 },
  );
  expect(await saved).toBeNull();
  expect(opened).toEqual(['/dashboard']);
  expect(JSON.parse(stored.get(GUEST_PRACTICE) ?? 'null').claimedBy).toBe('9');
  vi.useRealTimers();
  vi.unstubAllGlobals();
}, 10_000);
