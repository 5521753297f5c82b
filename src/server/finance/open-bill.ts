import type { Db } from '../db/connection.ts';
import { type BillKind, billColumns } from './bill-kinds.ts';

/** Stands in a contract for the student, or for the guardian of a minor. */
export const OWN_CONTRACT = 'O próprio aluno';

interface Sale {
  userId: number;
  /** What the bills are for, and its id. */
  kind: BillKind;
  id: number;
  descricao: string;
  /** Who pays, where it is not the student. */
  responsavel?: string | null;
}

interface BillTerms {
  /** `YYYY-MM-DD` of the school. */
  vencimento: string;
  valorCentavos: number;
  /** The most instalments by card. */
  parcelasMax: number;
}

/**
 * Makes a bill for something that is paid at once. It is an instalment like those of a course, so that it is paid, linked,
 * receipted and listed in the same way; it is none of a course, so `at-home/financeiro` leaves it out.
 */
export async function openBill(tx: Db, { vencimento, valorCentavos, parcelasMax, ...sale }: Sale & BillTerms) {
  await openPlan(tx, { ...sale, bills: [{ numero: 1, total: 1, vencimento, valorCentavos, parcelasMax }] });
}

/** Makes the bills of something that is paid over months, under one contract. No bill, no contract. */
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
