import { routes } from '#lib/routes.ts';
import { friendOf } from '#lib/rules/club/referral-form.ts';
import { contactConsent } from '#lib/words/forms.ts';
import type { Verb } from '../submit.ts';
import { checkFriend } from './refer.ts';

/** Sends the school the data that a friend enters on an invitation. */
export const answerInvitation =
  (codigo: string): Verb =>
  async ({ api, values }) => {
    // People do not see this field; bots that fill in every field do.
    if (!values.site) {
      const body = checkFriend(friendOf(values), contactConsent);
      await api.club.acceptInvitation({ codigo, ...body });
    }
    return `${routes.invite(codigo)}?enviado=1#contato`;
  };
