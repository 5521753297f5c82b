import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { dayIn } from '#lib/rules/time/zones.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../core/db/connection.ts';
import { prepared } from '../../core/db/prepared.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { conflict, unavailable } from '../../core/http/refusal.ts';
import { decryptText, encryptText } from '../../core/ports/encrypted-text.ts';
import { ownCertificate } from '../../core/ports/payments/bank-client.ts';
import { type PaymentProvider, ProviderSilent, type Receiver } from '../../core/ports/payments/provider.ts';
import { messagePath } from './callback-key.ts';

export type PaymentMethod = PaymentProvider['methods'][number];

const PURPOSE = 'payment-account';
export const encryptSettings = (tokens: School['tokens'], settings: string) => encryptText(tokens, PURPOSE, settings);
/** @returns null if the key that encrypted them is lost */
export const decryptSettings = (tokens: School['tokens'], sealed: string) =>
  decryptText(tokens, PURPOSE, sealed)?.text ?? null;

export type Parts = Pick<School, 'db' | 'tokens' | 'log'> & { ports: Pick<School['ports'], 'payments'> };

const accountColumns = [
  'id',
  'company_id',
  'kind',
  'recebedor',
  'documento_mascarado',
  'instituicao',
  'cidade',
  'ajustes',
  'created_at',
  'encerrada_em',
  'conciliada_ate',
  'conciliar_em',
  'pix_automatico',
] as const;
/** The accounts of units that take money. */
export const openAccounts = (db: Db) =>
  db.selectFrom('payment_accounts').select(accountColumns).where('encerrada_em', 'is', null);
const allOpen = prepared(openAccounts);
type AccountRow = Awaited<ReturnType<typeof allOpen>>[number];

/** The name of an account in its charges and in the address of its messages. */
export const accountName = ({ kind, id }: Pick<AccountRow, 'kind' | 'id'>) => `${kind}-${id}`;

/** All accounts of a unit, ended ones too. */
export const accountsOf = (db: Db, unitId: number): Promise<AccountRow[]> =>
  db.selectFrom('payment_accounts').selectAll().where('company_id', '=', unitId).orderBy('id').execute();

/** @returns null if the key that encrypted the settings is lost. */
export function openAccount({ ports, tokens, log }: Parts, row: AccountRow): PaymentProvider | null {
  const settings = decryptSettings(tokens, row.ajustes);
  if (settings === null) {
    log.error({ account: accountName(row) }, 'the settings of an account cannot be opened: SECRET is another one');
    return null;
  }
  const { recebedor: nome, documento_mascarado, instituicao, cidade: city } = row;
  const receiver = { nome, documento_mascarado, instituicao };
  return ports.payments.openAccount({ name: accountName(row), tipo: row.kind, city, receiver, settings });
}

type ProviderFor = (unitId: number | null) => PaymentProvider | null;

/**
 * The providers of units: that of the unit's own account, otherwise that of the settings.
 *
 * @returns a function of the unit; null where no payments are accepted.
 */
export const providersOf = async (school: Parts): Promise<ProviderFor> =>
  providersFrom(school, await allOpen(school.db));

function providersFrom(school: Parts, rows: readonly AccountRow[]): ProviderFor {
  const byUnit = new Map(rows.map((row) => [row.company_id, row]));
  return (unitId) => {
    const row = unitId === null ? undefined : byUnit.get(unitId);
    return row ? openAccount(school, row) : school.ports.payments.provider;
  };
}

/** The payment methods for bills of a unit in the portal. */
export const methodsOf = async (school: Parts): Promise<MethodsFor> => methodsFrom(school, await allOpen(school.db));

type MethodsFor = (bill: { company_id: number | null }) => readonly PaymentMethod[];

/** As `methodsOf`, from the account rows of these units. */
export function methodsFrom(school: Parts, rows: readonly AccountRow[]): MethodsFor {
  const providerFor = providersFrom(school, rows);
  const known = new Map<number | null, readonly PaymentMethod[]>();
  return ({ company_id }) => {
    const methods = known.get(company_id) ?? providerFor(company_id)?.methods ?? [];
    known.set(company_id, methods);
    return methods;
  };
}

/** @throws Refusal 503 if a bill can only be paid at the school */
export async function requirePaymentMethod(school: Parts, bill: { company_id: number | null }): Promise<void> {
  if ((await methodsOf(school))(bill).length === 0) throw unavailable(financeMessages.off);
}

/** The payment methods of a unit in the portal, and whether exchanges can be paid with them. */
export async function paymentMethodsOf(
  school: Parts & { ports: Pick<School['ports'], 'payments' | 'exchangeRates'> },
  unitId: number | null,
) {
  const formas = (await methodsOf(school))({ company_id: unitId });
  const takesExchange = formas.some((method) => method !== 'pagina');
  return { formas: [...formas], cambio: takesExchange && !school.ports.exchangeRates.isOff };
}

/** The payment methods that all units of a reach offer in the portal. */
export async function sharedMethods(school: Parts, reach: Reach): Promise<PaymentMethod[]> {
  const [units, methodsFor] = await Promise.all([
    school.db.selectFrom('companies').select('companies.id as company_id').$call(within(reach)).execute(),
    methodsOf(school),
  ]);
  const [first, ...others] = units.map(methodsFor);
  return (first ?? []).filter((method) => others.every((methods) => methods.includes(method)));
}

const missingMethods = {
  pix: () => unavailable(financeMessages.off),
  cartao: () => conflict(financeMessages.noCard, 'no_card'),
  boleto: () => conflict(financeMessages.noBoleto, 'no_boleto'),
  pagina: () => conflict(financeMessages.noCard, 'no_card'),
};

/**
 * The provider that charges some bills.
 *
 * @throws Refusal 503 if the portal accepts no payments or not this method, 409 for bills of two accounts.
 */
export async function providerOf(
  school: Parts,
  method: PaymentMethod,
  billIds: readonly number[],
): Promise<PaymentProvider> {
  const providerFor = await providersOf(school);
  const units = await unitsOf(school.db, billIds);
  const providers = new Map(units.map(providerFor).map((provider) => [provider?.name, provider]));
  if (providers.size > 1) throw conflict(financeMessages.twoReceivers, 'two_receivers');
  const provider = providers.size === 0 ? providerFor(null) : [...providers.values()][0];
  if (!provider) throw unavailable(financeMessages.off);
  if (!provider.methods.includes(method)) throw missingMethods[method]();
  return provider;
}

/** The provider that made a charge, even if its account accepts no new ones. */
export async function providerNamed(school: Parts, name: string): Promise<PaymentProvider | null> {
  const { provider } = school.ports.payments;
  if (provider?.name === name) return provider;
  const [, kind, id] = /^([a-z-]+)-(\d{1,9})$/.exec(name) ?? [];
  if (!kind || !id) return null;
  const row = await school.db
    .selectFrom('payment_accounts')
    .selectAll()
    .where('id', '=', Number(id))
    .where('kind', '=', kind as AccountRow['kind'])
    .executeTakeFirst();
  return row ? openAccount(school, row) : null;
}

/** The recipient of a charge, as banks show it. */
export async function receiverOf(school: Parts, { provider }: { provider: string }): Promise<Receiver> {
  const found = await providerNamed(school, provider);
  return found?.receiver ?? { nome: '', documento_mascarado: '', instituicao: '' };
}

/** Encrypts again the settings that were encrypted with the previous key, so that they stay readable without it. */
export async function sealAccountsAnew({ db, tokens }: Pick<School, 'db' | 'tokens'>): Promise<void> {
  for (const { id, ajustes } of await db.selectFrom('payment_accounts').select(['id', 'ajustes']).execute()) {
    const opened = decryptText(tokens, PURPOSE, ajustes);
    if (!opened?.isOld) continue;
    await db
      .updateTable('payment_accounts')
      .set({ ajustes: encryptSettings(tokens, opened.text) })
      .where('id', '=', id)
      .where('ajustes', '=', ajustes)
      .execute();
  }
}

const unitsOf = async (db: Db, billIds: readonly number[]) => {
  if (billIds.length === 0) return [];
  const rows = await db
    .selectFrom('parcelas')
    .select('company_id')
    .distinct()
    .where('id', 'in', [...billIds])
    .execute();
  return rows.map(({ company_id }) => company_id);
};

/** Accounts that accept payments now, each with its unit. */
export const accountsInUse = (db: Db) =>
  db
    .selectFrom('payment_accounts')
    .innerJoin('companies', 'companies.id', 'payment_accounts.company_id')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .selectAll('payment_accounts')
    .select(['companies.nome', 'schools.marca'])
    .where('payment_accounts.encerrada_em', 'is', null)
    .orderBy('companies.nome')
    .orderBy('payment_accounts.id');

type Row = Awaited<ReturnType<ReturnType<typeof accountsInUse>['execute']>>[number];

/**
 * The state of an account: whether its secrets can be decrypted, whether the bank answers, and whether its messages reach us. It
 * contains no secret.
 *
 * @param waitMs max. wait for the bank
 */
export async function accountState(school: Parts & { config: Config }, row: Row, waitMs: number) {
  const { company_id: id, nome: unidade, instituicao, documento_mascarado } = row;
  const settings = decryptSettings(school.tokens, row.ajustes);
  const provider = settings === null ? null : openAccount(school, row);
  const known = {
    ...{ unidade: { id, nome: unidade }, instituicao, documento_mascarado },
    /** Whether payers may authorize debits; null: the account does not support it. */
    pix_automatico: provider?.automatic ? row.pix_automatico : null,
  };
  if (settings === null || !provider) {
    return { ...known, estado: 'fechada', avisos: null, certificado_ate: null } as const;
  }
  const certificado_ate = certificateEnd(settings);
  const url = publicUrl(school.config, row.marca) + messagePath(school.tokens, provider);
  const reading = provider.messages?.(url).catch((error: unknown) => {
    if (error instanceof ProviderSilent) return null;
    throw error;
  });
  const avisos = (await Promise.race([reading, after(waitMs)])) ?? null;
  return { ...known, estado: avisos === null ? 'calada' : 'responde', avisos, certificado_ate } as const;
}

const after = (ms: number) => new Promise<null>((resolve) => void setTimeout(() => resolve(null), ms).unref());

/** The expiry day of the school's certificate. @returns null without one, and for an unreadable one */
function certificateEnd(settings: string): string | null {
  try {
    // The secure context exposes its certificate by an undocumented method; nothing else in Node reads a PFX.
    const { context } = createSecureContext(ownCertificate(JSON.parse(settings)));
    const own = (context as { getCertificate?(): Buffer | null }).getCertificate?.();
    return own ? dayIn('UTC', new X509Certificate(own).validToDate) : null;
  } catch {
    return null;
  }
}
