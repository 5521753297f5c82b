import { formatCnpj } from '#lib/format/documents.ts';
import { audit } from '../../core/http/audit.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import type { AccountKind, AccountSettings, AsaasSettings } from '../../core/ports/payments/account-settings.ts';
import { ProviderSilent, type Trial } from '../../core/ports/payments/provider.ts';
import {
  accountName,
  accountsOf,
  decryptSettings,
  encryptSettings,
  openAccount,
} from '../../money/finance/accounts.ts';
import { messagePath } from '../../money/finance/callback-key.ts';
import type { AccountOfFile } from './account-file.ts';
import { Complaint } from './complaint.ts';
import { unitNamed } from './unit-named.ts';

/** `**.222.333/0001-**`, as banks show a receiver. */
const maskCnpj = (cnpj: string) => formatCnpj(cnpj).replace(/^..(.*)..$/, '**$1**');

/**
 * Sets the account in which a unit receives payments. New keys or a new certificate of the same account keep it; another account
 * replaces it, and the previous one is still queried about its own charges.
 *
 * @returns the message for the operator @throws Complaint
 */
export async function setAccount(school: School, unitName: string, file: AccountOfFile): Promise<string> {
  const { db, tokens, now } = school;
  const unit = await unitNamed(db, unitName);
  if (!unit.razao_social || !unit.cnpj) {
    throw new Complaint(`${unit.nome}: diga antes razao_social e cnpj da unidade (importar unidades).`);
  }
  const { tipo, instituicao } = file;
  const settings = await withWallet(school, file);
  const before = (await accountsOf(db, unit.id)).find(({ encerrada_em }) => encerrada_em === null);
  const isSame = before !== undefined && (await isSameAccount(school, before, { tipo, settings }));
  const row = {
    recebedor: unit.razao_social,
    documento_mascarado: maskCnpj(unit.cnpj),
    instituicao,
    cidade: unit.cidade,
    ajustes: encryptSettings(tokens, JSON.stringify(settings)),
  };
  const name = await db.transaction().execute(async (tx) => {
    const known = (await accountsOf(tx, unit.id)).find(({ encerrada_em }) => encerrada_em === null);
    await audit({ db: tx, now }, 'payment-account-set', `unit:${unit.id}`, { depois: { tipo, instituicao } });
    if (known && isSame && known.id === before.id) {
      await tx.updateTable('payment_accounts').set(row).where('id', '=', known.id).execute();
      return accountName(known);
    }
    const at = now().toISOString();
    if (known) await tx.updateTable('payment_accounts').set({ encerrada_em: at }).where('id', '=', known.id).execute();
    const { id } = await tx
      .insertInto('payment_accounts')
      .values({ ...row, company_id: unit.id, kind: tipo, created_at: at, encerrada_em: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return accountName({ kind: tipo, id });
  });
  return `${unit.nome} recebe em ${instituicao} (${name}). Agora: testar-pagamentos e registrar-avisos.`;
}

/** Ends the unit's own account. @returns the message for the operator @throws Complaint */
export async function endAccount({ db, now }: School, unitName: string): Promise<string> {
  const unit = await unitNamed(db, unitName);
  return db.transaction().execute(async (tx) => {
    const known = (await accountsOf(tx, unit.id)).find(({ encerrada_em }) => encerrada_em === null);
    if (!known) throw new Complaint(`${unit.nome} não tem conta própria.`);
    await tx
      .updateTable('payment_accounts')
      .set({ encerrada_em: now().toISOString() })
      .where('id', '=', known.id)
      .execute();
    const { kind: tipo, instituicao } = known;
    await audit({ db: tx, now }, 'payment-account-end', `unit:${unit.id}`, { antes: { tipo, instituicao } });
    return `${unit.nome} não recebe mais em ${instituicao}. Pagamentos e devoluções que já começaram seguem por lá.`;
  });
}

/** @returns a line for each account, without its secrets */
export async function printAccounts({ db }: School): Promise<string> {
  const rows = await db
    .selectFrom('payment_accounts')
    .innerJoin('companies', 'companies.id', 'payment_accounts.company_id')
    .select(['companies.nome', 'kind', 'payment_accounts.id', 'instituicao', 'documento_mascarado'])
    .select('payment_accounts.encerrada_em')
    .orderBy('companies.nome')
    .orderBy('payment_accounts.id')
    .execute();
  const lines = rows.map(
    ({ nome, instituicao, documento_mascarado, encerrada_em, ...row }) =>
      `${nome}: ${instituicao}, ${documento_mascarado} (${accountName(row)})${encerrada_em ? `, encerrada em ${encerrada_em.slice(0, 10)}` : ''}`,
  );
  return lines.length > 0 ? lines.join('\n') : 'Nenhuma unidade tem conta própria.';
}

/** The open account of a unit. @throws Complaint */
async function providerOfUnit(school: School, unitName: string) {
  const unit = await unitNamed(school.db, unitName);
  const row = (await accountsOf(school.db, unit.id)).find(({ encerrada_em }) => encerrada_em === null);
  if (!row) throw new Complaint(`${unit.nome} não tem conta própria: use pagamentos-da-unidade.`);
  const provider = openAccount(school, row);
  if (!provider) throw new Complaint('Os segredos desta conta não abrem com este SECRET: grave a conta de novo.');
  return { unit, provider };
}

/** Registers this portal for the bank's messages. @returns the message for the operator @throws Complaint */
export async function registerMessages(school: School, unitName: string): Promise<string> {
  const { unit, provider } = await providerOfUnit(school, unitName);
  const portal = publicUrl(school.config, unit.marca);
  if (!portal.startsWith('https://')) {
    throw new Complaint(`${portal}: o banco avisa só endereços que começam com https://.`);
  }
  if (!provider.sendMessagesTo) throw new Complaint(`${unit.nome}: este serviço não registra avisos por comando.`);
  try {
    await provider.sendMessagesTo(portal + messagePath(school.tokens, provider));
  } catch (error) {
    if (error instanceof ProviderSilent) throw new Complaint(`O banco não registrou o endereço: ${error.message}`);
    throw error;
  }
  return `${unit.nome}: o banco avisa agora este portal.`;
}

/** Tries each request that the portal sends, without moving money. @param unitName none: the portal's own provider */
export async function* tryPayments(school: School, unitName: string | undefined): AsyncGenerator<Trial> {
  const provider =
    unitName === undefined ? school.ports.payments.provider : (await providerOfUnit(school, unitName)).provider;
  if (!provider) throw new Complaint('PAYMENTS=off: diga a unidade com --unidade.');
  if (!provider.tryOut) throw new Complaint(`${provider.name}: nada a testar.`);
  yield* provider.tryOut(school.now());
}

type Settings = AccountSettings | AsaasSettings;
type Described = Pick<AccountOfFile, 'tipo' | 'settings'>;

/** Queries the wallet of the key, since all accounts of the provider have the same address. @throws ProviderSilent */
async function walletOf({ ports }: School, { tipo, settings }: Described): Promise<string | undefined> {
  const receiver = { nome: '', documento_mascarado: '', instituicao: '' };
  // A separate name, so that the cached provider of the unit's account stays open.
  const account = { name: `${tipo}-asked`, tipo, city: '', receiver, settings: JSON.stringify(settings) };
  return ports.payments.openAccount(account).identify?.();
}

/** The settings of an account, with the wallet that distinguishes it at its provider. @throws Complaint */
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
 * Whether settings belong to the unit's current account: the same Pix key at the same bank, or the same wallet at the same
 * provider. New keys and certificates do not make another account.
 */
export async function isSameAccount(
  school: School,
  known: { kind: AccountKind; ajustes: string },
  { tipo, settings }: Described,
): Promise<boolean> {
  const text = decryptSettings(school.tokens, known.ajustes);
  if (known.kind !== tipo || text === null) return false;
  const before = JSON.parse(text) as Settings;
  if (before.url !== settings.url) return false;
  if (!('apiKey' in before) || !('apiKey' in settings)) {
    return 'chave' in before && 'chave' in settings && before.chave === settings.chave;
  }
  if (before.apiKey === settings.apiKey) return true;
  const wallet = before.wallet ?? (await walletOf(school, { tipo, settings: before }).catch(() => undefined));
  return wallet !== undefined && wallet === settings.wallet;
}
