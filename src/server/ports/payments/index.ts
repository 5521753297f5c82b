import type { Tokens } from '#server/auth/tokens.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connection.ts';
import { httpProvider } from './http-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { type Sandbox, sandboxProvider } from './sandbox.ts';

export interface Payments {
  /** null: this school takes no money here. */
  provider: PaymentProvider | null;
  /** The same provider if it is the sandbox: its bank page can be opened. */
  sandbox: Sandbox | null;
}

const hex = (key: Uint8Array) => Buffer.from(key).toString('hex');

/** Opens the provider of the settings: a payment service, the sandbox, or nothing. */
export function openPayments(config: Config, db: Db, now: () => Date, tokens: Tokens): Payments {
  if (config.payments === 'off') return { provider: null, sandbox: null };
  if (config.payments === 'sandbox') {
    const [key, ...before] = tokens.derivedKeys('sandbox');
    const sandbox = sandboxProvider({ db, now, secrets: [hex(key), ...before.map(hex)] });
    return { provider: sandbox, sandbox };
  }
  const { PAYMENTS_URL, PAYMENTS_KEY, PAYMENTS_WEBHOOK_SECRET, PAYMENTS_TIMEOUT_MS, PAYMENTS_RECEIVER } = config;
  const [nome = '', documento_mascarado = '', instituicao = ''] = PAYMENTS_RECEIVER;
  const provider = httpProvider({
    url: PAYMENTS_URL ?? '',
    key: PAYMENTS_KEY ?? '',
    webhookSecret: PAYMENTS_WEBHOOK_SECRET ?? '',
    timeoutMs: PAYMENTS_TIMEOUT_MS,
    receiver: { nome, documento_mascarado, instituicao },
  });
  return { provider, sandbox: null };
}
