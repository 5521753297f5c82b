import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { askForReset, type RecoveryOutcome, setNewPassword } from '#lib/forms/auth/recovery.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';

export const $isSending = atom(false);
export const $recoveryError = atom<string | null>(null);
/** The address that was asked for, once the mail is on its way. */
export const $askedFor = atom<{ email: string; byCode: boolean } | null>(null);

export async function askForMail(email: string, byCode: boolean): Promise<void> {
  const outcome = await send(() => askForReset(api, email, byCode));
  if (outcome.kind === 'done') $askedFor.set({ email, byCode });
}

/** Stores the new password and goes to the login, which says so. */
export async function saveNewPassword(token: string, password: string, email?: string): Promise<void> {
  const outcome = await send(() => setNewPassword(api, token, password, email));
  if (outcome.kind === 'done') location.assign(`${loginRoutes.main()}?motivo=redefinida`);
}

export function askAgain(): void {
  $askedFor.set(null);
  $recoveryError.set(null);
}

async function send(work: () => Promise<RecoveryOutcome>): Promise<RecoveryOutcome> {
  $isSending.set(true);
  $recoveryError.set(null);
  try {
    const outcome = await work();
    if (outcome.kind === 'failed') $recoveryError.set(outcome.message);
    return outcome;
  } finally {
    $isSending.set(false);
  }
}
