import type { Guardian, RegistrationInput } from '#lib/contract/account.schema.ts';
import { countryAbroad } from '#lib/format/country.ts';
import { birthProblem, isMinor, isUnderAge } from '#lib/rules/account/birth-date.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { guardianCpfWords } from '#lib/words/account-changes.ts';
import { invalid } from '../../core/http/refusal.ts';

/** Whether the person's guardian is known or named. */
export interface KnownGuardian {
  guardian: Guardian | null;
  /** A guardian was named and has not confirmed yet. */
  isRequested: boolean;
}

const nobody: KnownGuardian = { guardian: null, isRequested: false };

/**
 * The columns that a registration sets. The caller sets `updated_at`: confirming is an update (PROFILE-08). A guardian named by a
 * minor is not stored here, because that guardian is asked first. The guardian of an adult is not stored: after a change of the
 * birth date, that guardian would be responsible for a minor without having been asked.
 *
 * @throws Refusal 422 for an invalid date of birth (VALID-05), or for a minor who names no guardian.
 */
export function registrationColumns(
  { guardian, email, birth_date, ...fields }: RegistrationInput,
  now: Date,
  timeZone: string,
  known: KnownGuardian = nobody,
) {
  const place = placeColumns(fields);
  const today = dayIn(timeZone, now);
  const birthDate = birth_date ?? null;
  requireBirthDate(birthDate, Boolean(guardian ?? known.guardian) || known.isRequested, today);
  const requested = isMinor(birthDate, today) && guardian && !known.guardian ? guardian : null;
  return {
    columns: {
      ...fields,
      ...place,
      email,
      email_key: emailKey(email),
      birth_date: birthDate,
      ...(guardian && known.guardian && { guardian: JSON.stringify(guardian) }),
    },
    requested,
  };
}

interface Place {
  cep?: string | null | undefined;
  country?: string | null | undefined;
}

/** The columns that depend on the country of an address: abroad there is neither CEP nor state, in Brazil no region. */
export function columnsOfCountry(text: string | null | undefined) {
  const country = countryAbroad(text);
  return country === null ? { country, region: null } : { country, cep: null, state: null };
}

/**
 * As `columnsOfCountry`, for users who write their own address.
 *
 * @throws Refusal 422 without a CEP in Brazil
 */
export function placeColumns({ cep, country }: Place) {
  const columns = columnsOfCountry(country);
  if (columns.country === null && !cep)
    throw invalid('Confira o CEP.', { cep: 'Informe o CEP. Quem mora fora do Brasil informa o país' });
  return columns;
}

interface Answering {
  cpf?: string | null | undefined;
  guardian?: Pick<Guardian, 'cpf'> | null | undefined;
}

/** Whether a person would be their own guardian. */
export const isOwnGuardian = ({ cpf, guardian }: Answering): boolean => Boolean(guardian && guardian.cpf === cpf);

/**
 * Nobody is their own guardian: the two CPFs differ, however they are formatted.
 *
 * @param after the registration after the change
 * @param words the error text of each field
 * @throws Refusal 422
 */
export function requireOtherGuardian(after: Answering, words: Record<string, string>): void {
  if (isOwnGuardian(after)) throw invalid(guardianCpfWords.other, words);
}

/** @param hasGuardian a guardian is submitted, known or already named. @throws Refusal 422 */
export function requireBirthDate(birthDate: string | null, hasGuardian: boolean, today: string): void {
  if (birthDate === null) return;
  const problem = birthProblem(birthDate, today);
  if (problem) throw invalid('Data de nascimento inválida.', { birth_date: problem });
  if (isUnderAge(birthDate, today) && !hasGuardian) {
    throw invalid('Quem tem menos de 18 anos precisa informar um responsável.', { guardian: 'Informe o responsável' });
  }
}
