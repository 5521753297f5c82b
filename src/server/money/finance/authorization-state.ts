import { expressionBuilder, type Selectable, sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { automaticMessages } from '#lib/words/finance-automatic.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { type PaymentProvider, ProviderSilent } from '../../core/ports/payments/provider.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import type { Schema } from '../../tables.ts';
import { providerNamed } from './accounts.ts';
import { committedDay } from './debit-days.ts';
import { lookAtDebit } from './look-at-debits.ts';
import { notifyOfChange } from './payer.ts';
import { endCode } from './pix.ts';
import { claimPoll, notPolledSince } from './polls.ts';
import { chargeById, holdBills, itemsOf, type ParcelaRow, parcelaById } from './queries.ts';

export type AuthorizationRow = Selectable<Schema['pix_authorizations']>;

/** States of an authorization that the bank may still confirm, or that allows debits. */
export const RUNNING = ['criando', 'pendente', 'ativa'] as const;

const BATCH = 50;
const WAITING_PAUSE_MS = MINUTE_MS;
const ACTIVE_PAUSE_MS = 20 * HOUR_MS;
/** A code that nobody paid ends when the bank says so, otherwise after this time. */
const UNANSWERED_MS = DAY_MS;
/** By then the payment of a consent is in the provider's list. */
const LOST_MS = 15 * MINUTE_MS;

/** Locks the open bills of a contract at a unit until the transaction ends: every change of an authorization locks them first. */
export async function holdContractBills(
  tx: Db,
  { contrato_id, company_id }: Pick<AuthorizationRow, 'contrato_id' | 'company_id'>,
): Promise<ParcelaRow[]> {
  const ids = await tx
    .selectFrom('parcelas')
    .select('id')
    .where('contrato_id', '=', contrato_id)
    .where('company_id', '=', company_id)
    .where('status', 'in', ['aberta', 'em_processamento'])
    .execute();
  const held = await holdBills(
    tx,
    null,
    ids.map(({ id }) => id),
  );
  return held.toSorted((a, b) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id);
}

export const authorizationById = (db: Db, id: number): Promise<AuthorizationRow | undefined> =>
  db.selectFrom('pix_authorizations').selectAll().where('id', '=', id).executeTakeFirst();

interface End {
  status: 'recusada' | 'expirada' | 'encerrada';
  fim: NonNullable<AuthorizationRow['fim']>;
  /** The user who ended it. */
  por?: number;
}

/**
 * Ends an authorization, with its unpaid code and the debits that can still be withdrawn; the bank is notified afterwards. The
 * payer is notified, except if the payer ended it or the code was never paid; the office is, if the bank ended it.
 *
 * @returns false if it had already ended
 */
export async function endAuthorization(
  school: School,
  tx: Db,
  row: AuthorizationRow,
  { status, fim, por }: End,
): Promise<boolean> {
  const at = school.now();
  const [bill] = await holdContractBills(tx, row);
  const ended = await tx
    .updateTable('pix_authorizations')
    .set({ status, fim, fim_em: at.toISOString(), chave: null })
    .where('id', '=', row.id)
    .where('status', 'in', [...RUNNING])
    .returning(['ativa_em'])
    .executeTakeFirst();
  if (!ended) return false;
  await endCode(tx, row.charge_id, 'removida');
  await tx
    .updateTable('charges')
    .set({ status: 'removida', chave: null })
    .where('autorizacao_id', '=', row.id)
    .where('status', 'in', ['criando', 'ativa'])
    .where('debito_dia', '>', committedDay(at))
    .execute();
  const isPaid = (await chargeById(tx, row.charge_id))?.status === 'paga';
  const about = bill ?? (await firstBillOf(tx, row));
  if (
    !about ||
    (fim === 'pagador' && (por === undefined || por === row.aberta_por)) ||
    (ended.ativa_em === null && !isPaid)
  )
    return true;
  const { notices } = automaticMessages;
  await notifyOfChange(school, tx, about, ended.ativa_em === null ? notices.refused : notices.endedBy(fim));
  if (fim === 'banco') {
    await notifyStaff(tx, at, {
      ...{ kind: 'pix_automatico', about: `fim-${row.id}`, at: { unitId: row.company_id } },
      params: { parcelaId: about.id, descricao: about.descricao, o: 'encerrado' },
    });
  }
  return true;
}

/** The bill whose payment was the consent. */
async function firstBillOf(tx: Db, { charge_id }: AuthorizationRow) {
  const [item] = await itemsOf(tx, charge_id);
  return item && (await parcelaById(tx, item.parcela_id));
}

/** Records the bank's state of an authorization, once. */
async function noteState(
  school: School,
  row: AuthorizationRow,
  state: Awaited<ReturnType<NonNullable<PaymentProvider['automatic']>['find']>>,
): Promise<void> {
  const at = school.now();
  const isStale = at.getTime() - Date.parse(row.expira_em) > UNANSWERED_MS;
  await school.db.transaction().execute(async (tx) => {
    if (state === 'ativa') {
      const [bill] = await holdContractBills(tx, row);
      const news = await tx
        .updateTable('pix_authorizations')
        .set({ status: 'ativa', ativa_em: at.toISOString() })
        .where('id', '=', row.id)
        .where('status', 'in', ['criando', 'pendente'])
        .returning('id')
        .executeTakeFirst();
      if (news && bill) await notifyOfChange(school, tx, bill, automaticMessages.notices.active);
      else await notifyOfLostConsent(tx, row, at);
    } else if (state === 'pendente') {
      const isPaid = (await chargeById(tx, row.charge_id))?.status === 'paga';
      if (isStale && !isPaid) await endAuthorization(school, tx, row, { status: 'expirada', fim: 'banco' });
    } else await endAuthorization(school, tx, row, { status: state ?? 'encerrada', fim: 'banco' });
  });
}

/** The bank accepted the consent, but its payment cannot be found: the office has to look in the provider's panel. */
async function notifyOfLostConsent(tx: Db, row: AuthorizationRow, at: Date): Promise<void> {
  const charge = await chargeById(tx, row.charge_id);
  if (row.ativa_em === null || !charge || charge.status === 'paga') return;
  if (at.getTime() - Date.parse(row.ativa_em) < LOST_MS) return;
  const bill = await firstBillOf(tx, row);
  if (bill?.status !== 'aberta') return;
  await notifyStaff(tx, at, {
    ...{ kind: 'pix_automatico', about: `perdido-${row.id}`, at: { unitId: row.company_id } },
    params: { parcelaId: bill.id, descricao: bill.descricao, o: 'perdido', centavos: charge.valor_centavos },
  });
}

/** Queries the state of an authorization at the bank. @throws ProviderSilent */
async function followAuthorization(school: School, provider: PaymentProvider, row: AuthorizationRow): Promise<void> {
  if (row.casa_id === null || !provider.automatic) return;
  if (!RUNNING.some((each) => each === row.status)) return;
  await noteState(school, row, await provider.automatic.find(row.casa_id));
}

/** Handles a message about this authorization, or a debit by it, by querying the state of both. @throws ProviderSilent */
export async function hearOfAuthorization(school: School, provider: PaymentProvider, casaId: string): Promise<void> {
  const row = await school.db
    .selectFrom('pix_authorizations')
    .selectAll()
    .where('casa_id', '=', casaId)
    .where('provider', '=', provider.name)
    .executeTakeFirst();
  if (!row) return;
  await followAuthorization(school, provider, row);
  const debits = await school.db
    .selectFrom('charges')
    .select('id')
    .where('autorizacao_id', '=', row.id)
    .where('status', '=', 'ativa')
    .execute();
  for (const { id } of debits) await lookAtDebit(school, id);
}

/**
 * Queries authorizations without a message: pending ones often, active ones each night. Ends those of blocked people, of ended
 * accounts and of contracts without open bills, and notifies the bank of ended ones.
 */
export async function followAuthorizations(school: School): Promise<void> {
  const { db, log, now } = school;
  await endLeftOver(school);
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  const rows = await db
    .selectFrom('pix_authorizations')
    .selectAll()
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([eb('status', 'in', ['criando', 'pendente']), notPolledSince(before(WAITING_PAUSE_MS))]),
        and([eb('status', '=', 'ativa'), notPolledSince(before(ACTIVE_PAUSE_MS))]),
        and([
          eb('status', '=', 'ativa'),
          notPolledSince(before(LOST_MS)),
          exists(
            selectFrom('charges')
              .select('charges.id')
              .whereRef('charges.id', '=', 'pix_authorizations.charge_id')
              .where('charges.status', '<>', 'paga'),
          ),
        ]),
        and([
          eb('fim', 'in', ['pagador', 'escola', 'contrato']),
          eb('fim_avisado_em', 'is', null),
          eb('casa_id', 'is not', null),
          notPolledSince(before(WAITING_PAUSE_MS)),
        ]),
      ]),
    )
    .orderBy('consultada_em')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const silent = new Set<string>();
  await oneByOne(log, rows, { job: 'followAuthorizations', idOf: ({ id }) => id }, async (row) => {
    if (!silent.has(row.provider) && !(await askOrTell(school, row))) silent.add(row.provider);
  });
}

/** @returns whether the bank answered */
async function askOrTell(school: School, row: AuthorizationRow): Promise<boolean> {
  const { db, now, log } = school;
  if (!(await claimPoll(db, 'pix_authorizations', row, now()))) return true;
  const provider = await providerNamed(school, row.provider);
  if (!provider?.automatic) return true;
  try {
    if (row.fim === null) {
      if (row.casa_id === null) await endUnmade(school, row);
      else await followAuthorization(school, provider, row);
      return true;
    }
    await provider.automatic.end(row.casa_id ?? '');
    const fim_avisado_em = now().toISOString();
    await db.updateTable('pix_authorizations').set({ fim_avisado_em }).where('id', '=', row.id).execute();
    return true;
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ authorization: row.id, reason: error.message }, 'no answer about an authorization');
    return false;
  }
}

/** The bank never answered the order, and nobody saw its code: it expires there by itself. */
async function endUnmade(school: School, row: AuthorizationRow): Promise<void> {
  if (row.expira_em > school.now().toISOString()) return;
  await school.db
    .transaction()
    .execute((tx) => endAuthorization(school, tx, row, { status: 'expirada', fim: 'banco' }));
}

const one = expressionBuilder<Schema & { one: Schema['pix_authorizations'] }, 'one'>();
/** The contract of `one` has no bill that can still be debited. */
const withoutOpenBill = one.not(
  one.exists(
    one
      .selectFrom('parcelas')
      .select('parcelas.id')
      .whereRef('parcelas.contrato_id', '=', 'one.contrato_id')
      .whereRef('parcelas.company_id', '=', 'one.company_id')
      .where('parcelas.status', 'in', ['aberta', 'em_processamento']),
  ),
);

/** Ends authorizations that are no longer used for debits. */
async function endLeftOver(school: School): Promise<void> {
  const rows = await school.db
    .selectFrom('pix_authorizations as one')
    .innerJoin('users', 'users.id', 'one.user_id')
    .leftJoin('users as payer', 'payer.id', 'one.aberta_por')
    .selectAll('one')
    .select(withoutOpenBill.as('over'))
    .where('one.status', '=', 'ativa')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('users.is_blocked', '=', true),
        eb('payer.is_blocked', '=', true),
        // Its account accepts no more payments.
        exists(
          selectFrom('payment_accounts as account')
            .select('account.id')
            .where('account.encerrada_em', 'is not', null)
            .where(sql<boolean>`account.kind || '-' || cast(account.id as text) = one.provider`),
        ),
        withoutOpenBill,
      ]),
    )
    .limit(BATCH)
    .execute();
  await oneByOne(school.log, rows, { job: 'endLeftOver', idOf: ({ id }) => id }, (row) =>
    school.db.transaction().execute((tx) =>
      endAuthorization(school, tx, row, {
        status: 'encerrada',
        fim: row.over ? 'contrato' : 'escola',
      }),
    ),
  );
}
