import { formatDay } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import { daysUntil } from '../time/days.ts';

/** How long ago a bill was due: `há 25 dias`. @param due `YYYY-MM-DD`, before `today` */
export const lateSince = (due: string, today: string): string => `há ${plural(daysUntil(due, today), 'dia', 'dias')}`;

/** Until when a bill is paid, or since when it is late. @param due `YYYY-MM-DD` */
export function dueWords(due: string, today: string): string {
  if (due < today) return `venceu em ${formatDay(due).slice(0, 5)} · ${lateSince(due, today)}`;
  return due === today ? 'vence hoje' : `vence em ${formatDay(due)}`;
}
