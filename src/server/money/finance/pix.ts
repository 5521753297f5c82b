import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { accountKinds } from '../../core/ports/payments/account-settings.ts';
import { OrderRefused, type PaymentProvider, ProviderSilent } from '../../core/ports/payments/provider.ts';
import { providerNamed, providerOf } from './accounts.ts';
import { amountDue, lateFeeBasesOf } from './amount-due.ts';
import { activateCharge, insertCharge, itemOf } from './charge.ts';
import { contractOfBill, payerByContract } from './contract-payer.ts';
import { refuseOtherMethods } from './live-boletos.ts';
import {
  type ChargeRow,
  chargeById,
  holdBills,
  itemsOf,
  type ParcelaRow,
  parcelaById,
  referenceOf,
} from './queries.ts';

const PIX_LIFETIME_MS = 30 * 60_000;
/** Min. remaining time of a reused code: opening a bank's app takes some minutes. */
const SHORT_MS = 10 * 60_000;

interface PixInput {
  /** The owners whose bills may be paid. */
  owners: number | readonly number[];
  /** The bills that one code pays together. */
  parcelaIds: readonly number[];
  /** Absent: half an hour from now. */
  expiresAt?: Date;
}

/**
 * The valid Pix charge of some bills, or a new one (FIN-05). Safe to call repeatedly and concurrently. A code keeps its amount
 * until it expires, and is not reused in its last minutes. A bill is in one code only: other codes for it end.
 *
 * @returns the charge: `ativa` with its code, or `paga` when one code paid exactly these bills.
 * @throws Refusal 404 for bills of others, 409 for paid, cancelled or card-held ones and for a valid boleto, 503 without the
 *   bank.
 */
export async function runningPix(school: School, { owners, parcelaIds, expiresAt }: PixInput): Promise<ChargeRow> {
  const ids = [...new Set(parcelaIds)].sort((a, b) => a - b);
  const provider = await providerOf(school, 'pix', ids);
  const at = school.now();
  const charge = await school.db.transaction().execute(async (tx) => {
    const bills = await holdBills(tx, owners, ids);
    const [first] = bills;
    if (!first || bills.length !== ids.length) throw notFound(financeMessages.unknownBill);
    const paid = await paidTogether(tx, bills);
    if (paid) return paid;
    refuseClosed(bills);
    const basisFor = await lateFeeBasesOf(school, tx, bills, at);
    await refuseOtherMethods(tx, bills, basisFor);
    const chave = createHash('sha256').update(ids.join()).digest('hex');
    const known = await tx.selectFrom('charges').selectAll().where('chave', '=', chave).executeTakeFirst();
    const stillGood = new Date(at.getTime() + (expiresAt ? 0 : SHORT_MS)).toISOString();
    // Otherwise it belongs to an account that accepts no new charges, and ends.
    if (known?.provider === provider.name && (known.expira_em ?? '') > stillGood) return known;
    if (known) await endCode(tx, known.id, 'removida');
    await endOtherCodes(tx, null, ids);
    return insertCharge(
      tx,
      {
        // For bills of several people the first owner is used: the money is distributed by the items.
        user_id: first.user_id,
        forma: 'pix',
        provider: provider.name,
        chave,
        criada_em: at.toISOString(),
        expira_em: (expiresAt ?? new Date(at.getTime() + PIX_LIFETIME_MS)).toISOString(),
        parcelas: 1,
      },
      bills.map((bill) => itemOf(bill.id, amountDue(bill, basisFor(bill)))),
    );
  });
  return charge.status === 'criando' ? askForCode(school, provider, charge) : charge;
}

/** The Pix charge that paid exactly these bills, to answer that they are paid. */
async function paidTogether(tx: Db, bills: readonly ParcelaRow[]): Promise<ChargeRow | undefined> {
  const [first] = bills;
  if (!first?.charge_id || bills.some(({ status, charge_id }) => status !== 'paga' || charge_id !== first.charge_id)) {
    return undefined;
  }
  const charge = await chargeById(tx, first.charge_id);
  // A debit has no code.
  if (charge?.forma !== 'pix' || charge.br_code === null) return undefined;
  // A code for more bills has another amount, which the holder of a link to one bill must not learn.
  return (await itemsOf(tx, charge.id)).length === bills.length ? charge : undefined;
}

/** @throws Refusal 409 with the reason why a bill cannot be paid. */
export function refuseClosed(bills: readonly ParcelaRow[]): void {
  for (const { status } of bills) {
    if (status === 'paga') throw conflict(financeMessages.alreadyPaid, 'already_paid');
    if (status === 'em_processamento') throw conflict(financeMessages.inProgress, 'in_progress');
    if (status === 'cancelada') throw conflict(financeMessages.cancelled, 'cancelled');
  }
}

async function askForCode(school: School, provider: PaymentProvider, charge: ChargeRow): Promise<ChargeRow> {
  const payer = provider.needsPayer ? await payerOfCharge(school, charge) : undefined;
  return activateCharge(school, charge, async () => {
    const { code } = await provider.createPix({
      payer,
      reference: charge.txid,
      amount: charge.valor_centavos,
      description: financeMessages.pixDescription,
      expiresAt: new Date(charge.expira_em ?? 0),
    });
    return { br_code: code };
  });
}

/** The payer by the contract of the charge's first bill. @throws Refusal 409 if the CPF is unknown. */
export async function payerOfCharge({ db, config, now }: School, { id }: ChargeRow) {
  const [item] = await itemsOf(db, id);
  const bill = item && (await parcelaById(db, item.parcela_id));
  if (!bill) throw notFound(financeMessages.unknownBill);
  const { nome, cpf } = payerByContract(
    await contractOfBill(db, bill.contrato_id),
    dayIn(config.SCHOOL_TIME_ZONE, now()),
  );
  if (cpf === null) throw conflict(financeMessages.payerWithoutCpf, 'payer_without_cpf');
  return { name: nome, cpf };
}

/**
 * Until `expira_em` the bank may still report a payment of these: a Pix, a boleto or a page for a card, which the payer carries
 * out elsewhere. A payment that the portal carries out itself has no such time.
 */
const UNSETTLED = ['criando', 'ativa', 'removida'] as const;

/**
 * Ends one unpaid code: `expirada` when the provider says so, `removida` by the portal. A `removida` code is queried once more,
 * since a bank may still have accepted the money.
 */
export async function endCode(tx: Db, chargeId: number, status: 'expirada' | 'removida'): Promise<void> {
  await tx
    .updateTable('charges')
    .set({ status, chave: null })
    .where('id', '=', chargeId)
    .where('expira_em', 'is not', null)
    .where('status', 'in', [...UNSETTLED])
    .execute();
}

/** Ends the other valid codes of bills: paying two codes would pay a bill twice. */
export async function endOtherCodes(tx: Db, chargeId: number | null, parcelaIds: readonly number[]): Promise<void> {
  await otherCodes(tx, chargeId, parcelaIds).execute();
}

const otherCodes = (tx: Db, chargeId: number | null, parcelaIds: readonly number[]) =>
  tx
    .updateTable('charges')
    .set({ status: 'removida', chave: null })
    .where('expira_em', 'is not', null)
    .where('status', 'in', ['criando', 'ativa'])
    .where('id', '!=', chargeId ?? 0)
    .where('id', 'in', (query) =>
      query
        .selectFrom('charge_items')
        .select('charge_id')
        .where('parcela_id', 'in', [...parcelaIds]),
    );

/** Ends the future debits of bills; their Pix codes stay valid. */
export async function endDebits(tx: Db, parcelaIds: readonly number[]): Promise<void> {
  await otherCodes(tx, null, parcelaIds).where('autorizacao_id', 'is not', null).execute();
}

/** How long we wait for a bank that never reports a code's result. */
const SILENT_MS = DAY_MS;

/**
 * Looks for later codes of a bill than some charge that can still be paid or may have been paid without our knowledge. Removed
 * codes count too, since a bank accepts them until they expire.
 *
 * @returns when the last one expires or expired; null without one
 */
export async function openCodeUntil(tx: Db, parcelaId: number, afterCharge: number, at: Date): Promise<Date | null> {
  const found = await tx
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .select(({ fn }) => fn.max('charges.expira_em').as('until'))
    .where('charge_items.parcela_id', '=', parcelaId)
    .where('charges.id', '>', afterCharge)
    .where('charges.status', 'in', [...UNSETTLED])
    .where('charges.expira_em', '>', new Date(at.getTime() - SILENT_MS).toISOString())
    .executeTakeFirst();
  return found?.until ? new Date(found.until) : null;
}

const BATCH = 20;
const MAX_BATCHES = 10;
const ORDER_MS = 15 * MINUTE_MS;

/**
 * Notifies banks of Pix codes and boletos that must not be paid any more, since another code, a card or the office replaced them.
 * A bank that is not reached keeps the code until it expires: then the money is returned (`settleCharge`). An account that does
 * not answer, or cannot be opened, is skipped for the rest of the run.
 */
export async function endCodes(school: School): Promise<void> {
  const silent = new Set<string>();
  let after = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await endedCodes(school, after, silent);
    await oneByOne(school.log, rows, { job: 'endCodes', idOf: ({ id }) => id }, async (row) => {
      if (!silent.has(row.provider) && !(await endAtProvider(school, row))) silent.add(row.provider);
    });
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const endedCodes = ({ db, now }: School, after: number, silent: ReadonlySet<string>) =>
  db
    .selectFrom('charges')
    .select(['id', 'txid', 'provider', 'referencia_casa'])
    .where('status', '=', 'removida')
    .where('fim_avisado_em', 'is', null)
    .where(({ or, eb }) => or(accountKinds.map((kind) => eb('provider', 'like', `${kind}-%`))))
    .where('provider', 'not in', ['', ...silent])
    .where('expira_em', '>', now().toISOString())
    // The order of a debit may not have reached the provider yet.
    .where(({ or, eb }) =>
      or([
        eb('autorizacao_id', 'is', null),
        eb('consultada_em', 'is', null),
        eb('consultada_em', '<', new Date(now().getTime() - ORDER_MS).toISOString()),
      ]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();

const consentOf = (db: Db, chargeId: number) =>
  db
    .selectFrom('pix_authorizations')
    .select(['casa_id', 'status'])
    .where('charge_id', '=', chargeId)
    .executeTakeFirst();

/** @returns whether the bank answered */
async function endAtProvider(
  school: School,
  { id, txid, referencia_casa, provider: name }: Awaited<ReturnType<typeof endedCodes>>[number],
) {
  const { db, now, log } = school;
  const provider = await providerNamed(school, name);
  if (!provider) return false;
  try {
    // The code of a consent ends with its authorization, unless the bank has accepted it.
    const consent = referencia_casa === null ? undefined : await consentOf(db, id);
    if (consent?.casa_id && consent.status !== 'ativa') await provider.automatic?.end(consent.casa_id);
    await provider.endCharge?.(referenceOf({ txid, referencia_casa }));
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ txid, reason: error.message }, 'a bank did not hear that a code ended');
    return error instanceof OrderRefused;
  }
  await db.updateTable('charges').set({ fim_avisado_em: now().toISOString() }).where('id', '=', id).execute();
  return true;
}
