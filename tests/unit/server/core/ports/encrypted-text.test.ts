import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decryptText, encryptText } from '../../../../../src/server/core/ports/encrypted-text.ts';
import { createTokens } from '../../../../../src/server/identity/auth/tokens.ts';

const first = 'the first secret of the tests, long enough';
const second = 'the second secret of the tests, long enough';

it('an encrypted text is decrypted only for its own purpose and with its own secret', () => {
  const [mine, other] = [createTokens(first), createTokens(second)];
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const sealed = encryptText(mine, 'a', text);
      expect(decryptText(mine, 'a', sealed)).toEqual({ text, isOld: false });
      expect(decryptText(mine, 'b', sealed)).toBeNull();
      expect(decryptText(other, 'a', sealed)).toBeNull();
      expect(encryptText(mine, 'a', text)).not.toBe(sealed);
    }),
  );
});

it('the previous secret still decrypts its texts, marked as old', () => {
  const sealed = encryptText(createTokens(first), 'a', 'texto');
  expect(decryptText(createTokens(second, first), 'a', sealed)).toEqual({ text: 'texto', isOld: true });
});

it('a changed text is not decrypted', () => {
  const tokens = createTokens(first);
  const bytes = Buffer.from(encryptText(tokens, 'a', 'um segredo'), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] as number) ^ 1;
    expect(decryptText(tokens, 'a', changed.toString('base64url'))).toBeNull();
  }
  for (const wrong of ['', 'abc', '???']) expect(decryptText(tokens, 'a', wrong)).toBeNull();
});
