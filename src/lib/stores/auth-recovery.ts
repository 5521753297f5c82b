import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { askForReset, setNewPassword } from '#lib/forms/auth/recovery.ts';
import { type Refusal, refusalOf } from '#lib/forms/refusal.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';

export const $isSending = atom(false);
/** Why the last form was refused. */
export const $recoveryRefusal = atom<Refusal | null | undefined>();
/** The address of the request, once the mail is on its way. */
export const $askedFor = atom<{ email: string; byCode: boolean } | null>(null);

export async function askForMail(email: string, byCode: boolean): Promise<void> {
  if (await send(() => askForReset(api, email, byCode))) $askedFor.set({ email, byCode });
}

/** Stores the new password and goes to the login, which says so. */
export async function saveNewPassword(token: string, password: string, email?: string): Promise<void> {
  if (await send(() => setNewPassword(api, token, password, email)))
    location.assign(loginRoutes.main({ motivo: 'redefinida' }));
}

export function askAgain(): void {
  $askedFor.set(null);
  $recoveryRefusal.set(null);
}

/** @returns whether it was done. */
async function send(work: () => Promise<void>): Promise<boolean> {
  $isSending.set(true);
  $recoveryRefusal.set(null);
  try {
    await work();
    return true;
  } catch (error) {
    $recoveryRefusal.set(refusalOf(error));
    return false;
  } finally {
    $isSending.set(false);
  }
}
