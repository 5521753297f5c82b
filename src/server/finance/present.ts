import type { Financeiro, Parcela } from '#lib/contract/finance.schema.ts';
import type { ContratoRow, ParcelaRow } from './queries.ts';

/** State of an instalment on the school's today (`YYYY-MM-DD`). */
function statusOf(row: ParcelaRow, today: string): Parcela['status'] {
  if (row.status !== 'aberta') return row.status;
  if (row.vencimento === today) return 'vence_hoje';
  return row.vencimento < today ? 'vencida' : 'a_vencer';
}

/** The discount is for paying by the due date; fine and interest are stored once they are due. Centavos. */
export function presentParcela(row: ParcelaRow, today: string): Parcela {
  const status = statusOf(row, today);
  const isOpen = row.status === 'aberta';
  const discount = status === 'vencida' ? 0 : row.desconto_centavos;
  return {
    id: row.id,
    contrato_id: row.contrato_id,
    descricao: row.descricao,
    numero: row.numero,
    total: row.total,
    competencia: row.competencia,
    vencimento: row.vencimento,
    valor_centavos: row.valor_centavos,
    desconto_centavos: discount,
    multa_centavos: row.multa_centavos,
    juros_centavos: row.juros_centavos,
    valor_atualizado_centavos: row.valor_centavos - discount + row.multa_centavos + row.juros_centavos,
    status,
    pago_em: row.pago_em,
    forma: row.forma,
    formas: isOpen ? ['pix', 'cartao'] : [],
    parcelas_max: row.parcelas_max,
  };
}

export function presentFinance(contratos: ContratoRow[], rows: ParcelaRow[], today: string): Financeiro {
  const parcelas = rows.map((row) => presentParcela(row, today));
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
