import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CountsInMemory } from '../../../../../src/server/core/http/limits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const refused = (counts: CountsInMemory, key: string) =>
  counts.consume(key).then(
    () => null,
    ({ msBeforeNext }: { msBeforeNext: number }) => msBeforeNext,
  );

describe('counts in memory (P12)', () => {
  it('a key has its points for a fixed period that begins with the first one consumed', async () => {
    const counts = new CountsInMemory({ points: 2, duration: 60 });
    expect([await refused(counts, 'a'), await refused(counts, 'a')]).toEqual([null, null]);
    vi.advanceTimersByTime(20_000);
    expect(await refused(counts, 'a')).toBe(40_000);
    expect([await counts.get('a'), await counts.get('b')]).toEqual([{ remainingPoints: 0 }, null]);
    await counts.reward('a');
    await counts.reward('a');
    expect(await refused(counts, 'a')).toBe(null);
    vi.advanceTimersByTime(40_000);
    expect(await refused(counts, 'a')).toBe(null);
    await counts.delete('a');
    expect(await counts.get('a')).toBe(null);
  });

  it('expired keys are removed from memory, without a timer for each key', async () => {
    const counts = new CountsInMemory({ points: 1, duration: 60 });
    for (let key = 0; key < 1_000; key += 1) await counts.consume(`a${key}`);
    expect([counts.size, vi.getTimerCount()]).toEqual([1_000, 0]);
    vi.advanceTimersByTime(30_000);
    await counts.consume('later');
    vi.advanceTimersByTime(30_000);
    await counts.consume('next');
    expect(counts.size).toBe(2);
    vi.advanceTimersByTime(60_000);
    counts.deleteExpired();
    expect(counts.size).toBe(0);
  });

  it('beyond the maximum number of keys, new keys replace the oldest', async () => {
    const counts = new CountsInMemory({ points: 1, duration: 60 }, 100);
    for (let key = 0; key < 1_000; key += 1) await counts.consume(`a${key}`);
    expect(counts.size).toBe(100);
    expect(await refused(counts, 'a999')).toBe(60_000);
  });
});
