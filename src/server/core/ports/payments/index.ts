import { type ServiceLimits, serviceLimits } from '#lib/rules/time/service-limits.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/core/db/connection.ts';
import type { Tokens } from '#server/identity/auth/tokens.ts';
import { type AccountKind, AccountSettings, AsaasSettings } from './account-settings.ts';
import { asaas } from './asaas.ts';
import { asaasClient } from './asaas-client.ts';
import { bankClient } from './bank-client.ts';
import { httpProvider } from './http-provider.ts';
import { pixBcb } from './pix-bcb.ts';
import type { PaymentProvider, Receiver } from './provider.ts';
import { type Sandbox, sandboxProvider } from './sandbox.ts';

/** A unit's own account at a bank or payment provider. */
export interface Account {
  /** Written to the charges of the account. */
  name: string;
  tipo: AccountKind;
  city: string;
  receiver: Receiver;
  /** The settings of its kind, as JSON. */
  settings: string;
}

export interface Payments {
  /** The provider from the portal's settings, for units without an account of their own. null: such units take no payments. */
  provider: PaymentProvider | null;
  /** The same provider if it is the sandbox, whose bank page can be opened. */
  sandbox: Sandbox | null;
  /** The provider of a unit's own account; cached by its settings, so that it keeps its token. */
  openAccount(account: Account): PaymentProvider;
}

const hex = (key: Uint8Array) => Buffer.from(key).toString('hex');

/** Opens the provider of the settings: a payment service, the sandbox, or none; units' own providers are opened on demand. */
export function openPayments(config: Config, db: Db, now: () => Date, tokens: Tokens): Payments {
  return { ...openDefault(config, db, now, tokens), openAccount: accountOpener(limitsOf(config), now) };
}

/** The kinds of accounts, and how each is opened. */
type Opener = (account: Account, of: { limits: ServiceLimits; now(): Date }) => PaymentProvider;
const openers: Record<AccountKind, Opener> = {
  'pix-bcb': ({ name, city, receiver, settings }, of) => {
    const { chave, ...client } = AccountSettings.parse(JSON.parse(settings));
    return pixBcb({ name, city, receiver, chave, now: of.now, client: bankClient(client, of) });
  },
  asaas: ({ name, receiver, settings }, of) => {
    const { webhookToken, email, wallet: _wallet, ...client } = AsaasSettings.parse(JSON.parse(settings));
    return asaas({ name, receiver, webhookToken, email, now: of.now, client: asaasClient(client, of) });
  },
};

/** The connection limit is capped by the limit of the whole answer. */
const limitsOf = ({ PAYMENTS_TIMEOUT_MS: silenceMs }: Config): ServiceLimits => ({
  connectMs: Math.min(serviceLimits.payments.connectMs, silenceMs),
  silenceMs,
});

function accountOpener(limits: ServiceLimits, now: () => Date): Payments['openAccount'] {
  const opened = new Map<string, { settings: string; provider: PaymentProvider }>();
  return (account) => {
    const { name, receiver, settings } = account;
    const known = opened.get(name);
    if (known?.settings === settings) return { ...known.provider, receiver };
    const provider = openers[account.tipo](account, { limits, now });
    opened.set(name, { settings, provider });
    return provider;
  };
}

type Default = Pick<Payments, 'provider' | 'sandbox'>;
function openDefault(config: Config, db: Db, now: () => Date, tokens: Tokens): Default {
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
