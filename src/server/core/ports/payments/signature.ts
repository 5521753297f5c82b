import { createHmac, timingSafeEqual } from 'node:crypto';
import { WrongSignature } from './provider.ts';

/** `t=<seconds since 1970>,v1=<hex HMAC-SHA256 of "t.body">`. */
export const SIGNATURE_HEADER = 'x-portal-signature-256';
/** The validity of a signature, so that an intercepted message soon becomes useless. */
const TOLERANCE_S = 5 * 60;

const macOf = (secret: string, seconds: number, body: string) =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest();

/** @returns the header value for a message that is sent at `now`. */
export function sign(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}`;
}

/**
 * @param secrets that may have signed a message.
 * @throws WrongSignature unless `header` signs this body within five minutes of `now`.
 */
export function checkSignature(secrets: readonly string[], body: string, header: string | null, now: Date): void {
  const [, seconds, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!seconds || !mac) throw new WrongSignature('no signature');
  const provided = Buffer.from(mac, 'hex');
  if (!secrets.some((secret) => timingSafeEqual(provided, macOf(secret, Number(seconds), body)))) {
    throw new WrongSignature('the signature is of something else');
  }
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_S)
    throw new WrongSignature('the message is too old');
}
