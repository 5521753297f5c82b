import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Tokens } from '../../identity/auth/tokens.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

type Keys = Pick<Tokens, 'derivedKeys'>;

/** Encrypts a text for the database. @param purpose derives a separate key for each kind of text */
export function encryptText(tokens: Keys, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, tokens.derivedKeys(purpose)[0], iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @returns the text, and whether it was encrypted with the previous key; null if no key decrypts it */
export function decryptText(tokens: Keys, purpose: string, sealed: string): { text: string; isOld: boolean } | null {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const [index, key] of tokens.derivedKeys(purpose).entries()) {
    try {
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      return { text, isOld: index > 0 };
    } catch {
      // It may have been encrypted with the previous key.
    }
  }
  return null;
}
