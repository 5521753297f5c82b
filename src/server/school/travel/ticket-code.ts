import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Tokens } from '../../identity/auth/tokens.ts';

const PREFIX = 'PT1';
const PURPOSE = 'travel-ticket';
/** 16 bytes: 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16;
const PAYLOAD = /^PT1\.([1-9]\d{0,9})\.([\w-]{22})$/;

type Keys = Pick<Tokens, 'derivedKeys'>;

interface Signed {
  id: number;
  codigo: string;
}

/** Signs number and code with a key of the school, so the database alone cannot make a ticket. */
const signatureOf = (key: Uint8Array, { id, codigo }: Signed): string =>
  createHmac('sha256', key).update(`${id}.${codigo}`).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');

const payloadBy = (key: Uint8Array, ticket: Signed) => `${PREFIX}.${ticket.id}.${signatureOf(key, ticket)}`;

/** The content of a ticket's QR code. It is short, so that the modules are large. */
export const payloadOf = (tokens: Keys, ticket: Signed): string => payloadBy(tokens.derivedKeys(PURPOSE)[0], ticket);

/** All valid contents, including codes printed before a change of the secret. */
export const payloadsOf = (tokens: Keys, ticket: Signed): string[] =>
  tokens.derivedKeys(PURPOSE).map((key) => payloadBy(key, ticket));

/** @returns the parts of a text that looks like a payload; null for any other */
export function readPayload(text: string): { id: number; signature: string } | null {
  const [, id, signature] = PAYLOAD.exec(text.trim()) ?? [];
  if (id === undefined || signature === undefined || Number(id) > 2_147_483_647) return null;
  return { id: Number(id), signature };
}

/** @param provided the signature alone, or the whole payload */
export function isSigned(tokens: Keys, ticket: Signed, provided: string): boolean {
  // Compared as texts, not bytes: the last character has four unused bits, so sixteen texts decode to one signature.
  const signature = Buffer.from(readPayload(provided)?.signature ?? provided);
  return tokens
    .derivedKeys(PURPOSE)
    .map((key) => Buffer.from(signatureOf(key, ticket)))
    .some((right) => right.byteLength === signature.byteLength && timingSafeEqual(signature, right));
}

/** The digest by which a device recognises a code offline. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
