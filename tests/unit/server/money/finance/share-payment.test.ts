import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharePayment } from '../../../../../src/server/money/finance/payer.ts';

describe('a received amount is divided among the bills of a charge', () => {
  it.each([
    [[34_900], 34_900, [34_900], 0],
    [[34_900], 349, [349], 0],
    [[100, 200, 300], 250, [100, 150, 0], 0],
    [[100, 200], 350, [100, 200], 50],
    [[100], 0, [0], 0],
  ])('bills of %j get from %i: %j, with a surplus of %i', (owed, received, parts, surplus) => {
    expect(sharePayment(owed, received)).toEqual({ parts, surplus });
  });

  it('no centavo is lost, and no bill gets more than it owes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50_000), { maxLength: 6 }), fc.nat(200_000), (owed, received) => {
        const { parts, surplus } = sharePayment(owed, received);
        expect(parts.reduce((sum, each) => sum + each, surplus)).toBe(received);
        expect(parts.every((part, index) => part >= 0 && part <= (owed[index] ?? 0))).toBe(true);
      }),
    );
  });
});
