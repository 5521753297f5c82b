import type { Verb } from '../submit.ts';

/** Undoes a change of a minor's registration. The page shows the result. */
export const undoRegistration =
  (token: string): Verb<string> =>
  async ({ api }) => ({ done: (await api.account.undoRegistrationChange({ token })).detail });
