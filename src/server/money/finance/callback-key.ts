import { createHmac, timingSafeEqual } from 'node:crypto';
import { API_PREFIX } from '#lib/contract/core.ts';
import { receivePaymentWebhook } from '#lib/contract/finance.ts';
import type { School } from '../../core/http/ctx.ts';
import type { PaymentProvider } from '../../core/ports/payments/provider.ts';

const macs = (tokens: School['tokens'], account: string) =>
  tokens.derivedKeys('payment-callback').map((key) => createHmac('sha256', key).update(account).digest('base64url'));

/**
 * The address for a bank's messages about an account. The bank appends `/pix`. The last part cannot be guessed and is not stored:
 * it is derived from SECRET.
 */
export const callbackPath = (tokens: School['tokens'], account: string): string =>
  `${API_PREFIX}portal/payments/webhooks/${account}/${macs(tokens, account)[0]}`;

/** The address of an account's messages: signed ones go to its name, others to an unguessable address. */
export const messagePath = (tokens: School['tokens'], { name, referencesIn }: PaymentProvider): string =>
  referencesIn ? callbackPath(tokens, name) : API_PREFIX + receivePaymentWebhook.path.replace('{provider}', name);

/** Whether a part of an address is the key for an account's messages. */
export function isCallbackKey(tokens: School['tokens'], account: string, provided: string): boolean {
  const bytes = Buffer.from(provided);
  return macs(tokens, account).some((mac) => {
    const expected = Buffer.from(mac);
    return expected.length === bytes.length && timingSafeEqual(expected, bytes);
  });
}
