import { createHash } from 'node:crypto';
import { shiftDay } from '#lib/rules/time/days.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { automaticMessages } from '#lib/words/finance-automatic.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { OrderRefused, ProviderSilent } from '../../core/ports/payments/provider.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { accountName, openAccounts, providerNamed } from './accounts.ts';
import { amountDue, type LateFeeBasis, lateFeeBasisOf, payableUntil } from './amount-due.ts';
import { authorizationById } from './authorization-state.ts';
import { insertCharge, itemOf } from './charge.ts';
import { debitEnd, isInTime, isOrderDay, lastDueDay } from './debit-days.ts';
import { openBoletos } from './live-boletos.ts';
import { notifyOfChange } from './payer.ts';
import { endOtherCodes, payerOfCharge } from './pix.ts';
import { claimPoll, notPolledSince } from './polls.ts';
import { type ChargeRow, holdBills, itemsOf, type ParcelaRow } from './queries.ts';

const BATCH = 50;
/** The pause after an order without an answer: by then lists of the provider show whether it was made. */
const PAUSE_MS = 15 * MINUTE_MS;

/** Orders the debits of bills that are due soon, for the active authorizations: each bill once for its due day. */
export async function orderDebits(school: School): Promise<void> {
  const rows = await dueSoon(school);
  await oneByOne(school.log, rows, { job: 'orderDebits', idOf: ({ id }) => id }, ({ id, authorization }) =>
    school.db.transaction().execute((tx) => insertDebit(school, tx, id, authorization)),
  );
  await askForDebits(school);
}

const dueSoon = ({ db, now }: School) =>
  db
    .selectFrom('pix_authorizations as one')
    .innerJoin('parcelas', (join) =>
      join
        .onRef('parcelas.contrato_id', '=', 'one.contrato_id')
        .onRef('parcelas.company_id', '=', 'one.company_id')
        .on('parcelas.status', '=', 'aberta'),
    )
    .select(['parcelas.id', 'one.id as authorization'])
    .where('one.status', '=', 'ativa')
    // The day differs by zone: one day more, and `insertDebit` decides.
    .where('parcelas.vencimento', '>', dayIn('UTC', now()))
    .where('parcelas.vencimento', '<=', shiftDay(lastDueDay(dayIn('UTC', now())), 1))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charge_items')
            .innerJoin('charges', 'charges.id', 'charge_items.charge_id')
            .select('charges.id')
            .whereRef('charge_items.parcela_id', '=', 'parcelas.id')
            .where('charges.autorizacao_id', 'is not', null)
            .whereRef('charges.vence_em', '>=', 'parcelas.vencimento')
            // A debit that ended because the bill changed is ordered again; one that was withdrawn or refused has a reason
            // (`motivo`) and is not.
            .where(({ or, eb }) => or([eb('charges.status', '<>', 'removida'), eb('charges.motivo', 'is not', null)])),
        ),
      ),
    )
    // Bills with a boleto are filtered here, so that they do not fill the batch.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charge_items')
            .innerJoin('charges', 'charges.id', 'charge_items.charge_id')
            .select('charges.id')
            .whereRef('charge_items.parcela_id', '=', 'parcelas.id')
            .where('charges.forma', '=', 'boleto')
            .where('charges.status', 'in', ['criando', 'ativa'])
            .where('charges.vence_em', '>=', dayIn('UTC', now())),
        ),
      ),
    )
    .orderBy('parcelas.vencimento')
    .orderBy('parcelas.id')
    .limit(BATCH)
    .execute();

/** Writes the debit of a bill, if it is time and no other payment is in progress. */
async function insertDebit(school: School, tx: Db, billId: number, authorizationId: number): Promise<void> {
  const at = school.now();
  const [bill] = await holdBills(tx, null, [billId]);
  const authorization = await authorizationById(tx, authorizationId);
  if (bill?.status !== 'aberta' || authorization?.status !== 'ativa') return;
  if (bill.company_id !== authorization.company_id) return;
  // The unit may use another account by now.
  const account = await openAccounts(tx).where('company_id', '=', authorization.company_id).executeTakeFirst();
  if (!account || accountName(account) !== authorization.provider) return;
  const basis = await lateFeeBasisOf(school, tx, bill.company_id, at);
  const due = payableUntil(bill, basis.calendar);
  if (!isInTime(due, basis.today, basis.calendar)) return notifyOfDropped(school, tx, bill, authorization.id);
  if (!isOrderDay(due, basis.today, basis.calendar) || (bill.prometida_para ?? '') >= due) return;
  if (await isPaidOtherwise(tx, bill, basis, at)) return;
  const amount = amountDue(bill, { ...basis, today: due });
  if (amount.total <= 0) return;
  await endOtherCodes(tx, null, [bill.id]);
  await insertCharge(
    tx,
    {
      ...{ user_id: bill.user_id, forma: 'pix', provider: authorization.provider, parcelas: 1 },
      ...{ criada_em: at.toISOString(), expira_em: debitEnd(due), vence_em: due },
      ...{ autorizacao_id: authorization.id, debito_dia: due },
      // Unique, so that a second process at this point finds it.
      chave: createHash('sha256').update(`debito ${bill.id} ${due}`).digest('hex'),
    },
    [itemOf(bill.id, amount)],
  );
}

/** Notifies the payer, once, that a changed bill is no longer debited, because it is too late for another order. */
async function notifyOfDropped(school: School, tx: Db, bill: ParcelaRow, authorizationId: number): Promise<void> {
  const dropped = await tx
    .updateTable('charges')
    .set({ motivo: 'nao_marcado' })
    .where('autorizacao_id', '=', authorizationId)
    .where('status', '=', 'removida')
    .where('motivo', 'is', null)
    .where('vence_em', '>=', bill.vencimento)
    .where('id', 'in', (query) =>
      query.selectFrom('charge_items').select('charge_id').where('parcela_id', '=', bill.id),
    )
    .returning('id')
    .execute();
  if (dropped.length > 0) await notifyOfChange(school, tx, bill, automaticMessages.notices.notOrdered);
}

/** Whether another payment is in progress: a boleto, or a recent code or page. */
async function isPaidOtherwise(tx: Db, bill: ParcelaRow, { today }: LateFeeBasis, at: Date): Promise<boolean> {
  const boleto = (await openBoletos(tx, [bill.id])).get(bill.id)?.vence_em;
  if (boleto && boleto >= today) return true;
  const code = await tx
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .select('charges.id')
    .where('charge_items.parcela_id', '=', bill.id)
    .where('charges.status', 'in', ['criando', 'ativa'])
    .where(({ or, eb }) =>
      or([
        eb('charges.autorizacao_id', 'is not', null),
        eb('charges.criada_em', '>', new Date(at.getTime() - 60 * MINUTE_MS).toISOString()),
      ]),
    )
    .executeTakeFirst();
  return code !== undefined;
}

/** Orders the written debits at the provider. Their reference prevents a second order. */
async function askForDebits(school: School): Promise<void> {
  const { db, log, now } = school;
  const before = new Date(now().getTime() - PAUSE_MS).toISOString();
  const rows = await db
    .selectFrom('charges')
    .selectAll()
    .where('autorizacao_id', 'is not', null)
    .where('status', '=', 'criando')
    .where(notPolledSince(before))
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const silent = new Set<string>();
  await oneByOne(log, rows, { job: 'askForDebits', idOf: ({ id }) => id }, async (charge) => {
    if (!silent.has(charge.provider) && !(await askForDebit(school, charge))) silent.add(charge.provider);
  });
}

/** @returns whether the provider answered */
async function askForDebit(school: School, charge: ChargeRow): Promise<boolean> {
  const { db, log, now } = school;
  if (!(await claimPoll(db, 'charges', charge, now()))) return true;
  const authorization = await authorizationById(db, charge.autorizacao_id ?? 0);
  const provider = authorization && (await providerNamed(school, charge.provider));
  if (!provider?.automatic || !authorization?.casa_id || charge.debito_dia === null) return true;
  const { today, calendar } = await lateFeeBasisOf(school, db, authorization.company_id, now());
  if (!isInTime(charge.debito_dia, today, calendar)) {
    await giveUp(school, charge);
    return true;
  }
  try {
    await provider.automatic.debit({
      ...{ reference: charge.txid, authorization: authorization.casa_id, amount: charge.valor_centavos },
      ...{ description: financeMessages.pixDescription, day: charge.debito_dia },
      payer: await payerOfCharge(school, charge),
    });
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ txid: charge.txid, reason: error.message }, 'a debit was not ordered');
    if (!(error instanceof OrderRefused)) return false;
    await giveUp(school, charge);
    return true;
  }
  const made = await db
    .updateTable('charges')
    .set({ status: 'ativa' })
    .where('id', '=', charge.id)
    .where('status', '=', 'criando')
    .returning('id')
    .executeTakeFirst();
  // It ended meanwhile: the order just made at the provider is ended too.
  if (!made) {
    const ended = db.updateTable('charges').set({ fim_avisado_em: null }).where('id', '=', charge.id);
    await ended.where('status', '=', 'removida').execute();
  }
  return true;
}

/** Stops ordering a debit for this due day: the bill has to be paid by Pix, and the payer and the office are notified. */
async function giveUp(school: School, charge: ChargeRow): Promise<void> {
  const at = school.now();
  const [item] = await itemsOf(school.db, charge.id);
  await school.db.transaction().execute(async (tx) => {
    const [bill] = await holdBills(tx, null, [item?.parcela_id ?? 0]);
    const news = await tx
      .updateTable('charges')
      .set({ status: 'removida', chave: null, motivo: 'nao_marcado' })
      .where('id', '=', charge.id)
      .where('status', '=', 'criando')
      .returning('id')
      .executeTakeFirst();
    if (!news || bill?.status !== 'aberta') return;
    await notifyOfChange(school, tx, bill, automaticMessages.notices.notOrdered);
    await notifyStaff(tx, at, {
      ...{ kind: 'pix_automatico', about: `falhou-${charge.id}`, at: { unitId: bill.company_id } },
      params: {
        parcelaId: bill.id,
        descricao: bill.descricao,
        o: 'falhou',
        centavos: charge.valor_centavos,
        dia: null,
      },
    });
  });
  school.wake();
}
