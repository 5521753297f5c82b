import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

/** Agrees to a change of e-mail. The page shows the result. */
export const agreeToChange =
  (token: string): Verb<string> =>
  async ({ api }) => ({ done: (await api.account.agreeToEmail({ token })).detail });

/** Undoes a change of e-mail. The account then gets a new password, if it needs one. */
export const undoChange =
  (token: string): Verb<string> =>
  async ({ api }) => {
    const { detail, nova_senha } = await api.account.undoEmailChange({ token });
    return nova_senha === null ? { done: detail } : routes.login.newPassword(nova_senha);
  };

/** Undoes a change of a minor's registration. The page shows the result. */
export const undoRegistration =
  (token: string): Verb<string> =>
  async ({ api }) => ({ done: (await api.account.undoRegistrationChange({ token })).detail });
