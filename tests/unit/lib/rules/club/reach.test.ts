import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReachable, percentOf, shelfOf } from '../../../../../src/lib/rules/club/reach.ts';

const points = fc.integer({ min: 1, max: 100_000 });
const rewards = fc.array(fc.record({ pontos: points, disponivel: fc.boolean() }), { maxLength: 30 });
const of = (saldo: number, all: { pontos: number; disponivel: boolean }[]) =>
  all.map((each) => ({ ...each, falta_pontos: Math.max(0, each.pontos - saldo) }));

describe('CLUB-10 the home of a member', () => {
  it('the list has each reward once, and only redeemable ones', () => {
    fc.assert(
      fc.property(points, rewards, (saldo, all) => {
        const { next, reachable, close } = shelfOf(of(saldo, all));
        expect(reachable.every(isReachable)).toBe(true);
        expect(close.some(isReachable)).toBe(false);
        expect([...reachable, ...close].every(({ disponivel }) => disponivel)).toBe(true);
        expect(reachable).toHaveLength(all.filter((each) => each.disponivel && each.pontos <= saldo).length);
        expect(next).toBe(close[0] ?? null);
      }),
    );
  });

  it('the next reward is the one with the fewest points missing', () => {
    fc.assert(
      fc.property(points, rewards, (saldo, all) => {
        const known = of(saldo, all);
        const { next } = shelfOf(known);
        const missing = known.filter((each) => each.disponivel && each.falta_pontos > 0);
        expect(next?.falta_pontos).toBe(
          missing.length ? Math.min(...missing.map((each) => each.falta_pontos)) : undefined,
        );
      }),
    );
  });

  it.each([
    [0, 450, 0],
    [449, 450, 99],
    [450, 450, 100],
    [900, 450, 100],
    [-20, 450, 0],
    [10, 0, 100],
  ])('with %i points the arc to %i is %i per cent full', (saldo, pontos, percent) =>
    expect(percentOf(saldo, pontos)).toBe(percent),
  );

  it('the arc never shrinks with more points, and closes only at the price', () => {
    fc.assert(
      fc.property(points, points, points, (saldo, more, pontos) => {
        expect(percentOf(saldo + more, pontos)).toBeGreaterThanOrEqual(percentOf(saldo, pontos));
        expect(percentOf(saldo, pontos) === 100).toBe(saldo >= pontos);
      }),
    );
  });
});
