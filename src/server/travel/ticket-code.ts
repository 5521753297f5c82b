import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Tokens } from '../auth/tokens.ts';

const PREFIX = 'PT1';
const PURPOSE = 'travel-ticket';
/** 16 bytes: 128 bits that nobody guesses. */
const SIGNATURE_BYTES = 16;
const PAYLOAD = /^PT1\.([1-9]\d{0,9})\.([\w-]{22})$/;

type Keys = Pick<Tokens, 'derivedKeys'>;

interface Signed {
  id: number;
  codigo: string;
}

/** Over number and code, with a key of the school: what the database holds makes no ticket. */
const signatureOf = (key: Uint8Array, { id, codigo }: Signed): Buffer =>
  createHmac('sha256', key).update(`${id}.${codigo}`).digest().subarray(0, SIGNATURE_BYTES);

const payloadBy = (key: Uint8Array, ticket: Signed) =>
  `${PREFIX}.${ticket.id}.${signatureOf(key, ticket).toString('base64url')}`;

/** What the QR code of a ticket holds: short, so that its squares are large. */
export const payloadOf = (tokens: Keys, ticket: Signed): string => payloadBy(tokens.derivedKeys(PURPOSE)[0], ticket);

/** The same, and what was printed before a change of the secret. */
export const payloadsOf = (tokens: Keys, ticket: Signed): string[] =>
  tokens.derivedKeys(PURPOSE).map((key) => payloadBy(key, ticket));

/** @returns the parts of what looks like a payload; null for anything else */
export function readPayload(text: string): { id: number; signature: string } | null {
  const [, id, signature] = PAYLOAD.exec(text.trim()) ?? [];
  if (id === undefined || signature === undefined || Number(id) > 2_147_483_647) return null;
  return { id: Number(id), signature };
}

/** @param given the signature alone, or the whole payload */
export function isSigned(tokens: Keys, ticket: Signed, given: string): boolean {
  const signature = Buffer.from(readPayload(given)?.signature ?? given, 'base64url');
  if (signature.byteLength !== SIGNATURE_BYTES) return false;
  return tokens.derivedKeys(PURPOSE).some((key) => timingSafeEqual(signature, signatureOf(key, ticket)));
}

/** What a device keeps of a code, to know it again. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
