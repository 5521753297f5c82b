import type { Client } from '#lib/api/client.ts';
import { unlinkOwnBook } from '#lib/contract/books.ts';
import type { RefusedForm } from '#lib/rules/forms/refused-form.ts';
import { attempt } from '../attempt.ts';

/** Takes an own book off the account (BOOK-07). @returns null once it is done, else why not */
export const unlinkBook = (api: Client, form: FormData): Promise<RefusedForm | null> =>
  attempt(form, ({ desvincular }) => api(unlinkOwnBook, { params: { id: Number(desvincular) } }));
