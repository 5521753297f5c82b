import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openText, sealText } from '../../../../../src/server/core/ports/sealed-text.ts';
import { createTokens } from '../../../../../src/server/identity/auth/tokens.ts';

const first = 'the first secret of the tests, long enough';
const second = 'the second secret of the tests, long enough';

it('a sealed text opens for its own purpose and with its own secret alone', () => {
  const [mine, other] = [createTokens(first), createTokens(second)];
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const sealed = sealText(mine, 'a', text);
      expect(openText(mine, 'a', sealed)).toEqual({ text, isOld: false });
      expect(openText(mine, 'b', sealed)).toBeNull();
      expect(openText(other, 'a', sealed)).toBeNull();
      expect(sealText(mine, 'a', text)).not.toBe(sealed);
    }),
  );
});

it('the secret before the present one still opens what it sealed, and says so', () => {
  const sealed = sealText(createTokens(first), 'a', 'texto');
  expect(openText(createTokens(second, first), 'a', sealed)).toEqual({ text: 'texto', isOld: true });
});

it('a text that somebody changed does not open', () => {
  const tokens = createTokens(first);
  const bytes = Buffer.from(sealText(tokens, 'a', 'um segredo'), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] as number) ^ 1;
    expect(openText(tokens, 'a', changed.toString('base64url'))).toBeNull();
  }
  for (const wrong of ['', 'abc', '???']) expect(openText(tokens, 'a', wrong)).toBeNull();
});
