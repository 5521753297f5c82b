import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import { type LoginFields, logIn } from '#lib/forms/auth/login.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { authMessages } from '#lib/words/auth.ts';
import { toast } from './toast.ts';

/** The accounts to choose from, after a login that matched several (AUTH-05). */
export const $choices = atom<UserChoice[]>([]);
export const $isLoggingIn = atom(false);

/**
 * Logs in and opens the requested address; meanwhile it shows "Efetuando login" (AUTH-09).
 *
 * @returns why it was refused
 */
export async function submitLogin(fields: LoginFields, next: SafePath | null): Promise<Refusal | null> {
  $isLoggingIn.set(true);
  const notice = toast.loading(authMessages.loggingIn);
  const part = await partOf(logIn(api, fields, next, $choices.get()));
  toast.dismiss(notice);
  if (part.ok && typeof part.data === 'string') {
    // Going back may restore this page from the browser’s cache.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
    location.assign(part.data);
    return null;
  }
  const refusal = part.ok ? null : { problem: part.detail, fields: part.fields ?? {} };
  if (part.ok && typeof part.data !== 'string') $choices.set(part.data);
  $isLoggingIn.set(false);
  return refusal;
}

/** Chooses one of the listed accounts; the choice cookie replaces the password (AUTH-06). */
export const chooseAccount = (user_id: string, next: SafePath | null) => submitLogin({ user_id }, next);
