import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../../src/lib/api/browser.ts';
import { ApiError } from '../../../../src/lib/api/client.ts';
import { noCard } from '../../../../src/lib/rules/finance/card-form.ts';
import { cardOf } from '../../../../src/lib/stores/exchange.ts';

vi.mock('../../../../src/lib/api/browser.ts', async () => ({
  ...(await import('../../../../src/lib/api/client.ts')),
  api: vi.fn(),
}));

const typed = noCard as Parameters<typeof cardOf>[1];
vi.mock('../../../../src/lib/rules/exchange/payer.ts', () => ({
  pagadorOf: () => ({}),
  recebedorOf: () => undefined,
}));

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  vi.mocked(api).mockReset();
  vi.unstubAllGlobals();
});

const keys = () => vi.mocked(api).mock.calls.map(([, , options]) => options?.idempotencyKey);

it.each([401, 429, 503])(
  'a card under review keeps its key through a %s, so that it is not charged again',
  async (status) => {
    const pay = cardOf('quote', typed);
    vi.mocked(api).mockResolvedValueOnce({ status: 'pendente' });
    await pay();
    vi.mocked(api).mockRejectedValueOnce(new ApiError(status, {}));
    await expect(pay()).rejects.toThrow();
    vi.mocked(api).mockResolvedValueOnce({ status: 'recusado' });
    await pay();
    expect(new Set(keys()).size).toBe(1);
  },
);

it('a refused card ends the intent, so the next payment has a new key', async () => {
  const pay = cardOf('quote', typed);
  vi.mocked(api).mockResolvedValue({ status: 'recusado' });
  await pay();
  await pay();
  expect(new Set(keys()).size).toBe(2);
});
