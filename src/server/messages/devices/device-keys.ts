import { ECDH } from 'node:crypto';

const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** Whether a message can be encrypted for a device (RFC 8291): its key is a point of P-256, its secret has sixteen bytes. */
export function areDeviceKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
