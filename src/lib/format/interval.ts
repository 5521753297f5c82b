import { formatCount, plural } from './money.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

/** A wait in words, rounded to its largest unit: `1 min`, `2 h`, `8 dias`, `3 meses`. @param seconds at least 0 */
export function formatInterval(seconds: number): string {
  if (seconds < HOUR) return `${Math.max(1, Math.round(seconds / MINUTE))} min`;
  if (seconds < DAY) return `${Math.round(seconds / HOUR)} h`;
  if (seconds < 2 * MONTH) return plural(Math.round(seconds / DAY), 'dia', 'dias');
  if (seconds < YEAR) return plural(Math.round(seconds / MONTH), 'mês', 'meses');
  return plural(Math.round(seconds / YEAR), 'ano', 'anos');
}

/** A place in a recording, or what is left of a time: `0:07`, `1:42`, `13:05:00`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(whole / MINUTE);
  if (whole < HOUR) return `${minutes}:${two(whole % MINUTE)}`;
  return `${Math.floor(whole / HOUR)}:${two(minutes % 60)}:${two(whole % MINUTE)}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** A size as people read it: `740 kB`, `1,2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const text =
    unit > 1 && value < 10 ? String(Math.round(value * 10) / 10).replace('.', ',') : formatCount(Math.round(value));
  return `${text} ${UNITS[unit]}`;
}
