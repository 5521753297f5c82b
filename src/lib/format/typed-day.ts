import { isDay } from '#lib/rules/time/days.ts';
import { formatDay } from './dates.ts';

const TYPED = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/;
const partsOf = (typed: string) => TYPED.exec(typed.trim().replace(/^(\d{2})(\d{2})(\d{4})$/, '$1/$2/$3'));

/** A day as people type it: `25/12/2001` → `2001-12-25`. Any other text stays as it is, also 31/02/2001. */
export function dayOf(typed: string): string {
  const [, day = '', month = '', year = ''] = partsOf(typed) ?? [];
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : typed;
}

/** A day as a field for typing shows it: `2001-12-25` → `25/12/2001`. Any other text stays as it is. */
export const typedDay = (text: string): string => (isDay(text) ? formatDay(text) : text);

/** Whether a real day may be meant: not a year such as 0026 or 9999, which is a typing error. */
export const isPlausibleDay = (day: string): boolean => day >= '1900-01-01' && day <= '2199-12-31';
export const implausibleDay = 'Confira o ano: use os quatro números, como 25/12/2001';

/** The error for a text that is no day. */
export const wrongDay = (text: string): string =>
  partsOf(text) || /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? 'Esse dia não existe no calendário'
    : 'Escreva a data com dia, mês e ano, como 25/12/2001';
