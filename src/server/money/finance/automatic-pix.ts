import { automaticMessages } from '#lib/words/finance-automatic.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { within } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { openAccount, openAccounts } from './accounts.ts';
import { lateFeeBasisOf } from './amount-due.ts';
import { endAuthorization, RUNNING } from './authorization-state.ts';
import { actOnBill } from './bill.ts';
import { endAtProvider } from './boleto.ts';
import { committedDay } from './debit-days.ts';
import { openDebits } from './live-boletos.ts';
import { requirePayer } from './open-authorization.ts';
import { type BillRow, chargeById, holdBills, type ParcelaRow } from './queries.ts';

/** Actions on Pix Automático by units, offices and payers, besides authorizing. */

/** Switches new authorizations on or off for a unit. @throws Refusal 404 out of reach, 409 without such an account */
export async function setAutomaticPix(ctx: Ctx, { id, ligado }: { id: number; ligado: boolean }) {
  await ctx.db.transaction().execute(async (tx) => {
    const unit = await tx
      .selectFrom('companies')
      .select('companies.id as company_id')
      .where('companies.id', '=', id)
      .$call(within(ctx.reach))
      .executeTakeFirst();
    if (!unit) throw notFound(automaticMessages.noAccount);
    const row = await locked(tx, openAccounts(tx).where('company_id', '=', id), 'update').executeTakeFirst();
    if (!row || !openAccount(ctx, row)?.automatic) throw conflict(automaticMessages.noAccount, 'no_account');
    if (row.pix_automatico === ligado) return;
    await tx.updateTable('payment_accounts').set({ pix_automatico: ligado }).where('id', '=', row.id).execute();
    await audit({ ...ctx, db: tx }, 'automatic-pix', `unit:${id}`, {
      antes: { ligado: row.pix_automatico },
      depois: { ligado },
    });
  });
  return { detail: automaticMessages.switched(ligado) };
}

/** Ends the authorization of a bill's contract. @throws Refusal 409 without one */
async function endOf(
  school: School,
  tx: Db,
  bill: ParcelaRow,
  fim: 'pagador' | 'escola',
  por?: number,
): Promise<string> {
  const row = await tx
    .selectFrom('pix_authorizations')
    .selectAll()
    .where('contrato_id', '=', bill.contrato_id)
    .where('company_id', '=', bill.company_id)
    .where('status', 'in', [...RUNNING])
    .executeTakeFirst();
  const isNews = row && (await endAuthorization(school, tx, row, { status: 'encerrada', fim, ...(por && { por }) }));
  if (!isNews) throw conflict(automaticMessages.isOver, 'is_over');
  return automaticMessages.ended;
}

/** A minor cannot end what the guardian authorized. @throws Refusal 404 */
export const requireAdultPayer = async (ctx: Ctx, bill: BillRow): Promise<void> =>
  requirePayer(ctx, ctx.db, bill, (await lateFeeBasisOf(ctx, ctx.db, bill.company_id, ctx.now())).today);

/** Ended by the payer. @throws Refusal 409 */
export async function endPixAuthorization(ctx: Ctx, bill: BillRow): Promise<{ detail: string }> {
  await requireAdultPayer(ctx, bill);
  const detail = await ctx.db.transaction().execute((tx) => endOf(ctx, tx, bill, 'pagador', ctx.session.userId));
  ctx.wake();
  return { detail };
}

/** Ended by the office; the payer is notified. @throws Refusal 409 */
export const endSchoolAuthorization = (ctx: Ctx, id: number, body: { motivo: string }) =>
  actOnBill(ctx, { id, action: 'automatic-pix-end', parts: body, motivo: body.motivo }, (tx, { bill }) =>
    endOf(ctx, tx, bill, 'escola'),
  );

/**
 * Withdraws the debit of a bill, at the provider first, so that the bill can be paid in another way. It is not ordered again for
 * this due day.
 *
 * @throws Refusal 404 for another person's bill, 409 without a debit, for a debit already at the bank, and for a paid one, 503
 */
export async function withdrawDebit(
  school: School,
  { userId, parcelaId }: { userId: number; parcelaId: number },
): Promise<void> {
  const debit = (await openDebits(school.db, [parcelaId])).get(parcelaId);
  if (!debit) throw conflict(automaticMessages.noDebit, 'no_debit');
  if ((debit.debito_dia ?? '') <= committedDay(school.now()))
    throw conflict(automaticMessages.debitToday, 'debit_today');
  const charge = await chargeById(school.db, debit.id);
  await endAtProvider(school, charge);
  await school.db.transaction().execute(async (tx) => {
    const [bill] = await holdBills(tx, userId, [parcelaId]);
    if (!bill) throw notFound(automaticMessages.noDebit);
    const ended = await tx
      .updateTable('charges')
      .set({
        ...{ status: 'removida', chave: null, motivo: 'pagador' },
        // A debit that is being ordered reaches the provider later, and the job ends it there.
        fim_avisado_em: charge?.status === 'ativa' ? school.now().toISOString() : null,
      })
      .where('id', '=', debit.id)
      .where('status', 'in', ['criando', 'ativa'])
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw conflict(automaticMessages.noDebit, 'no_debit');
  });
  school.wake();
}

/** Paying a bill by Pix after its debit failed also withdraws the next try. @throws Refusal 503 */
export async function withdrawFailed(
  school: School,
  bills: readonly { userId: number; parcelaId: number }[],
): Promise<void> {
  const debits = await openDebits(
    school.db,
    bills.map(({ parcelaId }) => parcelaId),
  );
  for (const bill of bills) {
    const debit = debits.get(bill.parcelaId);
    if (!debit || debit.debito_tentativas === 0 || (debit.debito_dia ?? '') <= committedDay(school.now())) continue;
    await withdrawDebit(school, bill);
  }
}
