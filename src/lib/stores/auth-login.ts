import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import { afterLogin, type LoginFields, logIn } from '#lib/forms/auth/login.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { authMessages } from '#lib/words/auth.ts';
import { toast } from './toast.ts';

/** The accounts to choose from, after a login that matched several (AUTH-05). */
export const $choices = atom<UserChoice[]>([]);
export const $isLoggingIn = atom(false);
export const $loginError = atom<string | null>(null);

/**
 * Logs in and goes to the wanted address; meanwhile it says "Efetuando login" (AUTH-09).
 *
 * @returns false if it was refused.
 */
export async function submitLogin(fields: LoginFields, next: SafePath | null): Promise<boolean> {
  $isLoggingIn.set(true);
  $loginError.set(null);
  const notice = toast.loading(authMessages.loggingIn);
  const part = await partOf(logIn(api, fields, $choices.get()));
  toast.dismiss(notice);
  if (part.ok && part.data.length === 0) {
    location.assign(afterLogin(next));
    return true;
  }
  if (part.ok) $choices.set(part.data);
  else $loginError.set(part.detail);
  $isLoggingIn.set(false);
  return part.ok;
}

/** Takes one of the listed accounts; the choice cookie replaces the password (AUTH-06). */
export const chooseAccount = (userId: number, next: SafePath | null) => submitLogin({ user_id: String(userId) }, next);
