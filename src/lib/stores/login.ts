import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import { afterLogin, type LoginFields, type LoginOutcome, logIn } from '#lib/forms/auth/login.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { authMessages } from '#lib/words/auth.ts';
import { toast } from './toast.ts';

/** The accounts to choose from, after a login that matched several (AUTH-05). */
export const $choices = atom<UserChoice[]>([]);
export const $isLoggingIn = atom(false);
export const $loginError = atom<string | null>(null);

/** Logs in and leaves for the wanted address; says "Efetuando login" meanwhile (AUTH-09). */
export async function submitLogin(fields: LoginFields, next: SafePath | null): Promise<LoginOutcome> {
  $isLoggingIn.set(true);
  $loginError.set(null);
  const notice = toast.loading(authMessages.loggingIn);
  try {
    const outcome = await logIn(api, fields, $choices.get());
    if (outcome.kind === 'choose') $choices.set(outcome.users);
    if (outcome.kind === 'failed') $loginError.set(outcome.message);
    if (outcome.kind === 'in') {
      location.assign(afterLogin(next));
      return outcome;
    }
    $isLoggingIn.set(false);
    return outcome;
  } finally {
    toast.dismiss(notice);
  }
}

/** Takes one of the listed accounts; the choice cookie stands for the password (AUTH-06). */
export const chooseAccount = (userId: number, next: SafePath | null) => submitLogin({ user_id: String(userId) }, next);
