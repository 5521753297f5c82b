import { createHash } from 'node:crypto';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { zoneOfUnit } from '../../core/db/people.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict, notFound, unavailable } from '../../core/http/refusal.ts';
import { type PaymentProvider, ProviderSilent } from '../../core/ports/payments/provider.ts';
import { providerNamed, providerOf } from './accounts.ts';
import { amountDue, type LateFeeBasis, lateFeeBasisOf, payableUntil } from './amount-due.ts';
import { type BankCalendar, bankDayFrom } from './bank-days.ts';
import { actOnBill } from './bill.ts';
import { purposeOf } from './bill-kinds.ts';
import { activateCharge, insertCharge, itemOf } from './charge.ts';
import { followUp } from './follow-up.ts';
import { openBoletos, refuseOtherMethods } from './live-boletos.ts';
import { notifyOfChange } from './payer.ts';
import { endCode, endOtherCodes, payerOfCharge, refuseClosed } from './pix.ts';
import { type ChargeRow, holdBills, type ParcelaRow, referenceOf } from './queries.ts';
import { billInReach } from './school-bills.ts';

/** A bank reports a paid boleto within this many banking days. */
const DAYS_OF_BANKS = 3;

interface OwnBill {
  userId: number;
  parcelaId: number;
}

const nextBankDay = (day: string, calendar: BankCalendar) => bankDayFrom(shiftDay(day, 1), calendar);

/**
 * The due day of a boleto for a bill: the last day in time, otherwise the next banking day. It costs what the bill costs on that
 * day, so the boleto needs no fine of its own.
 */
function boletoDueDay(bill: ParcelaRow, { today, calendar }: LateFeeBasis): string {
  const until = payableUntil(bill, calendar);
  return bill.cambio_id === null && until >= today ? until : nextBankDay(today, calendar);
}

/**
 * The boleto of a bill, or a new one after the previous one's due day. Valid Pix codes of the bill end.
 *
 * @throws Refusal 404 for another person's bill, 409 for a closed one and without a payer's CPF, 503 without the provider.
 */
export async function issueBoleto(school: School, { userId, parcelaId }: OwnBill): Promise<ChargeRow> {
  const provider = await providerOf(school, 'boleto', [parcelaId]);
  const charge = await school.db.transaction().execute(async (tx) => {
    const [bill] = await holdBills(tx, userId, [parcelaId]);
    if (!bill) throw notFound(financeMessages.unknownBill);
    refuseClosed([bill]);
    if (bill.pedido_id !== null) throw conflict(financeMessages.noBoleto, 'no_boleto');
    const at = school.now();
    const basis = await lateFeeBasisOf(school, tx, bill.company_id, at);
    const chave = createHash('sha256').update(`boleto ${parcelaId}`).digest('hex');
    const known = await tx.selectFrom('charges').selectAll().where('chave', '=', chave).executeTakeFirst();
    if (known?.provider === provider.name && (known.vence_em ?? '') >= basis.today) return known;
    await refuseOtherMethods(tx, [bill], () => basis);
    if (known) await endCode(tx, known.id, 'removida');
    await endOtherCodes(tx, null, [parcelaId]);
    return insertBoleto(school, tx, { bill, basis, chave, at, provider: provider.name });
  });
  school.wake();
  return charge.status === 'criando' ? askForBoleto(school, provider, charge) : charge;
}

interface NewBoleto {
  bill: ParcelaRow;
  basis: LateFeeBasis;
  chave: string;
  at: Date;
  provider: string;
}

async function insertBoleto(
  { config }: School,
  tx: Db,
  { bill, basis, chave, at, provider }: NewBoleto,
): Promise<ChargeRow> {
  const due = boletoDueDay(bill, basis);
  const reportedBy = Array.from({ length: DAYS_OF_BANKS }).reduce<string>(
    (day) => nextBankDay(day, basis.calendar),
    due,
  );
  const zone = await zoneOfUnit(tx, config, bill.company_id);
  return insertCharge(
    tx,
    {
      user_id: bill.user_id,
      forma: 'boleto',
      provider,
      chave,
      criada_em: at.toISOString(),
      expira_em: instantIn(zone, reportedBy, '23:59'),
      vence_em: due,
      parcelas: 1,
    },
    [itemOf(bill.id, amountDue(bill, { ...basis, today: due }))],
  );
}

async function askForBoleto(school: School, provider: PaymentProvider, charge: ChargeRow): Promise<ChargeRow> {
  const payer = await payerOfCharge(school, charge);
  return activateCharge(school, charge, async () => {
    const issued = await provider.issueBoleto?.({
      payer,
      reference: charge.txid,
      amount: charge.valor_centavos,
      description: financeMessages.pixDescription,
      dueDay: charge.vence_em ?? '',
    });
    if (!issued) throw conflict(financeMessages.noBoleto, 'no_boleto');
    return { linha_digitavel: issued.line, codigo_barras: issued.barcode, boleto_url: issued.url };
  });
}

/**
 * Ends the boleto of a bill, at the provider first, so that the bill can be paid in another way; a quoted bill ends with it
 * (0127).
 *
 * @throws Refusal 409 without a boleto and for a paid one, 503 without the provider
 */
export async function cancelBoleto(
  school: School,
  { userId, parcelaId }: { userId: number; parcelaId: number },
): Promise<void> {
  const ended = await endAtProvider(school, await boletoOf(school, parcelaId));
  await school.db.transaction().execute(async (tx) => {
    const [bill] = await holdBills(tx, userId, [parcelaId]);
    if (!bill) throw notFound(financeMessages.unknownBill);
    await endHere(school, tx, bill, ended);
  });
}

/** As above, by the office, for a bill of any kind: with a reason for the log, and the payer is notified. */
export async function cancelSchoolBoleto(ctx: Ctx, id: number, body: { motivo: string }) {
  await billInReach(ctx.db, ctx.reach, id);
  const ended = await endAtProvider(ctx, await boletoOf(ctx, id));
  const act = { id, action: 'bill-boleto-cancel', parts: body, motivo: body.motivo, ofSales: true } as const;
  return actOnBill(ctx, act, async (tx, { bill }) => {
    await endHere(ctx, tx, bill, ended);
    await notifyOfChange(ctx, tx, bill, officeMessages.notices.boletoCancelled(bill.cambio_id !== null));
    return officeMessages.done.boletoCancelled;
  });
}

const boletoOf = async ({ db }: School, parcelaId: number) => (await openBoletos(db, [parcelaId])).get(parcelaId);

/**
 * Asks the provider to end an open boleto, or the order of a debit.
 *
 * @returns the id of its charge; undefined without one @throws Refusal 409 for a paid one, 503
 */
export async function endAtProvider(school: School, charge: ChargeRow | undefined): Promise<number | undefined> {
  if (!charge) return undefined;
  const provider = await providerNamed(school, charge.provider);
  try {
    if (!provider?.endCharge) throw new ProviderSilent('the account cannot be opened');
    await provider.endCharge(referenceOf(charge));
    return charge.id;
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    school.log.warn({ txid: charge.txid, reason: error.message }, 'a provider did not end a charge');
    // The provider refuses to end a paid boleto; or it has ended this one, and its answer was lost.
    const { status } = await followUp(school, charge);
    if (status === 'expirada') return charge.id;
    throw status === 'paga'
      ? conflict(financeMessages.alreadyPaid, 'already_paid')
      : unavailable(financeMessages.bankSilent);
  }
}

/** Records that the provider ended the boleto of a locked bill. @throws Refusal 409 if another process was faster */
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
