import { daysUntil } from '#lib/rules/time/days.ts';
import { clockIn, dayIn, weekdayIn } from '#lib/rules/time/zones.ts';

/** Months in Portuguese, January first (CONST-13). */
export const months = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const;

/** `2026-11-20` → `20/11/2026`. */
export const formatDay = (day: string) => day.slice(0, 10).split('-').reverse().join('/');

/** `2026-11` → `Novembro de 2026`. */
export function monthTitle(month: string): string {
  const name = months[Number(month.slice(5, 7)) - 1] ?? month;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} de ${month.slice(0, 4)}`;
}

/** An instant as `20/11/2026` in a zone. */
export const formatDate = (instant: string, timeZone: string) => formatDay(dayIn(timeZone, new Date(instant)));

/** An instant as `19:00` in a zone. */
export const formatTime = (instant: string, timeZone: string) => clockIn(timeZone, new Date(instant));

/** `hoje`, `amanhã`, `ontem`, `terça-feira, 24/11`, or the full date for distant days. */
export function relativeDay(instant: string, now: Date, timeZone: string): string {
  const day = dayIn(timeZone, new Date(instant));
  const days = daysUntil(dayIn(timeZone, now), day);
  const near: Record<string, string> = { '-1': 'ontem', 0: 'hoje', 1: 'amanhã' };
  if (near[days]) return near[days];
  if (Math.abs(days) > 180) return formatDay(day);
  return `${weekdayIn(timeZone, new Date(instant))}, ${formatDay(day).slice(0, 5)}`;
}

/** For a narrow column: `hoje`, `ontem`, `24/11`, or the full date of distant days. */
export const shortDay = (instant: string, now: Date, timeZone: string): string =>
  relativeDay(instant, now, timeZone).split(', ').at(-1) ?? '';

/** `hoje, 19:00`. */
export const relativeTime = (instant: string, now: Date, timeZone: string) =>
  `${relativeDay(instant, now, timeZone)}, ${formatTime(instant, timeZone)}`;

/** Bom dia until noon, Boa tarde until 18:00, Boa noite after and before 5:00. */
export function greeting(now: Date, timeZone: string): string {
  const hour = Number(formatTime(now.toISOString(), timeZone).slice(0, 2));
  if (hour >= 5 && hour < 12) return 'Bom dia';
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite';
}
