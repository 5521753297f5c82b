import { failureOf, partOf } from '#lib/api/part.ts';
import type { ProfileInput } from '#lib/contract/account.schema.ts';
import {
  getAddress,
  sendEmailVerification,
  updatePassword,
  updateProfile,
  uploadAvatar,
} from '#lib/contract/account.ts';
import { dayOf } from '#lib/format/typed-day.ts';
import { routes } from '#lib/routes.ts';
import { REAUTHENTICATION_NEEDED } from '#lib/rules/people/reauthentication.ts';
import { pictureOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

const done = (feito: string) => routes.profile.data({ feito });
/** A password may begin or end with a blank. */
const asTyped = ({ form }: Sent, name: string) => String(form.get(name) ?? '');

/** Empty fields that must not be emptied stay unchanged: a state, a day of birth. */
export const saveProfile: Verb = async ({ api, values: { state, birth_date, ...values } }) => {
  const body = { ...values, ...(state && { state }), ...(birth_date && { birth_date: dayOf(birth_date) }) };
  await api(updateProfile, { body: body as ProfileInput });
  return done('dados');
};

/** Fills in the address of the form by its postal code; the other typed values stay. */
export const fillAddress: Verb<Record<string, string>> = async ({ api, values }) => {
  const found = await partOf(api(getAddress, { params: { cep: (values.cep ?? '').replace(/\D/g, '') } }));
  if (!found.ok) return refuse({ cep: found.detail });
  const { street, district, city, state } = found.data;
  const submitted = Object.entries({ street, district, city, state }).filter(([, text]) => text);
  return { done: { ...values, ...Object.fromEntries(submitted) } };
};

export const savePicture: Verb = async (sent) => {
  const { avatar_file_id } = await sent.api(uploadAvatar, { body: pictureOf(sent) });
  await sent.api(updateProfile, { body: { avatar_file_id } });
  return done('foto');
};

export const removePicture: Verb = async ({ api }) => {
  await api(updateProfile, { body: { avatar_file_id: null } });
  return done('tirar-foto');
};

/** @param own the address of the account; a form may contain the new, unconfirmed address */
export const verifyAgain =
  (own: string): Verb =>
  async ({ api, values }) => {
    await api(sendEmailVerification, { query: { email: values.email || own } });
    return done('confirmar');
  };

export const changeEmail: Verb = async (sent) => {
  const current_password = asTyped(sent, 'current_password');
  const body = { email: sent.values.email ?? '', ...(current_password && { current_password }) };
  await sent.api(updateProfile, { body });
  return done('email');
};

export const undoEmail: Verb = async ({ api, values }) => {
  await api.account.undoOwnEmail({ tipo: values.tipo === 'escola' ? 'escola' : 'pendente' });
  return done('desfazer');
};

export const changePassword: Verb = async (sent) => {
  const body = {
    current_password: asTyped(sent, 'current_password'),
    new_password: asTyped(sent, 'new_password'),
  };
  await sent.api(updatePassword, { body });
  return routes.profile.access({ feito: 'senha' });
};

export const stepOver: Verb = async ({ api, values }) => {
  const { second_step } = await api.account.switchAccount({ user_id: Number(values.conta) });
  return second_step ? routes.login.secondStep() : routes.dashboard();
};

export const endDevice: Verb = async ({ api, values }) => {
  await api.account.endSession({ id: values.sessao ?? '' });
  return routes.profile.access({ feito: 'encerrar' });
};

/** Ends this session even if ending the others fails. Only a requested re-authentication must be answered first. */
export const leaveEverywhere: Verb = async ({ api, session }) => {
  await api.auth.logoutEverywhere().catch((error: unknown) => {
    if (failureOf(error).code === REAUTHENTICATION_NEEDED) throw error;
  });
  session.forget();
  return routes.login.main({ motivo: 'saiu' });
};

/** Creates a document, and opens its address. */
export const makeDocument: Verb = async ({ api, values: { tipo, referencia, aluno } }) =>
  (await api.account.createDocument({ tipo: tipo as 'recibo', referencia, aluno })).url;

/** Requests the erasure of the account; without a grace period it is erased at once. */
export const askErasure: Verb = async (sent) => {
  const { guardian_cpf } = sent.values;
  const body = { current_password: asTyped(sent, 'current_password'), ...(guardian_cpf && { guardian_cpf }) };
  const { status } = await sent.api.account.deleteAccount(body);
  if (status !== 'apagada') return routes.profile.privacy({ feito: 'apagar' });
  sent.session.forget();
  return routes.login.main({ motivo: 'apagada' });
};

export const keepMe: Verb = async ({ api }) => {
  await api.account.keepAccount();
  return routes.profile.privacy({ feito: 'ficar' });
};

/** An adult decides whether the family may still see the account. */
export const answerFamily =
  (pode_ver: boolean): Verb =>
  async ({ api }) => {
    await api.account.setFamilyChoice({ pode_ver });
    return routes.profile.privacy({ feito: pode_ver ? 'familia-sim' : 'familia-nao' });
  };
