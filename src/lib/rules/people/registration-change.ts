import type { Guardian } from '#lib/contract/account-shapes.schema.ts';
import { isMinor } from '../account/birth-date.ts';

/** The fields that decide who is responsible for a minor. */
export interface ProtectedFields {
  guardian: Guardian | null;
  cpf: string | null;
  /** `YYYY-MM-DD`. */
  birth_date: string | null;
}
export type ProtectedField = keyof ProtectedFields;

/** A protected change, which sends notifications and can be undone: the fields with their values before and after. */
export interface RegistrationChange {
  before: Partial<ProtectedFields>;
  after: Partial<ProtectedFields>;
  /** The new guardian is another person or has another mailbox, and counts only once that mailbox confirms. */
  waits: boolean;
  /** The previous guardian, and the one replaced by changes that can still be undone; empty: the person is notified. */
  recipients: readonly Guardian[];
}

/** Earlier changes of a person that can still be undone. */
export interface Watch {
  /** The guardian whom the oldest of them replaced. */
  guardian: Guardian | null;
}

export const guardianFields = ['full_name', 'cpf', 'email', 'phone', 'relation'] as const;

/** Whether two guardians are the same in all fields. */
export const isSameGuardian = (one: Guardian | null | undefined, other: Guardian | null | undefined): boolean =>
  one && other ? guardianFields.every((name) => one[name] === other[name]) : !one && !other;

/**
 * Whether a change needs a notification: another guardian, CPF or birth date of a person who is a minor before or after
 * it. A first value replaces nothing, so nobody is notified of it; a first birth date that ends the role of a known
 * guardian counts. While an earlier change can still be undone, the person counts as a minor whatever the birth date is,
 * and a first guardian replaces the one whom that change removed.
 *
 * @param next the new values; a field left out is unchanged. @param today the school’s day, `YYYY-MM-DD`
 * @param watch null: no earlier change can be undone
 * @returns null if nobody needs to be notified
 */
export function registrationChange(
  before: ProtectedFields,
  next: Partial<ProtectedFields>,
  today: string,
  watch: Watch | null,
): RegistrationChange | null {
  const birth = next.birth_date === undefined ? before.birth_date : next.birth_date;
  const hasNoAge = before.birth_date === null && before.guardian !== null;
  if (!watch && !hasNoAge && !isMinor(before.birth_date, today) && !isMinor(birth, today)) return null;
  const held = before.guardian ?? watch?.guardian ?? null;
  const isReplaced = held === null ? watch !== null : !isSameGuardian(next.guardian, held);
  const changed: Record<ProtectedField, boolean> = {
    guardian: next.guardian !== undefined && !isSameGuardian(next.guardian, before.guardian) && isReplaced,
    cpf: next.cpf !== undefined && before.cpf !== null && next.cpf !== before.cpf,
    birth_date: birth !== before.birth_date && (before.birth_date !== null || (hasNoAge && !isMinor(birth, today))),
  };
  const names = (Object.keys(changed) as ProtectedField[]).filter((name) => changed[name]);
  if (names.length === 0) return null;
  const pick = (values: Partial<ProtectedFields>) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null])) as Partial<ProtectedFields>;
  return {
    before: pick({ ...before, guardian: held }),
    after: pick(next),
    waits: changed.guardian && Boolean(next.guardian) && isOtherPerson(held, next.guardian),
    recipients: [watch?.guardian, before.guardian].filter(
      (each, index, all): each is Guardian => Boolean(each) && (index === 0 || isOtherPerson(all[0], each)),
    ),
  };
}

/** Bills and consents go to the mailbox and to the account with the CPF, so a change of either means another person. */
const isOtherPerson = (one: Guardian | null | undefined, other: Guardian | null | undefined): boolean =>
  one?.cpf !== other?.cpf || keyOf(one) !== keyOf(other);

const keyOf = (guardian: Guardian | null | undefined) => guardian?.email.trim().toLowerCase();
