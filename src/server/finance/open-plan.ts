import type { Db } from '../db/connection.ts';
import { OWN_CONTRACT } from './open-bill.ts';

interface PlanInput {
  userId: number;
  /** What it is for: the payment of a trip, by its id. */
  usaPagamentoId: number;
  descricao: string;
  /** Who pays, where it is not the student. */
  responsavel?: string | null;
  bills: readonly {
    numero: number;
    total: number;
    /** `YYYY-MM-DD` of the school. */
    vencimento: string;
    valorCentavos: number;
    /** The most instalments by card. */
    parcelasMax: number;
  }[];
}

/**
 * Makes the bills of something that is paid over months: instalments like those of a course, so that each is paid, linked,
 * receipted and listed in the same way, under one agreement that `at-home/financeiro` leaves out.
 */
export async function openPlan(
  tx: Db,
  { userId, usaPagamentoId, descricao, responsavel, bills }: PlanInput,
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
      origem: 'viagem',
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
        usa_pagamento_id: usaPagamentoId,
        charge_id: null,
      })),
    )
    .execute();
}
