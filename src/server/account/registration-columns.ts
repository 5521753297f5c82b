import { isBirthDate, isUnderAge } from '#lib/birth-date.ts';
import type { RegistrationInput } from '#lib/contract/account.schema.ts';
import { dayIn } from '#lib/registration.ts';
import { invalid } from '../http/refusal.ts';

/**
 * The columns that a registration sets. `updated_at` is set by the caller: confirming is an update (PROFILE-08).
 *
 * @throws Refusal 422 for a date of birth that is none (VALID-05), or a minor without a guardian.
 */
export function registrationColumns(input: RegistrationInput, now: Date, timeZone: string) {
  const { guardian, email, birth_date, ...fields } = input;
  requireBirthDate(birth_date ?? null, guardian !== null && guardian !== undefined, dayIn(timeZone, now));
  return {
    ...fields,
    email,
    email_key: email.toLowerCase(),
    birth_date: birth_date ?? null,
    ...(guardian !== undefined && { guardian: guardian && JSON.stringify(guardian) }),
  };
}

/** @param hasGuardian one comes along or is known already. @throws Refusal 422 */
export function requireBirthDate(birthDate: string | null, hasGuardian: boolean, today: string): void {
  if (birthDate === null) return;
  if (!isBirthDate(birthDate, today)) throw invalid('Data de nascimento inválida.', { birth_date: 'Data inválida' });
  if (isUnderAge(birthDate, today) && !hasGuardian) {
    throw invalid('Quem tem menos de 18 anos precisa informar um responsável.', { guardian: 'Informe o responsável' });
  }
}
