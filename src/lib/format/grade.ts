/**
 * Rounds as people do, by the digits that they see: 7.35 is 7.4 to one place, though the nearest float lies below it. Not
 * with `Intl`: its first object takes a slow phone 50 to 80 ms.
 */
function rounded(value: number, places: number): number {
  const scale = 10 ** places;
  return Math.round(Number((value * scale).toPrecision(12))) / scale;
}
const withComma = (digits: string) => digits.replace('.', ',');

/** A grade as `7,4`. @param grade from 0 to 999 */
export const formatGrade = (grade: number) => withComma(rounded(grade, 1).toFixed(1));

/** A mark as somebody typed it: `8`, `7,25`. @param mark at least 0 */
export const formatMark = (mark: number) => withComma(String(rounded(mark, 2)));
