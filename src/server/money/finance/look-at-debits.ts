import { HOUR_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { automaticMessages, type DebitFailure } from '#lib/words/finance-automatic.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { OrderRefused, type PaymentProvider, ProviderSilent } from '../../core/ports/payments/provider.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { providerNamed } from './accounts.ts';
import { isDebitOver, retryDay } from './debit-days.ts';
import { askAbout } from './follow-up.ts';
import { notifyOfChange } from './payer.ts';
import { claimPoll, notPolledSince } from './polls.ts';
import { type ChargeRow, chargeById, holdBills, itemsOf } from './queries.ts';
import { settleCharge } from './settle-charge.ts';

const BATCH = 50;
const PAUSE_MS = 15 * MINUTE_MS;
const ZONE = 'America/Sao_Paulo';
/** No query before the last try of a day: a message usually reports the payment sooner. */
const LAST_TRY_MS = 21.25 * HOUR_MS;

/** Queries debits whose day is over, because messages get lost. The longest wait comes first. */
export async function lookAtDebits(school: School): Promise<void> {
  const { db, log, now } = school;
  const at = now();
  // The last day whose last try is over, in the time of Brasília.
  const day = dayIn(ZONE, new Date(at.getTime() - LAST_TRY_MS));
  const rows = await db
    .selectFrom('charges')
    .selectAll()
    .where('autorizacao_id', 'is not', null)
    .where('status', '=', 'ativa')
    .where('debito_dia', '<=', day)
    .where(notPolledSince(new Date(at.getTime() - PAUSE_MS).toISOString()))
    .orderBy('consultada_em')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  await oneByOne(log, rows, { job: 'lookAtDebits', idOf: ({ id }) => id }, async (row) => {
    if (!(await claimPoll(db, 'charges', row, at))) return;
    await lookAtDebit(school, row.id).catch((error: unknown) => {
      if (!(error instanceof ProviderSilent)) throw error;
      log.warn({ txid: row.txid, reason: error.message }, 'no answer about a debit: it is asked about again');
    });
  });
}

/** Queries a debit: a payment is settled, and a failed debit is tried again or ended. @throws ProviderSilent */
export async function lookAtDebit(school: School, chargeId: number): Promise<void> {
  const charge = await chargeById(school.db, chargeId);
  if (charge?.status !== 'ativa' || charge.debito_dia === null) return;
  const provider = await providerNamed(school, charge.provider);
  if (!provider?.automatic) return;
  const at = school.now();
  const paid = await askAbout(provider, charge);
  if (paid && paid.status !== 'pendente') {
    await settleCharge(school, charge, paid, at);
    return;
  }
  const state = await provider.automatic.debitState(charge.txid);
  // Before the last try of the day only a final refusal by the bank counts.
  if (state === 'espera') return;
  if (state === 'sem_saldo' && !isDebitOver(charge.debito_dia, at)) return;
  await failDebit(school, provider.automatic, charge, state);
}

/**
 * Handles a failed debit. On its day or later it is tried again by the published rule, with the same amount; otherwise its order
 * ends. The bill stays open and can be paid by Pix meanwhile. The payer and the office are notified, once for each day.
 */
async function failDebit(
  school: School,
  automatic: NonNullable<PaymentProvider['automatic']>,
  charge: ChargeRow,
  why: DebitFailure,
): Promise<void> {
  const at = school.now();
  const today = dayIn(ZONE, at);
  const [item] = await itemsOf(school.db, charge.id);
  if (!item || charge.debito_dia === null || charge.vence_em === null) return;
  const isOnItsDay = charge.debito_dia <= today;
  const authorization = await school.db
    .selectFrom('pix_authorizations')
    .select('status')
    .where('id', '=', charge.autorizacao_id ?? 0)
    .executeTakeFirst();
  const again =
    isOnItsDay && authorization?.status === 'ativa'
      ? retryDay(charge.vence_em, today, charge.debito_tentativas, await nextDueOf(school.db, charge, item.parcela_id))
      : null;
  const taken = again !== null && (await isTaken(automatic, charge.txid, again));
  await school.db.transaction().execute(async (tx) => {
    const [bill] = await holdBills(tx, null, [item.parcela_id]);
    const set = taken
      ? { debito_dia: again, debito_tentativas: charge.debito_tentativas + 1 }
      : ({ status: 'removida', chave: null, motivo: why } as const);
    const news = await tx
      .updateTable('charges')
      .set(set)
      .where('id', '=', charge.id)
      .where('status', '=', 'ativa')
      .where('debito_dia', '=', charge.debito_dia)
      .returning('id')
      .executeTakeFirst();
    if (!news || bill?.status !== 'aberta') return;
    const next = taken ? again : null;
    const { valor_centavos: centavos } = item;
    await notifyOfChange(school, tx, bill, automaticMessages.notices.failed(centavos, why, next));
    await notifyStaff(tx, at, {
      ...{ kind: 'pix_automatico', about: `falhou-${charge.id}-${charge.debito_dia}`, at: { unitId: bill.company_id } },
      params: { parcelaId: bill.id, descricao: bill.descricao, o: 'falhou', centavos, dia: next },
    });
  });
  if (!taken) school.wake();
}

/** @returns whether the provider accepts another try @throws ProviderSilent */
async function isTaken(
  automatic: NonNullable<PaymentProvider['automatic']>,
  reference: string,
  day: string,
): Promise<boolean> {
  try {
    await automatic.retry(reference, day);
    return true;
  } catch (error) {
    if (error instanceof OrderRefused) return false;
    throw error;
  }
}

/** The due day of the next open bill of the same contract. */
async function nextDueOf(db: Db, { vence_em }: ChargeRow, billId: number): Promise<string | null> {
  const row = await db
    .selectFrom('parcelas as this')
    .innerJoin('parcelas as next', 'next.contrato_id', 'this.contrato_id')
    .select(({ fn }) => fn.min('next.vencimento').as('day'))
    .where('this.id', '=', billId)
    .where('next.id', '<>', billId)
    .where('next.status', '=', 'aberta')
    .where('next.vencimento', '>', vence_em)
    .executeTakeFirst();
  return row?.day ?? null;
}
