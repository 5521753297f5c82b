import type { KnnUsaRequestIn } from '#lib/contract/abroad.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { ADULT_AGE, birthProblem, isUnderAge } from '#lib/rules/account/birth-date.ts';
import { addMonths } from '#lib/rules/time/days.ts';
import { required } from '#lib/words/validation.ts';

/** A passport must be valid for this many months after the trip's end. */
const PASSPORT_MONTHS = 6;

interface Facts {
  /** The school's day, `YYYY-MM-DD`. */
  today: string;
  trip: { fim: string } | null;
  /** The registration's birth date. A request cannot change it. */
  knownBirth: string | null;
  needsPassport: boolean;
  /** The e-mail of the student's own account, and the guardian of the registration. */
  ownEmail: string;
  registered: { cpf: string; email: string } | null;
}

type Given = Pick<KnnUsaRequestIn, 'birth_date' | 'passaporte' | 'visto' | 'cpf' | 'responsavel'>;

/** The day until which a passport must be valid for a trip. */
export const passportUntil = (fim: string): string => addMonths(fim, PASSPORT_MONTHS);

/** Whether the student needs a guardian on the day of the request (VALID-06). A wrong date counts as under age. */
export const needsGuardian = (birth: string, today: string): boolean => isUnderAge(birth, today) ?? true;

/**
 * The problems of a well-formed request, by the contract's field names. `reasonAgainst` decides which trip it may be
 * for.
 */
export function requestProblems(given: Given, facts: Facts): Record<string, string> {
  return {
    ...birthProblems(given, facts),
    ...passportProblems(given, facts),
    ...guardianProblems(given, facts),
  };
}

function birthProblems({ birth_date }: Given, { today, knownBirth }: Facts): Record<string, string> {
  const problem = birthProblem(birth_date, today);
  if (problem) return { birth_date: problem };
  if (knownBirth !== null && knownBirth !== birth_date) {
    return { birth_date: `Não é a data do seu cadastro (${formatDay(knownBirth)})` };
  }
  return {};
}

function passportProblems({ passaporte, visto }: Given, { trip, needsPassport }: Facts): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!passaporte && needsPassport) problems['passaporte.numero'] = required;
  const until = trip && passportUntil(trip.fim);
  if (passaporte && until && passaporte.validade < until) {
    problems['passaporte.validade'] = `Precisa valer até ${formatDay(until)}, seis meses depois da volta`;
  }
  if (visto && trip && visto.validade < trip.fim) {
    problems['visto.validade'] = `Precisa valer até a volta, em ${formatDay(trip.fim)}`;
  }
  return problems;
}

/** The guardian gets the link that gives consent, so the guardian must not be the student. */
function guardianProblems(
  { birth_date, cpf, responsavel }: Given,
  { today, ownEmail, registered }: Facts,
): Record<string, string> {
  if (!needsGuardian(birth_date, today)) return {};
  if (!responsavel) {
    return { 'responsavel.full_name': `Com menos de ${ADULT_AGE} anos é preciso um responsável` };
  }
  if (responsavel.cpf === cpf) return { 'responsavel.cpf': 'Use o CPF do responsável, não o do aluno' };
  const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();
  if (registered) {
    return registered.cpf === responsavel.cpf && isSame(responsavel.email, registered.email)
      ? {}
      : { 'responsavel.cpf': 'Use o CPF e o e-mail do responsável do seu cadastro: outro, só pela secretaria' };
  }
  return isSame(responsavel.email, ownEmail)
    ? { 'responsavel.email': 'Use o e-mail do responsável, não o do aluno' }
    : {};
}
