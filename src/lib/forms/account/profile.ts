import { ApiError, type Client } from '#lib/api/client.ts';
import {
  createDocument,
  deleteAccount,
  endSession,
  getAddress,
  keepAccount,
  sendEmailVerification,
  switchAccount,
  undoOwnEmail,
  updatePassword,
  updateProfile,
  uploadAvatar,
} from '#lib/contract/account.ts';
import { digitsOf } from '#lib/format/documents.ts';
import type { RefusedForm } from '#lib/rules/forms/refused-form.ts';
import { accountMessages } from '#lib/words/account.ts';
import { attemptForm } from '../attempt-form.ts';

/** What the forms of the profile do, without a script. Each answers null once it is done, else the form with its errors. */
type Outcome = Promise<RefusedForm | null>;

const PICTURE_BYTES = 2 * 1024 * 1024;
const wrong = (fields: Record<string, string>) => new ApiError(422, { fields, detail: Object.values(fields)[0] });

/** A password may begin or end with a blank. */
const asTyped = (form: FormData, name: string) => String(form.get(name) ?? '');

export const saveProfile = (api: Client, form: FormData): Outcome =>
  attemptForm(form, (texts) =>
    api(updateProfile, {
      body: {
        full_name: texts.full_name ?? '',
        phone: digitsOf(texts.phone ?? ''),
        cep: digitsOf(texts.cep ?? ''),
        street: texts.street ?? '',
        street_number: texts.street_number ?? '',
        complement: texts.complement ?? '',
        district: texts.district ?? '',
        city: texts.city ?? '',
        ...(texts.birth_date && { birth_date: texts.birth_date }),
        ...(texts.state && { state: texts.state.toUpperCase() }),
      },
    }),
  );

/** Fills the address of a form by its postal code; what was typed elsewhere stays. */
export async function fillAddress(api: Client, form: FormData): Promise<RefusedForm> {
  const refused = (await attemptForm(form, async (texts) => {
    const found = await api(getAddress, { params: { cep: digitsOf(texts.cep ?? '') } });
    for (const name of ['street', 'district', 'city', 'state'] as const) {
      if (found[name]) form.set(name, found[name]);
    }
  })) ?? { problem: '', fields: {}, values: {} };
  const values = Object.fromEntries([...form].flatMap(([name, v]) => (typeof v === 'string' ? [[name, v]] : [])));
  const fields =
    refused.problem && Object.keys(refused.fields).length === 0 ? { cep: refused.problem } : refused.fields;
  return { problem: '', fields, values };
}

export const savePicture = (api: Client, form: FormData): Outcome =>
  attemptForm(form, async () => {
    const file = form.get('file');
    if (!(file instanceof File) || file.size === 0) throw wrong({ file: accountMessages.noPicture });
    if (file.size > PICTURE_BYTES) throw wrong({ file: accountMessages.largePicture });
    const body = new FormData();
    body.set('file', file);
    const { avatar_file_id } = await api(uploadAvatar, { body });
    await api(updateProfile, { body: { avatar_file_id } });
  });

export const removePicture = (api: Client, form: FormData): Outcome =>
  attemptForm(form, () => api(updateProfile, { body: { avatar_file_id: null } }));

/** @param own the address of the account; a form may name the one that waits to take its place */
export const verifyAgain = (api: Client, form: FormData, own: string): Outcome =>
  attemptForm(form, ({ email }) => api(sendEmailVerification, { query: { email: email || own } }));

export const changeEmail = (api: Client, form: FormData): Outcome =>
  attemptForm(form, ({ email = '' }) => {
    const current_password = asTyped(form, 'current_password');
    return api(updateProfile, { body: { email, ...(current_password && { current_password }) } });
  });

export const undoEmail = (api: Client, form: FormData): Outcome =>
  attemptForm(form, ({ tipo }) => api(undoOwnEmail, { body: { tipo: tipo === 'escola' ? 'escola' : 'pendente' } }));

export const changePassword = (api: Client, form: FormData): Outcome =>
  attemptForm(form, () =>
    api(updatePassword, {
      body: { current_password: asTyped(form, 'current_password'), new_password: asTyped(form, 'new_password') },
    }),
  );

export const stepOver = (api: Client, form: FormData): Outcome =>
  attemptForm(form, ({ conta }) => api(switchAccount, { body: { user_id: Number(conta) } }));

export const endDevice = (api: Client, form: FormData): Outcome =>
  attemptForm(form, ({ sessao = '' }) => api(endSession, { params: { id: sessao } }));

/** Makes a document. @returns where it lies, or why there is none */
export async function makeDocument(api: Client, form: FormData): Promise<{ url: string } | RefusedForm> {
  let url = '';
  const refused = await attemptForm(form, async ({ tipo, referencia }) => {
    url = (await api(createDocument, { body: { tipo: tipo as 'recibo', referencia } })).url;
  });
  return refused ?? { url };
}

/** Asks for the account to be erased. @returns `erased` when it is gone already */
export async function askErasure(api: Client, form: FormData): Promise<{ erased: boolean } | RefusedForm> {
  let erased = false;
  const refused = await attemptForm(form, async (texts) => {
    const { status } = await api(deleteAccount, {
      body: {
        current_password: asTyped(form, 'current_password'),
        ...(texts.guardian_cpf && { guardian_cpf: digitsOf(texts.guardian_cpf) }),
      },
    });
    erased = status === 'apagada';
  });
  return refused ?? { erased };
}

export const keepMe = (api: Client, form: FormData): Outcome => attemptForm(form, () => api(keepAccount));
