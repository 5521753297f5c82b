import { createECDH, createHash } from 'node:crypto';
import type { School } from '../http/ctx.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
  subject: string;
}

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/**
 * The key pair that push services know this school by. It follows from the school's secret, so that every process has the
 * same one and nobody has to keep it: changing `SECRET` ends every subscription.
 */
export function vapidKeys({ tokens, config }: Pick<School, 'tokens' | 'config'>): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar(tokens.derivedKey('vapid')));
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: curve.getPrivateKey('base64url'),
    subject: config.PUSH_SUBJECT ?? config.PUBLIC_URL ?? 'https://portal.example',
  };
}

/** A number between 1 and the order of the curve, from any bytes. */
function scalar(bytes: Uint8Array): Buffer {
  const wide = createHash('sha512').update(bytes).digest('hex');
  const number = (BigInt(`0x${wide}`) % (ORDER - 1n)) + 1n;
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
}
