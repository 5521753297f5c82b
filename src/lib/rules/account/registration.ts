import { REGISTRATION_STALE_MONTHS } from '../figures/constants.ts';

const FIELDS = ['phone', 'cep', 'cpf', 'email', 'full_name', 'street_number', 'street'] as const;

export type Registration = { [Field in (typeof FIELDS)[number]]?: string | null } & { updated_at?: string | null };

/**
 * Whether the user has to confirm the registration: a field is empty, it was never confirmed, or the last time is four
 * or more calendar months ago in the school's zone (VALID-01…04).
 */
export function needsRegistrationUpdate(user: Registration, now: Date, timeZone: string): boolean {
  if (FIELDS.some((field) => String(user[field] ?? '').trim() === '')) return true;
  if (!user.updated_at) return true;
  const updated = new Date(user.updated_at);
  if (Number.isNaN(updated.getTime())) return true;
  return dayIn(timeZone, now) >= addMonths(dayIn(timeZone, updated), REGISTRATION_STALE_MONTHS);
}

/** The calendar day of an instant in a zone, `YYYY-MM-DD`: such texts sort like days. */
export function dayIn(timeZone: string, instant: Date): string {
  return formatterOf(timeZone).format(instant);
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  // Swedish writes dates as ISO does.
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** The same day some months later; if the month lacks that day, its last day (31 October + 4 → 28 or 29 February). */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}
