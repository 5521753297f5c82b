import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { askForReset, setNewPassword } from '#lib/forms/auth/recovery.ts';
import { type Refusal, refusalOf } from '#lib/forms/refusal.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';

/** The requested recovery, once the mail is sent. */
export const $recoveryRequest = atom<{ email: string; byCode: boolean } | null>(null);

/** Requests the mail. @returns why it was refused */
export const askForMail = (email: string, byCode: boolean): Promise<Refusal | null> =>
  send(async () => {
    await askForReset(api, email, byCode);
    $recoveryRequest.set({ email, byCode });
  });

/** Stores the new password and opens the login, which confirms it. @returns why it was refused */
export const saveNewPassword = (token: string, password: string, email?: string): Promise<Refusal | null> =>
  send(async () => {
    await setNewPassword(api, token, password, email);
    location.assign(loginRoutes.main({ motivo: 'redefinida' }));
  });

export const askAgain = (): void => $recoveryRequest.set(null);

async function send(work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}
