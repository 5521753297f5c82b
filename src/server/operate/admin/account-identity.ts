import type { School } from '../../core/http/ctx.ts';
import type { AccountKind, AccountSettings, AsaasSettings } from '../../core/ports/payments/account-settings.ts';
import { ProviderSilent } from '../../core/ports/payments/provider.ts';
import { openSettings } from '../../money/finance/accounts.ts';
import type { AccountOfFile } from './account-file.ts';
import { Complaint } from './complaint.ts';

type Settings = AccountSettings | AsaasSettings;
type Described = Pick<AccountOfFile, 'tipo' | 'settings'>;

/** Asks the house whose key this is: all its accounts have one address. @throws ProviderSilent */
async function walletOf({ ports }: School, { tipo, settings }: Described): Promise<string | undefined> {
  const receiver = { nome: '', documento_mascarado: '', instituicao: '' };
  // A name of its own, so that the provider of the unit's account stays open beside it.
  const account = { name: `${tipo}-asked`, tipo, city: '', receiver, settings: JSON.stringify(settings) };
  return ports.payments.openAccount(account).identify?.();
}

/** The settings of an account, with what tells it from others at its address. @throws Complaint */
export async function withWallet(school: School, file: Described): Promise<Settings> {
  if (file.tipo !== 'asaas') return file.settings;
  try {
    return { ...file.settings, wallet: await walletOf(school, file) };
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    throw new Complaint(`Não se sabe de que conta é a chave (${error.message}): confira chave_da_api.`);
  }
}

/**
 * Whether settings are of the account that a unit has: the same Pix key at the same bank, or the same wallet at the same
 * house. New keys and certificates keep an account.
 */
export async function isSameAccount(
  school: School,
  known: { tipo: AccountKind; ajustes: string },
  { tipo, settings }: Described,
): Promise<boolean> {
  const text = openSettings(school.tokens, known.ajustes);
  if (known.tipo !== tipo || text === null) return false;
  const before = JSON.parse(text) as Settings;
  if (before.url !== settings.url) return false;
  if (!('apiKey' in before) || !('apiKey' in settings)) {
    return 'chave' in before && 'chave' in settings && before.chave === settings.chave;
  }
  if (before.apiKey === settings.apiKey) return true;
  const wallet = before.wallet ?? (await walletOf(school, { tipo, settings: before }).catch(() => undefined));
  return wallet !== undefined && wallet === settings.wallet;
}
