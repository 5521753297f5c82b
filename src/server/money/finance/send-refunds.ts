import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { ProviderSilent, RefundWaits } from '../../core/ports/payments/provider.ts';
import { providerNamed } from './accounts.ts';

const BATCH = 20;
/** The first tries follow each other at once, then ever later. */
const QUICK_TRIES = 3;
const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = HOUR_MS;
/** No bank gives a Pix back after 90 days: the office has to, and the figures of the portal go on telling of it. */
const GIVEN_UP_MS = 90 * DAY_MS;

/** A boleto goes back as a whole alone: of a part the office is told, and notes what it gave back by another way. */
const isWholeIfBoleto = sql<boolean>`(charges.forma <> 'boleto' or refunds.valor_centavos >=
  (select sum(charge_items.valor_centavos) from charge_items where charge_items.charge_id = charges.id))`;

/**
 * Sends the requested refunds. One process takes a try of a refund, and its reference keeps a second try from sending it
 * again.
 */
export async function sendRefunds(school: School): Promise<void> {
  const { db, now, log } = school;
  const at = now().toISOString();
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('charges', 'charges.id', 'refunds.charge_id')
    .select(['refunds.id', 'refunds.valor_centavos', 'refunds.tentativas', 'charges.txid', 'charges.provider'])
    .where('refunds.status', '=', 'pedida')
    .where(isWholeIfBoleto)
    .where('refunds.created_at', '>', new Date(now().getTime() - GIVEN_UP_MS).toISOString())
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
      await provider.refund({ reference: `refund-${id}`, charge: txid, amount: valor_centavos });
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
      // Some of it may have been noted as given back elsewhere: then the rest is asked again, by the same reference.
      .where('valor_centavos', '=', valor_centavos)
      .execute();
  });
}

const waitAfter = (tries: number) =>
  tries < QUICK_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - QUICK_TRIES, 20), MAX_WAIT_MS);
