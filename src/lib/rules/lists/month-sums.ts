/** The sum of a whole month, also if a page shows a part of it. */
export interface MonthSum {
  /** `YYYY-MM` */
  mes: string;
  soma: number;
}

/**
 * The sums of the months that a page shows, in their order.
 *
 * @param shown entries of the page. @param all entries that count, at least those of these months
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

/** The entries of a page by month, each month with its sum; null for an unknown sum. */
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
