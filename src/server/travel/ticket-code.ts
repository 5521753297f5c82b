import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Tokens } from '../auth/tokens.ts';

const PREFIX = 'PT1';
/** 16 bytes: 128 bits that nobody guesses. */
const SIGNATURE_BYTES = 16;
const PAYLOAD = /^PT1\.([1-9]\d{0,9})\.([\w-]{22})$/;

interface Signed {
  id: number;
  codigo: string;
}

/** Over number and code, with a key of the school: what the database holds makes no ticket. */
const signatureOf = (tokens: Pick<Tokens, 'derivedKey'>, { id, codigo }: Signed): Buffer =>
  createHmac('sha256', tokens.derivedKey('travel-ticket'))
    .update(`${id}.${codigo}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES);

/** What the QR code of a ticket holds: short, so that its squares are large. */
export const payloadOf = (tokens: Pick<Tokens, 'derivedKey'>, ticket: Signed): string =>
  `${PREFIX}.${ticket.id}.${signatureOf(tokens, ticket).toString('base64url')}`;

/** @returns the parts of what looks like a payload; null for anything else */
export function readPayload(text: string): { id: number; signature: string } | null {
  const [, id, signature] = PAYLOAD.exec(text.trim()) ?? [];
  if (id === undefined || signature === undefined || Number(id) > 2_147_483_647) return null;
  return { id: Number(id), signature };
}

/** @param given the signature alone, or the whole payload */
export function isSigned(tokens: Pick<Tokens, 'derivedKey'>, ticket: Signed, given: string): boolean {
  const signature = Buffer.from(readPayload(given)?.signature ?? given, 'base64url');
  return signature.byteLength === SIGNATURE_BYTES && timingSafeEqual(signature, signatureOf(tokens, ticket));
}

/** What a device keeps of a code, to know it again. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
