import type { RegistrationValues } from '#lib/rules/account/registration-form.ts';
import { isObject, jsonBox } from '#lib/rules/device/device-box.ts';

/**
 * The typed values of a registration, stored in the tab until they are sent, so that a reload loses nothing. Never the
 * password.
 */
export interface RegistrationDraft {
  values: Omit<RegistrationValues, 'password' | 'current_password' | 'consent'>;
  step: number;
}

/** @param owner of the form: another account in the same tab starts with its own data. */
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
