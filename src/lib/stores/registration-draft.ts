import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { isObject, jsonBox } from '#lib/rules/device/device-box.ts';

/** What was typed into a registration, kept in its tab until it is sent: a reload loses nothing. Never the password. */
export interface RegistrationDraft {
  values: Omit<RegistrationValues, 'password' | 'current_password' | 'consent'>;
  step: number;
}

/** @param owner whose form it is: another account in the same tab begins with its own data. */
const box = (owner: string) => jsonBox<RegistrationDraft>('session', `cadastro-${owner}`, isObject);

export const readRegistration = (owner: string): RegistrationDraft | null => box(owner).read();

export function keepRegistration(
  owner: string,
  { password, current_password, consent, ...values }: RegistrationValues,
  step: number,
): void {
  box(owner).keep({ values, step });
}

export const dropRegistration = (owner: string): void => box(owner).drop();
