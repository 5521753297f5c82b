import type { Selectable } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { type PaymentProvider, ProviderSilent, type Received } from '../../core/ports/payments/provider.ts';
import type { Schema } from '../../tables.ts';
import { accountName, openAccount } from './accounts.ts';
import { askAbout } from './follow-up.ts';
import { chargeByTxid } from './queries.ts';
import { settleCharge } from './settle-charge.ts';

/** Days that are read again, for payments that entered the bank's list late. */
const OVERLAP_MS = DAY_MS;
/** After a night's list that did not come whole. */
const RETRY_MS = 30 * MINUTE_MS;
/** An account is not asked about more than this at once, and an ended one for no longer. */
const MAX_SPAN_MS = 30 * DAY_MS;

/**
 * Once a day, reads each account's own list of payments, and settles those that no message and no question told of. The
 * portal's day in SCHOOL_TIME_ZONE decides, so it runs in the first minutes of the night.
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

/** Until when the list of an account was read. */
const sinceOf = ({ conciliada_ate, criada_em }: Account) => conciliada_ate ?? criada_em;

async function reconcile(school: School, row: Account, at: Date): Promise<void> {
  const { db, log } = school;
  const provider = openAccount(school, row);
  if (provider && !provider.received) return;
  const note = (set: Partial<Account>) =>
    db.updateTable('payment_accounts').set(set).where('id', '=', row.id).execute();
  // The next try, also after this process dies.
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

/** @returns whether the payment was news. */
async function noteReceived(school: School, provider: PaymentProvider, { reference, ...money }: Received, at: Date) {
  const charge = await chargeByTxid(school.db, reference);
  if (charge?.provider !== provider.name) return false;
  if (charge.status === 'paga') {
    // An entry is one payment, and the charge may have several: the provider is asked for the sum of what went back.
    const state = money.returned?.length ? await askAbout(provider, charge) : null;
    if (state?.status === 'paga') await settleCharge(school, charge, state, at);
    return false;
  }
  // A message may settle it meanwhile: then the entry says nothing new.
  await settleCharge(school, charge, { status: 'paga', ...money }, at, { isEntry: true });
  return true;
}
