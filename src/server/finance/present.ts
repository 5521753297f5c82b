import type { Bill, Financeiro, Parcela } from '#lib/contract/finance.schema.ts';
import { receiptPath } from '#lib/file-addresses.ts';
import { amountDue } from './amount-due.ts';
import type { BillRow, ContratoRow, ParcelaRow } from './queries.ts';

/** State of an instalment on the school's today (`YYYY-MM-DD`). */
export function statusOf(row: ParcelaRow, today: string): Parcela['status'] {
  if (row.status !== 'aberta') return row.status;
  if (row.vencimento === today) return 'vence_hoje';
  return row.vencimento < today ? 'vencida' : 'a_vencer';
}

/** @param takesMoney whether this school is paid in the portal. */
export function presentParcela(row: ParcelaRow & Partial<BillRow>, today: string, takesMoney: boolean): Parcela {
  const isOpen = row.status === 'aberta';
  const due = amountDue(row, today);
  return {
    id: row.id,
    contrato_id: row.contrato_id,
    descricao: row.descricao,
    numero: row.numero,
    total: row.total,
    competencia: row.competencia,
    vencimento: row.vencimento,
    valor_centavos: row.valor_centavos,
    desconto_centavos: due.desconto,
    multa_centavos: due.multa,
    juros_centavos: due.juros,
    credito_centavos: row.credito_centavos,
    valor_atualizado_centavos: due.total,
    status: statusOf(row, today),
    pago_em: row.pago_em,
    forma: row.forma,
    formas: isOpen && takesMoney ? ['pix', 'cartao'] : [],
    parcelas_max: row.parcelas_max,
    recibo_url: row.status === 'paga' ? receiptPath(row.id) : null,
  };
}

export function presentFinance(
  contratos: ContratoRow[],
  rows: (ParcelaRow & Partial<BillRow>)[],
  today: string,
  takesMoney: boolean,
): Financeiro {
  const parcelas = rows.map((row) => presentParcela(row, today, takesMoney));
  const sum = (some: Parcela[]) =>
    some.reduce((total, { valor_atualizado_centavos }) => total + valor_atualizado_centavos, 0);
  const overdue = parcelas.filter(({ status }) => status === 'vencida');
  const ahead = parcelas.filter(({ status }) => status === 'a_vencer' || status === 'vence_hoje');
  const next = ahead.toSorted((a, b) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id)[0];
  return {
    resumo: {
      aberto_centavos: sum([...overdue, ...ahead]),
      vencido_centavos: sum(overdue),
      proximo_vencimento: next?.vencimento ?? null,
      proxima_parcela_id: next?.id ?? null,
    },
    contratos: contratos.map(({ id, descricao, inicio, fim, responsavel }) => ({
      id,
      descricao,
      inicio,
      fim,
      responsavel,
    })),
    parcelas,
  };
}

interface BillContext {
  today: string;
  takesMoney: boolean;
  school: { nome: string; cidade: string; marca: 'knn' | 'phenom' } | null;
}

/** A bill as whoever pays it sees it: what it is and costs, and nothing about the person who owes it (FIN-06). */
export function presentBill(row: BillRow, { today, takesMoney, school }: BillContext): Bill {
  const bill = presentParcela(row, today, takesMoney);
  return {
    parcela_id: bill.id,
    descricao: bill.descricao,
    vencimento: bill.vencimento,
    valor_centavos: bill.valor_centavos,
    desconto_centavos: bill.desconto_centavos,
    multa_centavos: bill.multa_centavos,
    juros_centavos: bill.juros_centavos,
    credito_centavos: bill.credito_centavos,
    valor_atualizado_centavos: bill.valor_atualizado_centavos,
    status: bill.status,
    formas: bill.formas,
    parcelas_max: bill.parcelas_max,
    pago_em: bill.pago_em,
    forma: bill.forma,
    escola: school && { nome: school.nome, cidade: school.cidade, marca: school.marca },
  };
}
