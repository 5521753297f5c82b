import type { MovementKind } from '#lib/contract/finance.schema.ts';
import type { Parcela, PaymentMethod } from '#lib/contract/finance-shapes.schema.ts';
import { formatMoney } from '../../format/money.ts';
import type { financeMessages } from '../../words/finance.ts';
import { type MonthSum, monthSums } from '../lists/month-sums.ts';
import { dayIn, monthIn } from '../time/zones.ts';

/** Money that came in or went back. */
export interface StatementEntry {
  id: string;
  em: string;
  tipo: MovementKind;
  descricao: string;
  forma: PaymentMethod | null;
  /** Such as the card and its instalments. */
  detalhe: string | null;
  /** Negative for money that came back. */
  valor_centavos: number;
  status: keyof (typeof financeMessages)['movementStates'];
  parcela_id: number | null;
  recibo_url: string | null;
  /** Whose bill it is, if not of the user who asks. */
  de?: string | null;
}

export interface MovementFilter {
  /** Days of the school, both included. */
  de?: string | undefined;
  ate?: string | undefined;
  tipo?: MovementKind | undefined;
  forma?: StatementEntry['forma'] | undefined;
}

/** The movements that a filter leaves, the newest first. @param timeZone the school's, for the days */
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

/** One page of a statement: the sums count what is done, in centavos. @param all with the filter */
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
 * What was paid, as the list of bills alone tells it. A bill without the instant of its payment stands on its due day, and
 * says so. The list has no day of a refund, so the payment says how much went back.
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
        // An address of their host is none of this portal.
        recibo_url: recibo_url?.startsWith('/') ? null : (recibo_url ?? null),
      },
    ];
  });
