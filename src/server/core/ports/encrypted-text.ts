import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Tokens } from '../../identity/auth/tokens.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

type Keys = Pick<Tokens, 'derivedKeys'>;

/** Encrypts a text that the database keeps. @param purpose gives each kind of text a key of its own */
export function encryptText(tokens: Keys, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, tokens.derivedKeys(purpose)[0], iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @returns the text, and whether the key before the present one sealed it; null if none of our keys did */
export function decryptText(tokens: Keys, purpose: string, sealed: string): { text: string; isOld: boolean } | null {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const [index, key] of tokens.derivedKeys(purpose).entries()) {
    try {
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      return { text, isOld: index > 0 };
    } catch {
      // The key before the present one may have sealed it.
    }
  }
  return null;
}
