import { shiftDay } from '#lib/rules/time/days.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireProofAbove } from '../../core/http/proof-limits.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { actOnBill } from './act-on-bill.ts';
import { amountDue } from './amount-due.ts';
import { cancelBill } from './cancel-bill.ts';
import { refuseClosed } from './pix-charge.ts';
import { endOtherCodes } from './running-codes.ts';
import { tellOfChange } from './tell-payer.ts';

const TWO_YEARS = 730;

interface Discount {
  abatimento_centavos: number;
  sem_encargos: boolean;
  motivo: string;
}

/** Sets the office's discount of an open bill and the waiver of fine and interest. Codes of the old amount end. */
export const discountBill = (ctx: Ctx, id: number, body: Discount) =>
  actOnBill(ctx, { id, action: 'bill-discount', parts: body, motivo: body.motivo }, async (tx, { bill, basis }) => {
    refuseClosed([bill]);
    const { motivo: _motivo, ...terms } = body;
    if (bill.abatimento_centavos === terms.abatimento_centavos && bill.sem_encargos === terms.sem_encargos) {
      throw conflict(officeMessages.nothingChanged, 'nothing_changed');
    }
    const { total } = amountDue({ ...bill, ...terms }, basis);
    if (total <= 0) throw invalid(officeMessages.nothingLeft, { abatimento_centavos: officeMessages.nothingLeft });
    // All that the office gave on this bill, so that small steps count together.
    const full = amountDue({ ...bill, abatimento_centavos: 0, sem_encargos: false }, basis).total;
    if (total < amountDue(bill, basis).total) await requireProofAbove(ctx, tx, { centavos: full - total });
    await tx.updateTable('parcelas').set(terms).where('id', '=', id).execute();
    await endOtherCodes(tx, null, [id]);
    const { abatimento_centavos, sem_encargos } = terms;
    await tellOfChange(ctx, tx, bill, officeMessages.told.discount(abatimento_centavos, sem_encargos, total));
    return officeMessages.done.discount;
  });

/** Sets another due day of an open bill, from today on. Codes of the old amount end. */
export const moveDueDay = (ctx: Ctx, id: number, body: { vencimento: string; motivo: string }) =>
  actOnBill(ctx, { id, action: 'bill-due-day', parts: body, motivo: body.motivo }, async (tx, { bill, basis }) => {
    refuseClosed([bill]);
    const { vencimento } = body;
    if (vencimento < basis.today || vencimento > shiftDay(basis.today, TWO_YEARS)) {
      throw invalid(officeMessages.dueInPast, { vencimento: officeMessages.dueInPast });
    }
    if (vencimento === bill.vencimento) throw conflict(officeMessages.nothingChanged, 'nothing_changed');
    // Fine and interest end with the old day, and the discount for paying in time comes back.
    const reduction = amountDue(bill, basis).total - amountDue({ ...bill, vencimento }, basis).total;
    if (reduction > 0) await requireProofAbove(ctx, tx, { centavos: reduction });
    await tx.updateTable('parcelas').set({ vencimento }).where('id', '=', id).execute();
    await endOtherCodes(tx, null, [id]);
    await tellOfChange(ctx, tx, bill, officeMessages.told.dueDay(vencimento));
    return officeMessages.done.dueDay;
  });

/** Cancels an open bill. Money that still arrives by an old code goes back. */
export const cancelSchoolBill = (ctx: Ctx, id: number, body: { motivo: string }) =>
  actOnBill(ctx, { id, action: 'bill-cancel', parts: body, motivo: body.motivo }, async (tx, { bill, basis }) => {
    refuseClosed([bill]);
    // What came in for it before goes back.
    const centavos = amountDue(bill, basis).total + bill.pago_parcial_centavos;
    await requireProofAbove(ctx, tx, { centavos });
    await cancelBill(tx, id, ctx.now());
    await tellOfChange(ctx, tx, bill, officeMessages.told.cancelled(bill.pago_parcial_centavos));
    return officeMessages.done.cancelled;
  });
