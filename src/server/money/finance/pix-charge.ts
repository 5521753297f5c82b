import { createHash } from 'node:crypto';
import { dayIn } from '#lib/rules/time/zones.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import type { PaymentProvider } from '../../core/ports/payments/provider.ts';
import { providerOf } from './accounts.ts';
import { activateCharge } from './activate-charge.ts';
import { amountDue } from './amount-due.ts';
import { contractOfBill, payerByContract } from './contract-payer.ts';
import { insertCharge, itemOf } from './insert-charge.ts';
import { refuseBoletos } from './live-boletos.ts';
import { type ChargeRow, chargeById, holdBills, itemsOf, type ParcelaRow, parcelaById } from './queries.ts';
import { endCode, endOtherCodes } from './running-codes.ts';
import { lateFeeBasesOf } from './school-day.ts';

const PIX_LIFETIME_MS = 30 * 60_000;
/** A code with less than this left is not handed out again: who opens a bank's app needs some minutes. */
const SHORT_MS = 10 * 60_000;

interface PixInput {
  userId: number;
  /** The person's bills that one code pays together. */
  parcelaIds: readonly number[];
  /** Instead of half an hour from now. */
  expiresAt?: Date;
}

/**
 * The running Pix charge of some bills, or a new one (FIN-05). It is safe to ask many times, also at once. A code keeps
 * its amount until it expires, and is not handed out in its last minutes. A bill is in one code only: another code for
 * it ends.
 *
 * @returns the charge: `ativa` with its code, or `paga` when one code paid exactly these bills.
 * @throws Refusal 404 for another person's bills, 409 for paid, cancelled or card-held ones and for a running boleto, 503 without the bank.
 */
export async function runningPix(school: School, { userId, parcelaIds, expiresAt }: PixInput): Promise<ChargeRow> {
  const ids = [...new Set(parcelaIds)].sort((a, b) => a - b);
  const provider = await providerOf(school, 'pix', ids);
  const at = school.now();
  const charge = await school.db.transaction().execute(async (tx) => {
    const bills = await holdBills(tx, userId, ids);
    if (ids.length === 0 || bills.length !== ids.length) throw notFound(financeMessages.unknownBill);
    const paid = await paidTogether(tx, bills);
    if (paid) return paid;
    refuseClosed(bills);
    const basisFor = await lateFeeBasesOf(school, tx, bills, at);
    await refuseBoletos(tx, bills, basisFor);
    const chave = createHash('sha256').update(ids.join()).digest('hex');
    const known = await tx.selectFrom('charges').selectAll().where('chave', '=', chave).executeTakeFirst();
    const stillGood = new Date(at.getTime() + (expiresAt ? 0 : SHORT_MS)).toISOString();
    // A code of an account that takes no new charges ends.
    if (known?.provider === provider.name && (known.expira_em ?? '') > stillGood) return known;
    if (known) await endCode(tx, known.id, 'removida');
    await endOtherCodes(tx, null, ids);
    return insertCharge(
      tx,
      {
        user_id: userId,
        forma: 'pix',
        provider: provider.name,
        chave,
        criada_em: at.toISOString(),
        expira_em: (expiresAt ?? new Date(at.getTime() + PIX_LIFETIME_MS)).toISOString(),
        parcelas: 1,
      },
      bills.map((bill) => itemOf(bill.id, amountDue(bill, basisFor(bill)))),
    );
  });
  return charge.status === 'criando' ? askForCode(school, provider, charge) : charge;
}

/** The Pix charge that paid exactly these bills. It answers whether they are paid. */
async function paidTogether(tx: Db, bills: readonly ParcelaRow[]): Promise<ChargeRow | undefined> {
  const [first] = bills;
  if (!first?.charge_id || bills.some(({ status, charge_id }) => status !== 'paga' || charge_id !== first.charge_id)) {
    return undefined;
  }
  const charge = await chargeById(tx, first.charge_id);
  if (charge?.forma !== 'pix') return undefined;
  // A code of more bills has another amount. The holder of a link to one bill must not learn it.
  return (await itemsOf(tx, charge.id)).length === bills.length ? charge : undefined;
}

/** @throws Refusal 409 with the reason why a bill cannot be paid. */
export function refuseClosed(bills: readonly ParcelaRow[]): void {
  for (const { status } of bills) {
    if (status === 'paga') throw conflict(financeMessages.alreadyPaid, 'already_paid');
    if (status === 'em_processamento') throw conflict(financeMessages.inProgress, 'in_progress');
    if (status === 'cancelada') throw conflict(financeMessages.cancelled, 'cancelled');
  }
}

async function askForCode(school: School, provider: PaymentProvider, charge: ChargeRow): Promise<ChargeRow> {
  const payer = provider.needsPayer ? await payerOfCharge(school, charge) : undefined;
  return activateCharge(school, charge, async () => {
    const { code } = await provider.createPix({
      payer,
      reference: charge.txid,
      amount: charge.valor_centavos,
      description: financeMessages.pixDescription,
      expiresAt: new Date(charge.expira_em ?? 0),
    });
    return { br_code: code };
  });
}

/** Who pays a charge by the contract of its first bill. @throws Refusal 409 if the school does not know the CPF. */
export async function payerOfCharge({ db, config, now }: School, { id }: ChargeRow) {
  const [item] = await itemsOf(db, id);
  const bill = item && (await parcelaById(db, item.parcela_id));
  if (!bill) throw notFound(financeMessages.unknownBill);
  const { nome, cpf } = payerByContract(
    await contractOfBill(db, bill.contrato_id),
    dayIn(config.SCHOOL_TIME_ZONE, now()),
  );
  if (cpf === null) throw conflict(financeMessages.payerWithoutCpf, 'payer_without_cpf');
  return { name: nome, cpf };
}
