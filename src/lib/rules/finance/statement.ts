import type { MovementKind } from '#lib/contract/finance.schema.ts';
import type { Parcela, PaymentMethod } from '#lib/contract/finance-shapes.schema.ts';
import { formatMoney } from '../../format/money.ts';
import type { financeMessages } from '../../words/finance.ts';
import { type MonthSum, monthSums } from '../lists/month-sums.ts';
import { dayIn, monthIn } from '../time/zones.ts';

/** A payment or refund. */
export interface StatementEntry {
  id: string;
  em: string;
  tipo: MovementKind;
  descricao: string;
  forma: PaymentMethod | null;
  /** Details such as the card and its installments. */
  detalhe: string | null;
  /** Negative for a refund. */
  valor_centavos: number;
  status: keyof (typeof financeMessages)['movementStates'];
  parcela_id: number | null;
  recibo_url: string | null;
  /** The owner of the bill, if not the user. */
  de?: string | null;
}

export interface MovementFilter {
  /** Days of the school, both inclusive. */
  de?: string | undefined;
  ate?: string | undefined;
  tipo?: MovementKind | undefined;
  forma?: StatementEntry['forma'] | undefined;
}

/** The movements that match a filter, the newest first. @param timeZone the school’s, for the days */
export function filteredMovements(
  all: readonly StatementEntry[],
  { de, ate, tipo, forma }: MovementFilter,
  timeZone: string,
): StatementEntry[] {
  return all
    .filter((each) => {
      const day = dayIn(timeZone, new Date(each.em));
      return (
        (!de || day >= de) && (!ate || day <= ate) && (!tipo || each.tipo === tipo) && (!forma || each.forma === forma)
      );
    })
    .sort((a, b) => b.em.localeCompare(a.em) || b.id.localeCompare(a.id));
}

/** One page of a statement: the sums count completed movements, in centavos. @param all with the filter */
export function statementPage(
  all: readonly StatementEntry[],
  { limit, offset }: { limit: number; offset: number },
  timeZone: string,
): {
  items: StatementEntry[];
  total: number;
  limit: number;
  offset: number;
  pago_centavos: number;
  devolvido_centavos: number;
  meses: MonthSum[];
} {
  const sum = (some: readonly StatementEntry[]) => some.reduce((total, each) => total + each.valor_centavos, 0);
  const done = all.filter(({ status }) => status === 'concluido');
  const items = all.slice(offset, offset + limit);
  return {
    items,
    total: all.length,
    limit,
    offset,
    pago_centavos: sum(done.filter(({ tipo }) => tipo !== 'devolucao')),
    devolvido_centavos: 0 - sum(done.filter(({ tipo }) => tipo === 'devolucao')),
    meses: monthSums(
      items,
      done,
      ({ em }) => monthIn(timeZone, em),
      ({ valor_centavos }) => valor_centavos,
    ),
  };
}

const NO_DAY = 'Dia do pagamento não informado';

/**
 * Payments derived from the list of bills. A bill without the instant of its payment is listed on its due date, and
 * marked. The list has no day of a refund, so the payment shows the refunded amount.
 */
export const paymentsOf = (bills: readonly Parcela[]): StatementEntry[] =>
  bills.flatMap((bill): StatementEntry[] => {
    const { id, status, pago_em, vencimento, descricao, forma, recibo_url, devolvido_centavos: back } = bill;
    if (status !== 'paga') return [];
    return [
      {
        id: `p${id}`,
        em: pago_em ?? `${vencimento}T12:00:00.000Z`,
        tipo: 'parcela',
        descricao,
        forma: forma ?? null,
        detalhe:
          [...(pago_em ? [] : [NO_DAY]), ...(back ? [`Devolvido: ${formatMoney(back)}`] : [])].join('. ') || null,
        valor_centavos: bill.valor_atualizado_centavos,
        status: 'concluido',
        parcela_id: id,
        // A path on the host does not exist on this portal.
        recibo_url: recibo_url?.startsWith('/') ? null : (recibo_url ?? null),
      },
    ];
  });
