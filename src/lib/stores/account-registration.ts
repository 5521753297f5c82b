import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { updateRegistration } from '#lib/contract/account.ts';
import { type Refusal, refusalOf } from '#lib/forms/refusal.ts';
import { REGISTRATION_CONSENT } from '#lib/rules/account/registration-consent.ts';
import { type FormParts, fieldOf, type RegistrationValues, toInput } from '#lib/rules/account/registration-form.ts';
import { guestBook, textBox } from '#lib/rules/device/device-box.ts';
import { GUEST_PRACTICE } from '#lib/rules/device/unit-cache.ts';
import { errorMessages } from '#lib/words/errors.ts';
import { dropRegistration } from './account-registration-draft.ts';
import { mutate } from './operations.ts';

/** How long the registration waits for sending earlier practice. */
const MAX_SEND_MS = 3_000;

export const $isSavingRegistration = atom(false);
/** Practice that the new account can adopt, in words; null for none. */
export const $tried = atom<string | null>(null);
/** Whether the user wants to adopt it. */
export const $takesTried = atom(true);

/** The parameters of a registration’s saving. */
export interface Saving extends FormParts {
  /** The page that follows. */
  next: string;
  /** The owner of the draft that is deleted on success. */
  owner: string;
}

/**
 * Saves and goes to `next`. Saving confirms the registration even without changes (PROFILE-08).
 *
 * @returns why it was refused
 */
export async function saveRegistration(
  values: RegistrationValues,
  { next, isNew, asksGuardian, hasHost, owner }: Saving,
): Promise<Refusal | null> {
  $isSavingRegistration.set(true);
  try {
    const body = toInput(values, { asksGuardian, hasHost });
    if (isNew) {
      const consent_version = REGISTRATION_CONSENT.version;
      const { users } = await mutate('auth.registerWithBook', { ...body, password: values.password, consent_version });
      // The account exists: practice that is not sent now is sent by its next page.
      await partOf(takeTriedAlong(users.length === 1 ? users[0]?.id : undefined));
    } else {
      const { current_password } = values;
      await api(updateRegistration, { body: { ...body, ...(current_password && { current_password }) } });
    }
    dropRegistration(owner);
    location.assign(next);
    return null;
  } catch (error) {
    const isShown = (name: string) => fieldOf(name) in values && (asksGuardian || !name.startsWith('guardian'));
    $isSavingRegistration.set(false);
    return refusalOf(error, errorMessages.account.update, isShown);
  }
}

/** The empty book whose practice this device stores. */
function triedBook(): string | undefined {
  return textBox('local', GUEST_PRACTICE).read() === null ? undefined : guestBook();
}

/** Looks up the book’s practice on this device. Its code loads only if there is some. */
export async function lookUpTried(): Promise<void> {
  const book = triedBook();
  if (book === undefined) return;
  const [{ triedOf }, { takeAlong }] = await Promise.all([
    import('./practice-guest.ts'),
    import('#lib/words/practice-guest.ts'),
  ]);
  const tried = triedOf(book);
  $tried.set(tried && takeAlong(tried));
}

/** Sends it as practice of the new account, or deletes it (GUARD-05). @param id of the new account, if known */
async function takeTriedAlong(id: number | undefined): Promise<void> {
  const book = triedBook();
  if (book === undefined) return;
  const { claimTried, dropTried, NEW_ACCOUNT } = await import('./practice-guest.ts');
  if (!$takesTried.get()) {
    dropTried();
    return;
  }
  // Without an answer in time, the account’s next page sends it.
  claimTried(book, id === undefined ? NEW_ACCOUNT : String(id));
  const { deliver } = await import('./practice-outbox.ts');
  await Promise.race([deliver(), new Promise((done) => setTimeout(done, MAX_SEND_MS))]);
}
