import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/lib/api/client.ts';
import { endIntent, intentKey, sendCard } from '../../../../src/lib/stores/intent.ts';

describe('the key of an intent (FIN-07)', () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('an intent keeps its key across tries; another intent, or the same after its end, has a new key', () => {
    const key = intentKey('card:105');
    expect(intentKey('card:105')).toBe(key);
    expect(intentKey('card:106')).not.toBe(key);
    endIntent('card:105');
    expect(intentKey('card:105')).not.toBe(key);
  });

  it('an intent gets a new key when its content changes, in the form that the API accepts', () => {
    const key = intentKey('pedido:1', '{"quantidade":1}');
    expect(intentKey('pedido:1', '{"quantidade":1}')).toBe(key);
    expect(intentKey('pedido:1', '{"quantidade":2}')).not.toBe(key);
    expect(key).toMatch(/^[\x21-\x7e]{8,64}$/);
  });

  it('a key is also made without crypto.randomUUID, as on a portal without TLS', () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
    expect(intentKey('card:1')).not.toBe(intentKey('card:2'));
  });

  it('a card payment whose key belongs to another payment is sent once more with a new key', async () => {
    const keys: string[] = [];
    const answer = await sendCard('card:105', async (key) => {
      keys.push(key);
      if (keys.length === 1) throw new ApiError(409, { detail: 'Outro cartão', code: 'key_reused' });
      return 'pago';
    });
    expect([answer, new Set(keys).size]).toEqual(['pago', 2]);
  });

  it('any other refusal keeps the key and is thrown to the caller', async () => {
    const before = intentKey('card:105');
    const refusal = new ApiError(409, { detail: 'Em andamento', code: 'in_progress' });
    await expect(sendCard('card:105', () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(intentKey('card:105')).toBe(before);
  });
});
