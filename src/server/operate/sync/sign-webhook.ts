import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BYTES = 32;

/** A secret of Standard Webhooks: 24 to 64 bytes as base64, behind `whsec_`. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(BYTES).toString('base64');

/**
 * The headers of a message by Standard Webhooks. While a secret is renewed, both sign, and receivers accept either.
 *
 * @param secrets the present one, and the previous one while it is valid
 */
export function signWebhook(secrets: readonly string[], id: string, body: string, at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
