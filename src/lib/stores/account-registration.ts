import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { updateRegistration } from '#lib/contract/account.ts';
import { registerWithBook } from '#lib/contract/auth.ts';
import { refusalOf } from '#lib/forms/refusal.ts';
import { REGISTRATION_CONSENT } from '#lib/rules/account/registration-consent.ts';
import { type FormParts, fieldOf, type RegistrationValues, toInput } from '#lib/rules/account/registration-form.ts';
import { errorMessages } from '#lib/words/errors.ts';
import { dropRegistration } from './account-registration-draft.ts';

export const $isSavingRegistration = atom(false);
export const $registrationError = atom<string | null>(null);

/** How a registration is sent, and what follows. */
export interface Saving extends FormParts {
  /** The page that follows. */
  next: string;
  /** The owner of the draft that this ends. */
  owner: string;
}

/**
 * Saves and goes to `next`. Saving confirms the registration even without changes (PROFILE-08).
 *
 * @returns messages by field if the server refused, else nothing.
 */
export async function saveRegistration(
  values: RegistrationValues,
  { next, isNew, asksGuardian, owner }: Saving,
): Promise<Readonly<Record<string, string>>> {
  $isSavingRegistration.set(true);
  $registrationError.set(null);
  try {
    const body = toInput(values, asksGuardian);
    if (isNew) {
      const consent_version = REGISTRATION_CONSENT.version;
      await api(registerWithBook, { body: { ...body, password: values.password, consent_version } });
    } else {
      const { current_password } = values;
      await api(updateRegistration, { body: { ...body, ...(current_password && { current_password }) } });
    }
    dropRegistration(owner);
    location.assign(next);
    return {};
  } catch (error) {
    const isShown = (name: string) => fieldOf(name) in values && (asksGuardian || !name.startsWith('guardian'));
    const { problem, fields } = refusalOf(error, errorMessages.account.update, isShown);
    $registrationError.set(problem);
    $isSavingRegistration.set(false);
    return fields;
  }
}
