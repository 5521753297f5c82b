import { getUser } from '#lib/contract/account.ts';
import type { InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { changedFields, type PersonTexts, readSeen } from '#lib/rules/people/person-form.ts';
import type { Verb } from '../submit.ts';

/** If the whole guardian is missing, the error belongs to the first field. */
export const personForm = { nameOf: (field: string) => (field === 'guardian' ? 'guardian.full_name' : field) };

/** Saves a manager’s changes to a person. Values are sent as typed: the server checks them, as for every client. */
const savePerson =
  (id: string): Verb =>
  async ({ api, values: { vistos, ...texts } }) => {
    const body = changedFields(texts as PersonTexts, readSeen(vistos));
    const saved = await api.people.updateUser({ id, ...(body as Omit<InputOf<'people.updateUser'>, 'id'>) });
    const waits = body.guardian && saved.guardian && saved.guardian_pending;
    return routes.manager.personData(id, { feito: waits ? 'responsavel' : 'salvo' });
  };

/** Withdraws a new guardian who has not confirmed, by saving the known guardian again. */
const keepGuardian =
  (id: string): Verb =>
  async ({ api }) => {
    const { guardian } = await api(getUser, { params: { id } });
    await api.people.updateUser({ id, guardian: guardian ?? null });
    return routes.manager.personData(id, { feito: 'mantido' });
  };

/** The forms of a person's data. */
export const dataForms = (id: string): Record<string, Verb> => ({ salvar: savePerson(id), manter: keepGuardian(id) });
