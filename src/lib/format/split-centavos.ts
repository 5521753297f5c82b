/**
 * Parts of an amount that differ by one centavo at most and sum up to it exactly, the larger ones first.
 *
 * @param parts a whole number from 1 on.
 */
export function splitCentavos(total: number, parts: number): number[] {
  const small = Math.floor(total / parts);
  const larger = total - small * parts;
  return Array.from({ length: parts }, (_, index) => (index < larger ? small + 1 : small));
}
