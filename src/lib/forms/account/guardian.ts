import { ApiError, type Client } from '#lib/api/client.ts';
import { giveConsent } from '#lib/contract/abroad.ts';
import { confirmGuardian, nameGuardian, remindGuardian } from '#lib/contract/account.ts';
import { digitsOf } from '#lib/format/documents.ts';
import type { RefusedForm } from '#lib/rules/forms/refused-form.ts';
import { abroadMessages } from '#lib/words/abroad.ts';
import { guardianMessages } from '#lib/words/account.ts';
import { attemptForm } from '../attempt-form.ts';

const wrong = (field: string, detail: string) => new ApiError(422, { detail, fields: { [field]: detail } });

/** What somebody who came by a mailed link agrees to: the own CPF and a mark. @returns null once it is sent */
const takeWord = (
  form: FormData,
  unmarked: string,
  send: (word: { cpf: string; aceite: true }) => Promise<unknown>,
): Promise<RefusedForm | null> =>
  attemptForm(form, async ({ cpf = '' }) => {
    if (digitsOf(cpf).length !== 11) throw wrong('cpf', guardianMessages.cpfWrong);
    if (!form.has('aceite')) throw wrong('aceite', unmarked);
    await send({ cpf, aceite: true });
  });

/** The confirmation of somebody whom a minor named. @returns null once it is done */
export const takeConfirmation = (api: Client, token: string, form: FormData): Promise<RefusedForm | null> =>
  takeWord(form, guardianMessages.consentMissing, (word) => api(confirmGuardian, { body: { token, ...word } }));

/** The consent of a guardian to a trip. @returns null once it is done */
export const takeConsent = (api: Client, token: string, form: FormData): Promise<RefusedForm | null> =>
  takeWord(form, abroadMessages.consentMissing, (word) => api(giveConsent, { body: { token, ...word } }));

/** Names a guardian, as a form without a script says it. */
export const takeGuardian = (api: Client, form: FormData): Promise<RefusedForm | null> =>
  attemptForm(form, ({ full_name = '', cpf = '', email = '', phone = '', relation = '' }) =>
    api(nameGuardian, { body: { full_name, cpf: digitsOf(cpf), email, phone: digitsOf(phone), relation } }),
  );

export const mailGuardianAgain = (api: Client, form: FormData): Promise<RefusedForm | null> =>
  attemptForm(form, () => api(remindGuardian));
