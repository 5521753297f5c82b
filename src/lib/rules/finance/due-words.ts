import { formatDay } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import { daysUntil } from '../time/days.ts';
import { weekdayIn } from '../time/zones.ts';

/** How long ago a bill was due: `há 25 dias`. @param due `YYYY-MM-DD`, before `today` */
export const lateSince = (due: string, today: string): string => `há ${plural(daysUntil(due, today), 'dia', 'dias')}`;

/** The due date in few words: `vence quinta-feira`. @param due `YYYY-MM-DD` */
export function dueBriefly(due: string, today: string): string {
  const days = daysUntil(today, due);
  if (days <= 0) return dueWords(due, today);
  if (days === 1) return 'vence amanhã';
  return days < 7 ? `vence ${weekdayIn('UTC', new Date(due))}` : `vence em ${formatDay(due).slice(0, 5)}`;
}

/** When a bill is due, or since when it is overdue. @param due `YYYY-MM-DD` */
export function dueWords(due: string, today: string): string {
  if (due < today) return `venceu em ${formatDay(due).slice(0, 5)} · ${lateSince(due, today)}`;
  return due === today ? 'vence hoje' : `vence em ${formatDay(due)}`;
}
