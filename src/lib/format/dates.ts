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

const DAY_MS = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, options: Intl.DateTimeFormatOptions, locale = 'pt-BR'): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formatters.set(key, made);
  return made;
}

const isoDay = (instant: Date, timeZone: string) =>
  formatter(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(instant);

/** `2026-11-20` → `20/11/2026`. */
export const formatDay = (day: string) => day.slice(0, 10).split('-').reverse().join('/');

/** An instant as `20/11/2026` in a zone. */
export const formatDate = (instant: string, timeZone: string) => formatDay(isoDay(new Date(instant), timeZone));

/** An instant as `19:00` in a zone. */
export const formatTime = (instant: string, timeZone: string) =>
  formatter(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));

/** `hoje`, `amanhã`, `ontem`, `terça-feira, 24/11`, or the full date for distant days. */
export function relativeDay(instant: string, now: Date, timeZone: string): string {
  const day = isoDay(new Date(instant), timeZone);
  const days = Math.round((Date.parse(day) - Date.parse(isoDay(now, timeZone))) / DAY_MS);
  const near: Record<string, string> = { '-1': 'ontem', 0: 'hoje', 1: 'amanhã' };
  if (near[days]) return near[days];
  if (Math.abs(days) > 180) return formatDay(day);
  const weekday = formatter(timeZone, { weekday: 'long' }).format(new Date(instant));
  return `${weekday}, ${formatDay(day).slice(0, 5)}`;
}

/** `hoje, 19:00`. */
export const relativeTime = (instant: string, now: Date, timeZone: string) =>
  `${relativeDay(instant, now, timeZone)}, ${formatTime(instant, timeZone)}`;

/** Bom dia until noon, Boa tarde until 18:00, Boa noite after and before 5:00. */
export function greeting(now: Date, timeZone: string): string {
  const hour = Number(formatTime(now.toISOString(), timeZone).slice(0, 2));
  if (hour >= 5 && hour < 12) return 'Bom dia';
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite';
}
