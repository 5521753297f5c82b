import { digitsOf } from '#lib/format/documents.ts';
import { routes } from '#lib/routes.ts';
import { abroadMessages } from '#lib/words/abroad.ts';
import { guardianMessages } from '#lib/words/account.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

/** The consent of a person with a mailed link: their CPF and a ticked box. */
function wordOf({ form, values: { cpf = '' } }: Sent, unmarked: string): { cpf: string; aceite: true } {
  if (digitsOf(cpf).length !== 11) return refuse({ cpf: guardianMessages.cpfWrong });
  if (!form.has('aceite')) return refuse({ aceite: unmarked });
  return { cpf, aceite: true };
}

/** A guardian whom a minor named confirms. */
export const confirmAsGuardian =
  (token: string): Verb =>
  async (sent) => {
    await sent.api.account.confirmGuardian({ token, ...wordOf(sent, guardianMessages.consentMissing) });
    return routes.confirmGuardian(token);
  };

/** A confirmed guardian continues to choosing a password. */
export const goOnAsGuardian =
  (token: string): Verb =>
  async ({ api }) =>
    routes.login.invitation((await api.account.startGuardianAccess({ token })).segredo);

/** The consent of a guardian to a trip. */
export const consentAsGuardian =
  (token: string): Verb =>
  async (sent) => {
    await sent.api.abroad.giveConsent({ token, ...wordOf(sent, abroadMessages.consentMissing) });
    return routes.authorize(token);
  };

/** Names a guardian with the form that needs no script. */
export const takeGuardian: Verb = async ({ api, values }) => {
  const { full_name = '', cpf = '', email = '', phone = '', relation = '' } = values;
  await api.account.nameGuardian({ full_name, cpf, email, phone, relation });
  return routes.profile.data({ feito: 'responsavel' });
};

export const mailGuardianAgain: Verb = async ({ api }) => {
  await api.account.remindGuardian();
  return routes.profile.data({ feito: 'lembrar-responsavel' });
};
