import type { Db } from '../db/connection.ts';

/** Stands in a contract for the student, or for the guardian of a minor. */
export const OWN_CONTRACT = 'O próprio aluno';

interface BillInput {
  userId: number;
  /** What it is for: an order or a payment abroad, by its id. */
  pedidoId?: number;
  cambioId?: number;
  /** Who pays, where it is not the student. */
  responsavel?: string;
  descricao: string;
  valorCentavos: number;
  /** The most instalments by card. */
  parcelasMax: number;
  /** `YYYY-MM-DD` of the school. */
  vencimento: string;
}

/**
 * Makes a bill for something that is paid at once. It is an instalment like those of a course, so that it is paid, linked,
 * receipted and listed in the same way; it is none of a course, so `at-home/financeiro` leaves it out.
 *
 * @returns the id of the instalment that stands for it (`parcela_id`).
 */
export async function openBill(tx: Db, bill: BillInput): Promise<number> {
  const { userId, descricao, vencimento } = bill;
  const contrato = await tx
    .insertInto('contratos')
    .values({
      user_id: userId,
      descricao,
      inicio: vencimento,
      fim: vencimento,
      responsavel: bill.responsavel ?? OWN_CONTRACT,
      origem: bill.pedidoId === undefined ? 'cambio' : 'pedido',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('parcelas')
    .values({
      contrato_id: contrato.id,
      user_id: userId,
      descricao,
      numero: 1,
      total: 1,
      competencia: vencimento.slice(0, 7),
      vencimento,
      valor_centavos: bill.valorCentavos,
      desconto_centavos: 0,
      multa_centavos: 0,
      juros_centavos: 0,
      status: 'aberta',
      pago_em: null,
      forma: null,
      parcelas_max: bill.parcelasMax,
      pedido_id: bill.pedidoId ?? null,
      cambio_id: bill.cambioId ?? null,
      usa_pagamento_id: null,
      charge_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
