import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { type Part, partOf } from '#lib/api/part.ts';
import { askForReset, setNewPassword } from '#lib/forms/auth/recovery.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';

export const $isSending = atom(false);
export const $recoveryError = atom<string | null>(null);
/** The address of the request, once the mail is on its way. */
export const $askedFor = atom<{ email: string; byCode: boolean } | null>(null);

export async function askForMail(email: string, byCode: boolean): Promise<void> {
  const part = await send(() => askForReset(api, email, byCode));
  if (part.ok) $askedFor.set({ email, byCode });
}

/** Stores the new password and goes to the login, which says so. */
export async function saveNewPassword(token: string, password: string, email?: string): Promise<void> {
  const part = await send(() => setNewPassword(api, token, password, email));
  if (part.ok) location.assign(loginRoutes.main({ motivo: 'redefinida' }));
}

export function askAgain(): void {
  $askedFor.set(null);
  $recoveryError.set(null);
}

async function send(work: () => Promise<void>): Promise<Part<void>> {
  $isSending.set(true);
  $recoveryError.set(null);
  const part = await partOf(work());
  $isSending.set(false);
  if (!part.ok) $recoveryError.set(part.detail);
  return part;
}
