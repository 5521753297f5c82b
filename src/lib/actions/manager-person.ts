import type { Client } from '#lib/api/client.ts';
import { updateUser } from '#lib/contract/manager.ts';
import { changedFields, type PersonTexts, readSeen } from '#lib/person-form.ts';
import type { RefusedForm } from '#lib/refused-form.ts';
import { attempt } from './attempt.ts';

/** Saves what a manager changed of a person. @returns null once it is saved, else the form with its errors. */
export const savePerson = (api: Client, id: string, form: FormData): Promise<RefusedForm | null> =>
  attempt(form, ({ vistos, ...texts }) => {
    const body = changedFields(texts as PersonTexts, readSeen(vistos));
    // Texts as they were typed: the server checks them, as it does for every caller.
    return api(updateUser, { params: { id }, body: body as Parameters<typeof api<typeof updateUser>>[1]['body'] });
  });
