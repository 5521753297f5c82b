import { createHmac, timingSafeEqual } from 'node:crypto';
import { API_PREFIX } from '#lib/contract/core.ts';
import { receivePaymentWebhook } from '#lib/contract/finance.ts';
import type { School } from '../../core/http/ctx.ts';
import type { PaymentProvider } from '../../core/ports/payments/provider.ts';

const macs = (tokens: School['tokens'], account: string) =>
  tokens.derivedKeys('payment-callback').map((key) => createHmac('sha256', key).update(account).digest('base64url'));

/**
 * Where a bank sends the messages of an account. It adds `/pix` itself. The last part cannot be guessed and is kept
 * nowhere: it follows from SECRET.
 */
export const callbackPath = (tokens: School['tokens'], account: string): string =>
  `${API_PREFIX}portal/payments/webhooks/${account}/${macs(tokens, account)[0]}`;

/** Where the messages of an account arrive: signed ones at its name, others at an address that nobody can guess. */
export const messagePath = (tokens: School['tokens'], { name, referencesIn }: PaymentProvider): string =>
  referencesIn ? callbackPath(tokens, name) : API_PREFIX + receivePaymentWebhook.path.replace('{provider}', name);

/** Whether a part of an address is the key of an account's messages. */
export function isCallbackKey(tokens: School['tokens'], account: string, provided: string): boolean {
  const bytes = Buffer.from(provided);
  return macs(tokens, account).some((mac) => {
    const expected = Buffer.from(mac);
    return expected.length === bytes.length && timingSafeEqual(expected, bytes);
  });
}
