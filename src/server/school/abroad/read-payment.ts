import type { Selectable } from 'kysely';
import type { UsaPayment } from '#lib/contract/abroad.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { receiverOf } from '../../money/finance/accounts.ts';
import { presentPix } from '../../money/finance/charge.ts';
import type { Schema } from '../../tables.ts';

type PaymentRow = Selectable<Schema['usa_pagamentos']>;
type Bill = Pick<
  Selectable<Schema['parcelas']>,
  'id' | 'company_id' | 'numero' | 'vencimento' | 'valor_centavos' | 'status'
>;
type Charge = Selectable<Schema['charges']>;

/** A payment with its valid bills. The bills of an earlier form were cancelled. */
export interface Plan {
  payment: PaymentRow;
  bills: Bill[];
}

export async function readPlan(db: Db, requestId: number): Promise<Plan | null> {
  const payment = await db
    .selectFrom('usa_pagamentos')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (!payment) return null;
  const bills = await db
    .selectFrom('parcelas')
    .select(['id', 'company_id', 'numero', 'vencimento', 'valor_centavos', 'status'])
    .where('usa_pagamento_id', '=', payment.id)
    .where('status', '!=', 'cancelada')
    .orderBy('numero')
    .orderBy('id')
    .execute();
  return { payment, bills };
}

export const nextBill = ({ bills }: Plan): Bill | undefined => bills.find(({ status }) => status === 'aberta');

/** The running Pix code of the next bill. A read makes no new code. */
export async function openPixOf(db: Db, plan: Plan, now: Date): Promise<Charge | undefined> {
  const bill = nextBill(plan);
  if (!bill || plan.payment.forma !== 'pix') return undefined;
  return db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .selectAll('charges')
    .where('charge_items.parcela_id', '=', bill.id)
    .where('charges.forma', '=', 'pix')
    .where('charges.status', '=', 'ativa')
    .where('charges.expira_em', '>', now.toISOString())
    .orderBy('charges.id', 'desc')
    .executeTakeFirst();
}

function statusOf({ payment, bills }: Plan): UsaPayment['status'] {
  if (payment.forma === 'cambio') return payment.pago_em === null ? 'aberto' : 'pago';
  const paid = bills.filter(({ status }) => status === 'paga').length;
  if (bills.length > 0 && paid === bills.length) return 'pago';
  return paid > 0 ? 'parcial' : 'aberto';
}

/** @param charge the running Pix code of the next bill, if there is one. */
export async function presentUsaPayment(school: School, plan: Plan, charge: Charge | undefined): Promise<UsaPayment> {
  const { payment, bills } = plan;
  const bill = nextBill(plan);
  return {
    id: payment.id,
    request_id: payment.request_id,
    forma: payment.forma,
    parcelas: bills.map(({ id, numero, vencimento, valor_centavos, status }) => ({
      numero,
      vencimento,
      valor_centavos,
      status,
      parcela_id: id,
    })),
    total_centavos: payment.total_centavos,
    moeda: payment.moeda,
    total_minor: payment.total_minor,
    status: statusOf(plan),
    cobranca: charge && bill ? presentPix(charge, bill.id, await receiverOf(school, charge), school.now()) : null,
  };
}
