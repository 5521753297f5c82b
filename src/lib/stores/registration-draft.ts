import type { RegistrationValues } from '#lib/registration-form.ts';

/** What was typed into a registration, kept in its tab until it is sent: a reload loses nothing. Never the password. */
export interface RegistrationDraft {
  values: Omit<RegistrationValues, 'password' | 'consent'>;
  step: number;
}

/** @param owner whose form it is: another account in the same tab begins with its own data. */
const keyOf = (owner: string) => `cadastro-${owner}`;

/** A browser that keeps nothing (private, full, refused) has no draft: the form works all the same. */
export function readRegistration(owner: string): RegistrationDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? 'null');
  } catch {
    return null;
  }
}

export function keepRegistration(
  owner: string,
  { password, consent, ...values }: RegistrationValues,
  step: number,
): void {
  try {
    sessionStorage.setItem(keyOf(owner), JSON.stringify({ values, step } satisfies RegistrationDraft));
  } catch {
    // See above.
  }
}

export function dropRegistration(owner: string): void {
  try {
    sessionStorage.removeItem(keyOf(owner));
  } catch {
    // See above.
  }
}
