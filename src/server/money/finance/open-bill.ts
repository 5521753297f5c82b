import type { Db } from '../../core/db/connection.ts';
import { unitOfPerson } from '../../core/db/people.ts';
import { type BillKind, billColumns } from './bill-kinds.ts';

/** A contract's text for the student, or for a minor's guardian. */
export const OWN_CONTRACT = 'O próprio aluno';

interface Sale {
  userId: number;
  /** The unit that the money belongs to; else the one of the person. */
  unitId?: number | null;
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
 * Creates a bill for an immediate purchase. It works like a course bill for payment, links, receipts and lists, but does not
 * belong to a course, so `at-home/financeiro` leaves it out.
 */
export async function openBill(tx: Db, { vencimento, valorCentavos, parcelasMax, ...sale }: Sale & BillTerms) {
  await openPlan(tx, { ...sale, bills: [{ numero: 1, total: 1, vencimento, valorCentavos, parcelasMax }] });
}

/** Creates the bills of a purchase over months, under one contract. Without bills there is no contract. */
export const openPlan = (
  tx: Db,
  { bills, kind, id, descricao, ...sale }: Sale & { bills: readonly (BillTerms & { numero: number; total: number })[] },
): Promise<NewPlan | null> =>
  writePlan(tx, {
    ...sale,
    origem: kind,
    descricao,
    bills: bills.map(({ numero, total, ...bill }) => ({
      ...bill,
      numero,
      total,
      descricao: total === 1 ? descricao : `${descricao} · ${numero} de ${total}`,
      [billColumns[kind]]: id,
    })),
  });

interface NewPlan {
  contratoId: number;
  /** The ids of its bills, the earliest due first. */
  ids: number[];
}

type PlannedBill = BillTerms & { numero: number; total: number; descricao: string; descontoCentavos?: number };

/** Writes a contract with its bills, of a sale or of a course. @returns null without bills */
export async function writePlan(
  tx: Db,
  {
    userId,
    unitId,
    origem,
    descricao,
    responsavel,
    bills,
  }: Pick<Sale, 'userId' | 'unitId' | 'descricao' | 'responsavel'> & {
    origem: BillKind | 'curso';
    bills: readonly PlannedBill[];
  },
): Promise<NewPlan | null> {
  const first = bills[0];
  const last = bills.at(-1);
  if (!first || !last) return null;
  const contrato = await tx
    .insertInto('contratos')
    .values({
      user_id: userId,
      descricao,
      inicio: first.vencimento,
      fim: last.vencimento,
      responsavel: responsavel ?? OWN_CONTRACT,
      origem,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await tx
    .insertInto('parcelas')
    .values(
      bills.map(({ vencimento, valorCentavos, parcelasMax, descontoCentavos = 0, ...named }) => ({
        contrato_id: contrato.id,
        user_id: userId,
        company_id: unitId === undefined ? unitOfPerson(userId) : unitId,
        competencia: vencimento.slice(0, 7),
        vencimento,
        valor_centavos: valorCentavos,
        desconto_centavos: descontoCentavos,
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
        ...named,
      })),
    )
    .returning(['id', 'numero'])
    .execute();
  return { contratoId: contrato.id, ids: rows.toSorted((a, b) => a.numero - b.numero).map(({ id }) => id) };
}
