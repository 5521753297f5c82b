import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { isPixCopyPaste } from 'validation-br';
import { expect, it } from 'vitest';
import { brCode } from '../../../../../src/server/core/ports/payments/sandbox.ts';

const txids = fc.stringMatching(/^[A-Z0-9]{1,25}$/);
const key = '11222333000181';

it('two libraries read every amount back to the centavo, whatever the names', () => {
  const names = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), fc.constant('São José ÀÉÎÕÜ Ç'));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), names, names, txids, (centavos, name, city, txid) => {
      const code = brCode({ key, name, city, centavos, txid });
      const info = getPixPayloadInfo(code);
      expect(Math.round((info?.amount ?? 0) * 100)).toBe(centavos);
      expect(info).toMatchObject({ key, txid });
      expect(code).toContain(`${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`);
      expect(isPixCopyPaste(code)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it('a single wrong digit makes the code invalid', () => {
  const code = brCode({ key, name: 'Escola', city: 'Campinas', centavos: 34_900, txid: 'ABC123' });
  const wrong = code.replace('349.00', '349.01');
  expect([isPixCopyPaste(code), isPixCopyPaste(wrong), getPixPayloadInfo(wrong)]).toEqual([true, false, null]);
});

it('a reference that a BR code cannot hold is refused', () => {
  expect(() => brCode({ key, name: 'Escola', city: 'Campinas', centavos: 100, txid: 'a b' })).toThrow(RangeError);
});
