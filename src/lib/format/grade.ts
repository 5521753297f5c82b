import { formatHundredths } from './money.ts';

/**
 * Rounds as people do, by the digits that they see: 7.35 is 74 tenths, though the nearest float lies below it. Not with
 * `Intl`: its first object takes a slow phone 50 to 80 ms.
 *
 * @returns how many of these parts of one: 10 for tenths
 */
const partsOf = (value: number, parts: number) => Math.round(Number((value * parts).toPrecision(12)));

/**
 * A grade as `7,4`, and one that was given in hundredths as its teacher typed it: `7,25`.
 *
 * @param grade at least 0
 */
export const formatGrade = (grade: number) => formatHundredths(partsOf(grade, 100)).replace(/0$/, '');

/** A mark as somebody typed it: `8`, `7,25`. @param mark at least 0 */
export const formatMark = (mark: number) => String(partsOf(mark, 100) / 100).replace('.', ',');
