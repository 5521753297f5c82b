import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Fields of a login form. */
export type LoginFields = Record<string, string>;

/**
 * Connected mode: several accounts share a login, and the user chooses one. The franchise's host wants the password
 * with the choice. So the choice cookie carries the typed login, encrypted, for two minutes. No page script, no disk
 * and no memory of ours holds it.
 */
export interface LoginChoices {
  seal(fields: LoginFields): string;
  /** @returns null for a text that is not ours or is too old. */
  open(text: string | undefined): LoginFields | null;
}

const ALGORITHM = 'aes-256-gcm';
const LIFETIME_MS = 2 * 60_000;
const IV = 12;
const TAG = 16;

/** @param keys of 32 bytes: the first one seals, each one opens. */
export function createLoginChoices(
  keys: readonly [Uint8Array, ...Uint8Array[]],
  now: () => number = Date.now,
): LoginChoices {
  return {
    seal(fields) {
      const iv = randomBytes(IV);
      const cipher = createCipheriv(ALGORITHM, keys[0], iv);
      const text = JSON.stringify({ fields, until: now() + LIFETIME_MS });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(text) {
      const bytes = Buffer.from(text ?? '', 'base64url');
      const plain = keys.map((key) => decrypted(key, bytes)).find((each) => each !== null);
      if (!plain) return null;
      const { fields, until } = JSON.parse(plain) as { fields: LoginFields; until: number };
      return until > now() ? fields : null;
    },
  };
}

function decrypted(key: Uint8Array, bytes: Buffer): string | null {
  try {
    const cipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV));
    cipher.setAuthTag(bytes.subarray(IV, IV + TAG));
    return Buffer.concat([cipher.update(bytes.subarray(IV + TAG)), cipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * The fields to send for a login form. A choice without a secret takes the secret of the login before. A form may hold
 * all fields of the specification: what it leaves empty is not said.
 */
export function withChoice(form: LoginFields, known: LoginFields | null): LoginFields {
  const isChoice = form.user_id && !form.password && !form.uuid;
  if (!isChoice || !known) return form;
  return { ...known, ...Object.fromEntries(Object.entries(form).filter(([, value]) => value)) };
}
