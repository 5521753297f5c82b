import type { Db } from '../db/connection.ts';
import { type BillKind, billColumns } from './bill-kinds.ts';

/** A contract's text for the student, or for a minor's guardian. */
export const OWN_CONTRACT = 'O próprio aluno';

interface Sale {
  userId: number;
  /** The purpose of the bills, and its id. */
  kind: BillKind;
  id: number;
  descricao: string;
  /** The payer, if it is not the student. */
  responsavel?: string | null;
}

interface BillTerms {
  /** `YYYY-MM-DD` of the school. */
  vencimento: string;
  valorCentavos: number;
  /** The largest number of instalments by card. */
  parcelasMax: number;
}

/**
 * Makes a bill for an immediate purchase. It is an instalment like those of a course, so payment, links, receipts and
 * lists work alike. It does not belong to a course, so `at-home/financeiro` leaves it out.
 */
export async function openBill(tx: Db, { vencimento, valorCentavos, parcelasMax, ...sale }: Sale & BillTerms) {
  await openPlan(tx, { ...sale, bills: [{ numero: 1, total: 1, vencimento, valorCentavos, parcelasMax }] });
}

/** Makes the bills of a purchase over months, under one contract. Without bills there is no contract. */
export async function openPlan(
  tx: Db,
  {
    userId,
    kind,
    id,
    descricao,
    responsavel,
    bills,
  }: Sale & { bills: readonly (BillTerms & { numero: number; total: number })[] },
): Promise<void> {
  const first = bills[0];
  const last = bills.at(-1);
  if (!first || !last) return;
  const contrato = await tx
    .insertInto('contratos')
    .values({
      user_id: userId,
      descricao,
      inicio: first.vencimento,
      fim: last.vencimento,
      responsavel: responsavel ?? OWN_CONTRACT,
      origem: kind,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('parcelas')
    .values(
      bills.map(({ numero, total, vencimento, valorCentavos, parcelasMax }) => ({
        contrato_id: contrato.id,
        user_id: userId,
        descricao: total === 1 ? descricao : `${descricao} · ${numero} de ${total}`,
        numero,
        total,
        competencia: vencimento.slice(0, 7),
        vencimento,
        valor_centavos: valorCentavos,
        desconto_centavos: 0,
        multa_centavos: 0,
        juros_centavos: 0,
        status: 'aberta' as const,
        pago_em: null,
        forma: null,
        parcelas_max: parcelasMax,
        pedido_id: null,
        cambio_id: null,
        usa_pagamento_id: null,
        charge_id: null,
        [billColumns[kind]]: id,
      })),
    )
    .execute();
}
