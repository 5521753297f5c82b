import { describe, expect, it } from 'vitest';
import { createLimits } from '../../../../../src/server/core/http/limits.ts';

const RULE = 'document-check';
const POINTS = 5;
const limitsOf = () => createLimits(null, { [RULE]: { points: POINTS, duration: 60 } });
/** A /64 of one customer, by the numbers of its third and fourth group. */
const network = (third: number, fourth: number) => `2001:db8:${third.toString(16)}:${fourth.toString(16)}::/64`;

/** How many of these requests pass. */
async function passing(limits: ReturnType<typeof limitsOf>, keys: readonly string[]): Promise<number> {
  const answers = await Promise.allSettled(keys.map((key) => limits.take(RULE, key)));
  return answers.filter(({ status }) => status === 'fulfilled').length;
}
const many = (length: number, keyOf: (n: number) => string) => Array.from({ length }, (_, n) => keyOf(n));

describe('networks of IPv6 (S5)', () => {
  it('a client that rotates its /64 within a /56 has four times the points of one address', async () => {
    const limits = limitsOf();
    expect(
      await passing(
        limits,
        many(200, (n) => network(1, n)),
      ),
    ).toBe(4 * POINTS);
    expect(await limits.left(RULE, network(1, 255))).toBe(0);
    // The next /56 of the same /48, and another customer.
    expect(await passing(limits, [network(1, 0x100), network(2, 0)])).toBe(2);
  });

  it('a client that rotates its /56 within a /48 has sixteen times the points of one address', async () => {
    const limits = limitsOf();
    expect(
      await passing(
        limits,
        many(200, (n) => network(1, n << 8)),
      ),
    ).toBe(16 * POINTS);
    expect(await passing(limits, [network(2, 0)])).toBe(1);
  });

  it('a refused address uses no points of other addresses in its /56', async () => {
    const limits = limitsOf();
    expect(
      await passing(
        limits,
        many(100, () => network(1, 1)),
      ),
    ).toBe(POINTS);
    expect(
      await passing(
        limits,
        many(100, (n) => network(1, n + 2)),
      ),
    ).toBe(3 * POINTS);
  });

  it('a refunded point is refunded to the address and to the networks around it', async () => {
    const limits = limitsOf();
    expect(
      await passing(
        limits,
        many(4 * POINTS, (n) => network(1, n)),
      ),
    ).toBe(4 * POINTS);
    await limits.giveBack(RULE, network(1, 1));
    expect(await passing(limits, [network(1, 1), network(1, 1)])).toBe(1);
  });

  it('IPv4 addresses and accounts are limited one by one', async () => {
    const limits = limitsOf();
    const keys = many(100, (n) => (n % 2 ? `203.0.113.${n}` : `user:${n}`));
    expect(await passing(limits, keys)).toBe(100);
  });
});
