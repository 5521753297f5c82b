import type { Client } from '#lib/api/client.ts';
import type { Role } from '#lib/contract/people.schema.ts';
import { endUserRole, setUserBlock, updateUser } from '#lib/contract/people.ts';
import type { RefusedForm } from '#lib/rules/forms/refused-form.ts';
import { changedFields, type PersonTexts, readSeen } from '#lib/rules/people/person-form.ts';
import { attempt } from '../attempt.ts';

/** Saves what a manager changed of a person. @returns null once it is saved, else the form with its errors. */
export const savePerson = (api: Client, id: string, form: FormData): Promise<RefusedForm | null> =>
  attempt(form, ({ vistos, ...texts }) => {
    const body = changedFields(texts as PersonTexts, readSeen(vistos));
    // Texts as they were typed: the server checks them, as it does for every caller.
    return api(updateUser, { params: { id }, body: body as Parameters<typeof api<typeof updateUser>>[1]['body'] });
  });

export type AccessDeed = 'bloqueado' | 'liberado' | 'papel';

/** What a form about somebody's access asks for; null for the form of the data. */
export const accessDeedOf = (form: FormData): AccessDeed | null =>
  (({ bloquear: 'bloqueado', liberar: 'liberado', papel: 'papel' }) as const)[String(form.get('acao'))] ?? null;

/** Changes whether a person may enter, and as what. @returns null once it is done, else why not. */
export const changeAccess = (api: Client, id: string, deed: AccessDeed, form: FormData): Promise<RefusedForm | null> =>
  attempt(form, ({ papel }) =>
    deed === 'papel'
      ? api(endUserRole, { params: { id, papel: papel as Role } })
      : api(setUserBlock, { params: { id }, body: { bloqueado: deed === 'bloqueado' } }),
  );
