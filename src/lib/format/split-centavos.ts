/**
 * Splits an amount into parts that differ by at most one centavo and have exactly that sum, the larger ones first.
 *
 * @param parts a whole number, at least 1.
 */
export function splitCentavos(total: number, parts: number): number[] {
  const small = Math.floor(total / parts);
  const larger = total - small * parts;
  return Array.from({ length: parts }, (_, index) => (index < larger ? small + 1 : small));
}
