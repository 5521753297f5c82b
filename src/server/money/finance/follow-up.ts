import type { Selectable } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import {
  type ChargeState,
  GRACE_MS,
  type PaymentProvider,
  ProviderSilent,
  type Received,
} from '../../core/ports/payments/provider.ts';
import type { Schema } from '../../tables.ts';
import { accountName, openAccount, providerNamed } from './accounts.ts';
import { notPolledSince } from './polls.ts';
import { type ChargeRow, chargeOfReference, referenceOf } from './queries.ts';
import { settleCharge } from './settle-charge.ts';

const BETWEEN_QUESTIONS_MS = 10_000;
/** A card order that the provider has not received by then is lost. */
const LOST_MS = 2 * 60_000;
const BATCH = 50;

/** The provider's state of a charge, with our expiry. @throws ProviderSilent */
export const askAbout = (provider: PaymentProvider, charge: ChargeRow): Promise<ChargeState | null> =>
  provider.find(referenceOf(charge), charge.expira_em ? new Date(charge.expira_em) : undefined);

/**
 * Queries the result of a charge at the provider, at most every ten seconds, because messages get lost.
 *
 * @returns the charge with the result.
 */
export async function followUp(school: School, charge: ChargeRow): Promise<ChargeRow> {
  const { db, now, log } = school;
  const at = now();
  const before = new Date(at.getTime() - BETWEEN_QUESTIONS_MS).toISOString();
  const mine = await db
    .updateTable('charges')
    .set({ consultada_em: at.toISOString() })
    .where('id', '=', charge.id)
    .where(notPolledSince(before))
    .returning('id')
    .executeTakeFirst();
  const provider = mine ? await providerNamed(school, charge.provider) : null;
  if (!provider) return charge;
  try {
    const state = await askAbout(provider, charge);
    if (state) return await settleCharge(school, charge, state, at);
    const age = at.getTime() - Date.parse(charge.criada_em);
    if (age < LOST_MS) return charge;
    const lost = charge.expira_em !== null ? ({ status: 'expirada' } as const) : ({ status: 'recusada' } as const);
    return await settleCharge(school, charge, { ...lost, reason: 'nao_processado' }, at);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ txid: charge.txid, reason: error.message }, 'no answer about a charge');
    return charge;
  }
}

/** Before a bill is cancelled, queries each of its codes that may have been paid without our knowledge. */
export async function followUpBill(school: School, parcelaId: number): Promise<void> {
  const rows = await school.db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .selectAll('charges')
    .where('charge_items.parcela_id', '=', parcelaId)
    .where('charges.expira_em', 'is not', null)
    .where('charges.status', 'in', ['criando', 'ativa', 'removida'])
    .execute();
  for (const row of rows) await followUp(school, row);
}

/**
 * Queries every card in review or interrupted, and every expired Pix, including one that another code or payment replaced, since
 * its bank may not know. The longest wait comes first.
 */
export async function followUpCharges(school: School): Promise<void> {
  const at = school.now().getTime();
  const earlier = (ms: number) => new Date(at - ms).toISOString();
  const rows = await school.db
    .selectFrom('charges')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([
          eb('forma', '=', 'cartao'),
          eb('expira_em', 'is', null),
          eb('status', 'in', ['criando', 'em_analise']),
          eb('criada_em', '<', earlier(BETWEEN_QUESTIONS_MS)),
        ]),
        eb.and([eb('status', 'in', ['criando', 'ativa', 'removida']), eb('expira_em', '<', earlier(GRACE_MS))]),
      ]),
    )
    .where(notPolledSince(earlier(BETWEEN_QUESTIONS_MS)))
    .orderBy(({ fn }) => fn.coalesce('consultada_em', 'criada_em'))
    .orderBy('id')
    .limit(BATCH)
    .execute();
  await oneByOne(school.log, rows, { job: 'followUpCharges', idOf: ({ id }) => id }, (row) => followUp(school, row));
}

/** This much of the list is read again, for payments that were entered late. */
const OVERLAP_MS = DAY_MS;
/** The pause after an incomplete list. */
const RETRY_MS = 30 * MINUTE_MS;
/** The longest period read at once, and how long an ended account is still read. */
const MAX_SPAN_MS = 30 * DAY_MS;

/**
 * Once a day, reads each account's own list of payments, and settles those without a message or query. It follows the day in
 * SCHOOL_TIME_ZONE, so it runs in the first minutes of the night.
 */
export async function reconcileAccounts(school: School): Promise<void> {
  const { db, config, now, log } = school;
  const at = now();
  const rows = await db
    .selectFrom('payment_accounts')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('encerrada_em', 'is', null),
        eb('encerrada_em', '>', new Date(at.getTime() - MAX_SPAN_MS).toISOString()),
      ]),
    )
    .where((eb) => eb.or([eb('conciliar_em', 'is', null), eb('conciliar_em', '<=', at.toISOString())]))
    .execute();
  const today = dayIn(config.SCHOOL_TIME_ZONE, at);
  const due = rows.filter((row) => dayIn(config.SCHOOL_TIME_ZONE, new Date(sinceOf(row))) < today);
  await oneByOne(log, due, { job: 'reconcileAccounts', idOf: ({ id }) => id }, (row) => reconcile(school, row, at));
}

type Account = Selectable<Schema['payment_accounts']>;

/** The instant up to which the list of an account was read. */
const sinceOf = ({ conciliada_ate, created_at }: Account) => conciliada_ate ?? created_at;

async function reconcile(school: School, row: Account, at: Date): Promise<void> {
  const { db, log } = school;
  const provider = openAccount(school, row);
  if (provider && !provider.received) return;
  const note = (set: Partial<Account>) =>
    db.updateTable('payment_accounts').set(set).where('id', '=', row.id).execute();
  // Schedules the next try first, in case this process dies.
  await note({ conciliar_em: new Date(at.getTime() + RETRY_MS).toISOString() });
  if (!provider?.received) return;
  const from = new Date(Math.max(Date.parse(sinceOf(row)) - OVERLAP_MS, at.getTime() - MAX_SPAN_MS));
  try {
    let found = 0;
    for await (const one of provider.received(from, at)) {
      if (await noteReceived(school, provider, one, at)) found += 1;
    }
    if (found > 0) log.warn({ account: accountName(row), found }, 'payments that no message told of');
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ account: accountName(row), reason: error.message }, 'no list of payments: it is asked for again');
    return;
  }
  await note({ conciliada_ate: at.toISOString(), conciliar_em: null });
}

/** @returns whether the payment was new. */
async function noteReceived(school: School, provider: PaymentProvider, { reference, ...money }: Received, at: Date) {
  const charge = await chargeOfReference(school.db, provider.name, reference);
  if (!charge) return false;
  if (charge.status === 'paga') {
    // An entry is one payment, and the charge may have several: the provider is queried for the total of the refunds.
    const state = money.returned?.length ? await askAbout(provider, charge) : null;
    if (state?.status === 'paga') await settleCharge(school, charge, state, at);
    return false;
  }
  // A message may have settled it meanwhile: then the entry changes nothing.
  await settleCharge(school, charge, { status: 'paga', ...money }, at, { isEntry: true });
  return true;
}
