/** The sum of a whole month, also if a page shows a part of it. */
export interface MonthSum {
  /** `YYYY-MM` */
  mes: string;
  soma: number;
}

/**
 * The sums of the months that a page shows, in their order.
 *
 * @param shown of the page. @param all that count, of these months at least.
 */
export function monthSums<Shown, Each>(
  shown: readonly Shown[],
  all: readonly Each[],
  monthOf: (each: Shown | Each) => string,
  amountOf: (each: Each) => number,
): MonthSum[] {
  const counted = Map.groupBy(all, monthOf);
  return [...new Set(shown.map(monthOf))].map((mes) => ({
    mes,
    soma: (counted.get(mes) ?? []).reduce((sum, each) => sum + amountOf(each), 0),
  }));
}

/** What a page shows, month by month, each with its sum; null if nobody told it. */
export function byMonth<Each>(
  shown: readonly Each[],
  sums: readonly MonthSum[] | null | undefined,
  monthOf: (each: Each) => string,
): { mes: string; soma: number | null; items: Each[] }[] {
  return [...Map.groupBy(shown, monthOf)].map(([mes, items]) => ({
    mes,
    items,
    soma: sums?.find((each) => each.mes === mes)?.soma ?? null,
  }));
}
