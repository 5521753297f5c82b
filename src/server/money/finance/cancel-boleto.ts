import { financeMessages } from '#lib/words/finance.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict, notFound, unavailable } from '../../core/http/refusal.ts';
import { ProviderSilent } from '../../core/ports/payments/provider.ts';
import { providerNamed } from './accounts.ts';
import { actOnBill } from './act-on-bill.ts';
import { purposeOf } from './bill-kinds.ts';
import { followUp } from './follow-up.ts';
import { openBoletos } from './live-boletos.ts';
import { holdBills, type ParcelaRow } from './queries.ts';
import { endCode } from './running-codes.ts';
import { billInReach } from './school-bills.ts';
import { tellOfChange } from './tell-payer.ts';

/**
 * Ends the boleto of a bill, at the house first: then another way to pay may begin, and a quoted bill ends with it
 * (0142).
 *
 * @throws Refusal 409 without a boleto and for a paid one, 503 without the house
 */
export async function cancelBoleto(
  school: School,
  { userId, parcelaId }: { userId: number; parcelaId: number },
): Promise<void> {
  const ended = await endAtHouse(school, parcelaId);
  await school.db.transaction().execute(async (tx) => {
    const [bill] = await holdBills(tx, userId, [parcelaId]);
    if (!bill) throw notFound(financeMessages.unknownBill);
    await endHere(school, tx, bill, ended);
  });
}

/** The same by the office, for a bill of any kind: with a reason for the log, and the payer is told. */
export async function cancelSchoolBoleto(ctx: Ctx, id: number, body: { motivo: string }) {
  await billInReach(ctx.db, ctx.reach, id);
  const ended = await endAtHouse(ctx, id);
  const act = { id, action: 'bill-boleto-cancel', parts: body, motivo: body.motivo, ofSales: true } as const;
  return actOnBill(ctx, act, async (tx, { bill }) => {
    await endHere(ctx, tx, bill, ended);
    await tellOfChange(ctx, tx, bill, officeMessages.told.boletoCancelled(bill.cambio_id !== null));
    return officeMessages.done.boletoCancelled;
  });
}

/**
 * Asks the house to end the open boleto of a bill.
 *
 * @returns the id of its charge; undefined without one @throws Refusal 409 for a paid one, 503
 */
async function endAtHouse(school: School, parcelaId: number): Promise<number | undefined> {
  const charge = (await openBoletos(school.db, [parcelaId])).get(parcelaId);
  if (!charge) return undefined;
  const provider = await providerNamed(school, charge.provider);
  try {
    if (!provider?.endCharge) throw new ProviderSilent('the account cannot be opened');
    await provider.endCharge(charge.txid);
    return charge.id;
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    school.log.warn({ txid: charge.txid, reason: error.message }, 'a house did not end a boleto');
    // It ends no boleto that is paid; and it may have ended this one, with an answer that was lost.
    const { status } = await followUp(school, charge);
    if (status === 'expirada') return charge.id;
    throw status === 'paga'
      ? conflict(financeMessages.alreadyPaid, 'already_paid')
      : unavailable(financeMessages.bankSilent);
  }
}

/** Writes down that the house ended the boleto of a held bill. @throws Refusal 409 if another process was faster */
async function endHere({ customers, now }: School, tx: Db, bill: ParcelaRow, ended: number | undefined): Promise<void> {
  const charge = await tx
    .updateTable('charges')
    .set({ fim_avisado_em: now().toISOString() })
    .where('id', '=', ended ?? 0)
    .where('fim_avisado_em', 'is', null)
    .where('status', 'in', ['ativa', 'expirada'])
    .returning('id')
    .executeTakeFirst();
  if (!charge) throw conflict(financeMessages.unknownBoleto, 'no_boleto');
  await endCode(tx, charge.id, 'removida');
  const sold = purposeOf(bill);
  if (sold) await customers.bills[sold.kind].onBoletoEnded?.(tx, { id: sold.id, parcela_id: bill.id }, now());
}
