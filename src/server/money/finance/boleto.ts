import { createHash } from 'node:crypto';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { zoneOfUnit } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import type { PaymentProvider } from '../../core/ports/payments/provider.ts';
import { providerOf } from './accounts.ts';
import { activateCharge } from './activate-charge.ts';
import { amountDue, payableUntil } from './amount-due.ts';
import { type BankCalendar, bankDayFrom } from './bank-days.ts';
import { insertCharge, itemOf } from './insert-charge.ts';
import type { LateFeeBasis } from './late-fee.ts';
import { payerOfCharge, refuseClosed } from './pix-charge.ts';
import { type ChargeRow, holdBills, type ParcelaRow } from './queries.ts';
import { endCode, endOtherCodes } from './running-codes.ts';
import { lateFeeBasisOf } from './school-day.ts';

/** A bank tells of a paid boleto on the next banking days. */
const DAYS_OF_BANKS = 3;

interface OwnBill {
  userId: number;
  parcelaId: number;
}

const nextBankDay = (day: string, calendar: BankCalendar) => bankDayFrom(shiftDay(day, 1), calendar);

/**
 * The day on which a boleto of a bill is due: the last day in time, else the next day of banks. It costs what the bill
 * costs on that day, so it never needs a fine of its own.
 */
function boletoDueDay(bill: ParcelaRow, { today, calendar }: LateFeeBasis): string {
  const until = payableUntil(bill, calendar);
  return bill.cambio_id === null && until >= today ? until : nextBankDay(today, calendar);
}

/**
 * The boleto of a bill, or a new one after the due day of the one before. Running Pix codes of the bill end.
 *
 * @throws Refusal 404 for another person's bill, 409 for a closed one and without a payer's CPF, 503 without the house.
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
  const told = Array.from({ length: DAYS_OF_BANKS }).reduce<string>((day) => nextBankDay(day, basis.calendar), due);
  const zone = await zoneOfUnit(tx, config, bill.company_id);
  return insertCharge(
    tx,
    {
      user_id: bill.user_id,
      forma: 'boleto',
      provider,
      chave,
      criada_em: at.toISOString(),
      expira_em: instantIn(zone, told, '23:59'),
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
