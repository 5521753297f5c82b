import { addMonths } from '../time/days.ts';

/** Date ranges that a list offers as buttons, from the shortest to the longest; each ends today, and all differ. */
export function daySpans(today: string) {
  const spans = [
    { name: 'Este mês', de: `${today.slice(0, 8)}01` },
    { name: '3 meses', de: addMonths(today, -3) },
    { name: 'Ano', de: `${today.slice(0, 4)}-01-01` },
  ];
  return spans.filter(({ de }, place) => spans.findIndex((other) => other.de === de) === place);
}
