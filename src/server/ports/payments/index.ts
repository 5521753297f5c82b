import type { Config } from '../../config.ts';
import type { Db } from '../../db/connection.ts';
import { httpProvider } from './http-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { type Sandbox, sandboxProvider } from './sandbox.ts';

export interface Payments {
  /** null: this school takes no money here. */
  provider: PaymentProvider | null;
  /** The same, where it is the sandbox: its bank can be opened. */
  sandbox: Sandbox | null;
}

/** Opens what the settings name: a payment service, the sandbox, or nothing. */
export function openPayments(config: Config, db: Db, now: () => Date, sandboxSecret: string): Payments {
  if (config.payments === 'off') return { provider: null, sandbox: null };
  if (config.payments === 'sandbox') {
    const sandbox = sandboxProvider({ db, now, secret: sandboxSecret });
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
