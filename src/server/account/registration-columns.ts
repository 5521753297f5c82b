import type { Guardian, RegistrationInput } from '#lib/contract/account.schema.ts';
import { isBirthDate, isUnderAge } from '#lib/rules/account/birth-date.ts';
import { dayIn } from '#lib/rules/account/registration.ts';
import { invalid } from '../http/refusal.ts';

/** What is known already of who answers for the person. */
export interface KnownGuardian {
  guardian: Guardian | null;
  /** Somebody was named and did not confirm yet. */
  isAsked: boolean;
}

const nobody: KnownGuardian = { guardian: null, isAsked: false };

/**
 * The columns that a registration sets. `updated_at` is set by the caller: confirming is an update (PROFILE-08). A guardian
 * whom a minor names is no column yet: it is asked first. One whom an adult names is not kept: with another date of birth
 * it would answer for a minor and had never been asked.
 *
 * @throws Refusal 422 for a date of birth that is none (VALID-05), or a minor who names no guardian.
 */
export function registrationColumns(
  { guardian, email, birth_date, ...fields }: RegistrationInput,
  now: Date,
  timeZone: string,
  known: KnownGuardian = nobody,
) {
  const today = dayIn(timeZone, now);
  const birthDate = birth_date ?? null;
  requireBirthDate(birthDate, Boolean(guardian ?? known.guardian) || known.isAsked, today);
  const isMinor = birthDate !== null && isUnderAge(birthDate, today) === true;
  const asked = isMinor && guardian && !known.guardian ? guardian : null;
  return {
    columns: {
      ...fields,
      email,
      email_key: email.toLowerCase(),
      birth_date: birthDate,
      ...(guardian && known.guardian && { guardian: JSON.stringify(guardian) }),
    },
    asked,
  };
}

/** @param hasGuardian one comes along, is known, or was named already. @throws Refusal 422 */
export function requireBirthDate(birthDate: string | null, hasGuardian: boolean, today: string): void {
  if (birthDate === null) return;
  if (!isBirthDate(birthDate, today)) throw invalid('Data de nascimento inválida.', { birth_date: 'Data inválida' });
  if (isUnderAge(birthDate, today) && !hasGuardian) {
    throw invalid('Quem tem menos de 18 anos precisa informar um responsável.', { guardian: 'Informe o responsável' });
  }
}
