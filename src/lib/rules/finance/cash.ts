import { formatMoney } from '#lib/format/money.ts';

/** A payment or refund at the counter. A refund is negative. */
interface Movement {
  quem: string | null;
  forma: string | null;
  centavos: number;
}

/** A person’s sum, by payment method. */
interface Taken {
  quem: string | null;
  isReturn: boolean;
  /** In the order of the payment methods. */
  formas: number[];
  centavos: number;
}

/** Sums of the counter by person and payment method: a row each, refunds last, and the totals. */
export function cashOf(movements: readonly Movement[], order: readonly string[]) {
  const methods = order.filter((method) => movements.some(({ forma }) => forma === method));
  const sumOf = (some: readonly Movement[]) => some.reduce((sum, { centavos }) => sum + centavos, 0);
  const rowOf = (some: readonly Movement[]) => ({
    formas: methods.map((method) => sumOf(some.filter(({ forma }) => forma === method))),
    centavos: sumOf(some),
  });
  const returns = movements.filter(({ centavos }) => centavos < 0);
  const taken = Map.groupBy(
    movements.filter(({ centavos }) => centavos >= 0),
    ({ quem }) => quem,
  );
  const rows: Taken[] = [...taken]
    .map(([quem, some]) => ({ quem, isReturn: false, ...rowOf(some) }))
    .toSorted((a, b) => b.centavos - a.centavos);
  return {
    methods,
    rows: returns.length > 0 ? [...rows, { quem: null, isReturn: true, ...rowOf(returns) }] : rows,
    total: rowOf(movements),
  };
}

/** A sum in words, split by payment method if there are several. @param names of the payment methods */
export function byMethod({ formas, centavos }: Pick<Taken, 'formas' | 'centavos'>, names: readonly string[]): string {
  const parts = names.flatMap((name, at) => (formas[at] ? `${name} ${formatMoney(formas[at])}` : []));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return parts.length === 0 ? formatMoney(centavos) : `${formatMoney(centavos)} (${parts.join(', ')})`;
}
