import { routes } from '#lib/routes.ts';
import type { Verb } from '../submit.ts';

const { mails } = routes.manager.push;

const sendOne: Verb = async ({ api, values: { id = '' } }) => {
  await api.broadcasts.resendMail({ id });
  return mails({ feito: 'um' });
};

const sendAll: Verb = async ({ api }) => {
  await api.broadcasts.resendMails();
  return mails({ feito: 'todos' });
};

/** Sends mails again that were given up: one, or all that can leave. */
export const mailForms = { reenviar: sendOne, 'reenviar-todos': sendAll };
