import { isBirthDate } from '../account/birth-date.ts';

const LAST_PAGE = 1_000;

/** The rule for days of birth without its upper limit: a calendar day. */
const isDay = (text: string) => isBirthDate(text, '9999-12-31');

/** A day `YYYY-MM-DD` in an address; invalid values are ignored, so that every address works. */
export function dayField(search: URLSearchParams, name: string): string | undefined {
  const text = search.get(name) ?? '';
  return isDay(text) ? text : undefined;
}

/** A value of a closed set in an address. */
export const oneOf = <T extends string>(search: URLSearchParams, name: string, among: readonly T[]): T | undefined =>
  among.find((each) => each === search.get(name));

/** The page `pagina` of a list, from 1 on. */
export function pageIn(search: URLSearchParams, name = 'pagina'): number {
  const number = Math.trunc(Number(search.get(name) ?? 1));
  return Number.isFinite(number) ? Math.min(Math.max(number, 1), LAST_PAGE) : 1;
}
