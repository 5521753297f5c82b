import { sql } from 'kysely';
import type { Bill, Refund } from '#lib/rules/finance/pay-page.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { ProviderSilent, RefundWaits } from '../../core/ports/payments/provider.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { providerNamed } from './accounts.ts';
import { leftOf, type RefundRow, refundsOf } from './book-return.ts';
import { cardOf } from './charge.ts';
import { COUNTER } from './counter.ts';
import { chargeById, holdBills, itemsOf, type ParcelaRow, referenceOf } from './queries.ts';

/** Locks a bill that may be refunded, before its order is locked: see holdBills. */
export const holdBill = async (tx: Db, { id, user_id }: { id: number; user_id: number }): Promise<void> => {
  await holdBills(tx, user_id, [id]);
};

export interface RefundWish {
  chargeId: number;
  /** The bill of the charge that the money was for. */
  parcelaId: number;
  centavos: number;
  /** A key of `financeMessages.refundReasons`. */
  motivo: string;
}

/**
 * Requests a refund; the job sends it. Money received at the counter is returned there at once. Of each bill of a charge the
 * remaining amount is refunded, inside a transaction that holds the bill.
 *
 * @returns the refunded centavos
 */
export async function askRefund(
  tx: Db,
  { chargeId, parcelaId, centavos: requested, motivo }: RefundWish,
  at: Date,
): Promise<number> {
  const [items, known] = await Promise.all([itemsOf(tx, chargeId), refundsOf(tx, chargeId)]);
  const centavos = Math.min(requested, leftOf(items, known, parcelaId));
  if (centavos <= 0) return 0;
  const taken = new Set(known.map((each) => each.motivo));
  const { provider, forma } = await tx
    .selectFrom('charges')
    .select(['provider', 'forma'])
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow();
  const isByCounter = provider === COUNTER;
  const refund = await tx
    .insertInto('refunds')
    .values({
      charge_id: chargeId,
      parcela_id: parcelaId,
      valor_centavos: centavos,
      // Each reason is unique per charge, so a second bill adds its id, and a repetition a counter.
      motivo:
        [motivo, `${motivo}_${parcelaId}`].find((one) => !taken.has(one)) ?? `${motivo}_${parcelaId}_${known.length}`,
      status: isByCounter ? 'feita' : 'pedida',
      created_at: at.toISOString(),
      feita_em: isByCounter ? at.toISOString() : null,
    })
    .onConflict((same) => same.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!refund) return 0;
  const { user_id, descricao } = await tx
    .selectFrom('parcelas')
    .select(['user_id', 'descricao'])
    .where('id', '=', parcelaId)
    .executeTakeFirstOrThrow();
  const received = items.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0);
  const boleto = centavos < received ? ('parte' as const) : (true as const);
  const params = { parcelaId, descricao, centavos, ...(forma === 'boleto' && !isByCounter && { boleto }) };
  await notifyStaff(tx, at, { kind: 'pagamento_devolvido', about: refund.id, params, at: { userId: user_id } });
  return centavos;
}

/** The reason without the suffixes that make it unique. */
export function reasonOf(motivo: string): string {
  let reason = motivo;
  for (let at = reason.lastIndexOf('_'); at >= 0 && /^_\d+$/.test(reason.slice(at)); at = reason.lastIndexOf('_')) {
    reason = reason.slice(0, at);
  }
  return reason;
}

/**
 * The refunds, sent or on their way, of the money that paid a bill. A double payment is another case: its bill stays
 * paid.
 *
 * @returns null without a refund.
 */
export async function refundOf(
  db: Db,
  { id, charge_id }: Pick<ParcelaRow, 'id' | 'charge_id'>,
): Promise<Refund | null> {
  if (charge_id === null) return null;
  const [all, items] = await Promise.all([refundsOf(db, charge_id), itemsOf(db, charge_id)]);
  // A refund without a bill means the only bill of its charge.
  const own = all.filter(({ parcela_id }) => (parcela_id === null ? items.length === 1 : parcela_id === id));
  if (own.length === 0) return null;
  const paid = items.find(({ parcela_id }) => parcela_id === id)?.valor_centavos ?? 0;
  const valor_centavos = own.reduce((sum, each) => sum + each.valor_centavos, 0);
  // A dispute that the school won: the money is back.
  if (valor_centavos <= 0) return null;
  return {
    valor_centavos,
    em:
      own
        .map(({ feita_em, created_at }) => feita_em ?? created_at)
        .toSorted()
        .at(-1) ?? '',
    concluida: own.every(({ status }) => status === 'feita'),
    total: valor_centavos >= paid,
    motivo: own.some(({ fora }) => fora !== null) ? whyOf(own) : null,
  };
}

/** How a bill was paid, and whether the money was returned. */
export async function paymentOf(db: Db, bill: ParcelaRow): Promise<Pick<Bill, 'detalhe' | 'devolucao'>> {
  if (bill.status !== 'paga' || bill.charge_id === null) return {};
  const [charge, devolucao] = await Promise.all([chargeById(db, bill.charge_id), refundOf(db, bill)]);
  return { detalhe: charge ? cardOf(charge) : null, devolucao };
}

/** Why money was returned outside the portal, by the last such refund. */
const whyOf = (rows: readonly RefundRow[]): string | null =>
  financeMessages.refundReasons[reasonOf(rows.findLast(({ fora }) => fora !== null)?.motivo ?? '')] ?? null;

/** The amounts by charge, without refunds, that paid a bill or were partial payments of it. */
export async function netPaymentsOf(db: Db, billId: number) {
  const charges = await db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .select('charges.id')
    .where('charge_items.parcela_id', '=', billId)
    .where('charges.status', '=', 'paga')
    .orderBy('charges.id')
    .execute();
  const all = await Promise.all(
    charges.map(async ({ id: chargeId }) => {
      const [items, rows] = await Promise.all([itemsOf(db, chargeId), refundsOf(db, chargeId)]);
      const own = rows.filter(({ parcela_id }) => (parcela_id === null ? items.length === 1 : parcela_id === billId));
      const pending = own.filter(({ status }) => status === 'pedida');
      return { chargeId, centavos: leftOf(items, rows, billId), items, rows, pending };
    }),
  );
  return all.filter(({ centavos, pending }) => centavos > 0 || pending.length > 0);
}

const BATCH = 20;
/** The first tries follow each other at once, then at growing intervals. */
const QUICK_TRIES = 3;
const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = HOUR_MS;
/** No bank refunds a Pix after 90 days: then the office has to, and the portal's figures still show the refund. */
const FAILED_MS = 90 * DAY_MS;

/** A boleto can only be refunded as a whole. For a part the office is notified, returns it in another way and records that. */
const isWholeIfBoleto = sql<boolean>`(charges.forma <> 'boleto' or refunds.valor_centavos >=
  (select sum(charge_items.valor_centavos) from charge_items where charge_items.charge_id = charges.id))`;

/**
 * Sends the requested refunds. One process claims a try of a refund, and its reference prevents a second try from sending it
 * again.
 */
export async function sendRefunds(school: School): Promise<void> {
  const { db, now, log } = school;
  const at = now().toISOString();
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('charges', 'charges.id', 'refunds.charge_id')
    .select(['refunds.id', 'refunds.valor_centavos', 'refunds.tentativas', 'charges.txid', 'charges.provider'])
    .select('charges.referencia_casa')
    .where('refunds.status', '=', 'pedida')
    .where(isWholeIfBoleto)
    .where('refunds.created_at', '>', new Date(now().getTime() - FAILED_MS).toISOString())
    .where((eb) => eb.or([eb('refunds.tentar_em', 'is', null), eb('refunds.tentar_em', '<=', at)]))
    .orderBy('refunds.id')
    .limit(BATCH)
    .execute();
  await oneByOne(log, rows, { job: 'sendRefunds', idOf: ({ id }) => id }, async (row) => {
    const { id, valor_centavos, txid, tentativas } = row;
    const provider = await providerNamed(school, row.provider);
    const waitFor = (ms: number) => new Date(now().getTime() + ms).toISOString();
    const usual = waitAfter(tentativas);
    const taken = await db
      .updateTable('refunds')
      .set({ tentativas: tentativas + 1, tentar_em: waitFor(Math.max(usual, provider?.refundPauseMs ?? 0)) })
      .where('id', '=', id)
      .where('status', '=', 'pedida')
      .where('tentativas', '=', tentativas)
      .returning('id')
      .executeTakeFirst();
    if (!taken || !provider) return;
    try {
      await provider.refund({ reference: `refund-${id}`, charge: referenceOf(row), amount: valor_centavos });
    } catch (error) {
      if (!(error instanceof ProviderSilent)) throw error;
      if (error instanceof RefundWaits) {
        await db
          .updateTable('refunds')
          .set({ tentar_em: waitFor(usual), ...(error.link && { link_do_pagador: error.link }) })
          .where('id', '=', id)
          .execute();
      }
      log.warn({ txid, reason: error.message }, 'no answer to a refund: it is sent again');
      return;
    }
    await db
      .updateTable('refunds')
      .set({ status: 'feita', feita_em: now().toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'pedida')
      // A part may have been recorded as returned elsewhere: then the rest is requested again, with the same reference.
      .where('valor_centavos', '=', valor_centavos)
      .execute();
  });
}

const waitAfter = (tries: number) =>
  tries < QUICK_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - QUICK_TRIES, 20), MAX_WAIT_MS);
