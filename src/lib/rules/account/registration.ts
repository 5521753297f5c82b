import { addMonths } from '../time/days.ts';
import { dayIn } from '../time/zones.ts';

/** CONST-01. */
export const REGISTRATION_STALE_MONTHS = 4;
const FIELDS = ['phone', 'cep', 'cpf', 'email', 'full_name', 'street_number', 'street'] as const;

export type Registration = { [Field in (typeof FIELDS)[number]]?: string | null } & {
  updated_at?: string | null;
  /** Who lives abroad has no CEP. */
  country?: string | null;
};

/**
 * Whether the user has to confirm the registration: a field is empty, it was never confirmed, or the last time is four
 * or more calendar months ago in the school's zone (VALID-01…04).
 */
export function needsRegistrationUpdate(user: Registration, now: Date, timeZone: string): boolean {
  const isMissing = (field: (typeof FIELDS)[number]) =>
    String(user[field] ?? '').trim() === '' && !(field === 'cep' && user.country);
  if (FIELDS.some(isMissing)) return true;
  if (!user.updated_at) return true;
  const updated = new Date(user.updated_at);
  if (Number.isNaN(updated.getTime())) return true;
  return dayIn(timeZone, now) >= addMonths(dayIn(timeZone, updated), REGISTRATION_STALE_MONTHS);
}
