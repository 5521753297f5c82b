import { ApiError, type Client } from '#lib/api/client.ts';
import { type Part, partOf } from '#lib/api/part.ts';
import { unlinkUserBook } from '#lib/contract/books.ts';
import type { FoundBook } from '#lib/contract/people.schema.ts';
import { findBook, linkUserBook, renewBookCode } from '#lib/contract/people.ts';
import { parseBookCode } from '#lib/rules/books/book-code.ts';
import type { RefusedForm } from '#lib/rules/forms/refused-form.ts';
import { bookCodeMessages } from '#lib/words/books.ts';
import { attempt } from '../attempt.ts';

export type BookDeed = 'ligado' | 'desvinculado' | 'codigo';

/**
 * What a form of the books' page does.
 *
 * @param origin the portal's own: codes may be addresses of ours
 * @returns what was done and to whose books, or the form with its errors
 */
export async function serveBookForm(
  api: Client,
  form: FormData,
  origin: string,
): Promise<{ done: BookDeed; person: string } | RefusedForm> {
  let done: BookDeed = 'ligado';
  let person = '';
  const refused = await attempt(form, async (texts) => {
    person = texts.pessoa ?? '';
    const id = texts.id ?? '';
    if (texts.acao === 'desvincular') {
      done = 'desvinculado';
      return api(unlinkUserBook, { params: { userId: person, id } });
    }
    if (texts.acao === 'trocar') {
      done = 'codigo';
      return api(renewBookCode, { params: { id } });
    }
    const code = parseBookCode(texts.codigo ?? '', origin);
    if (code.kind !== 'ok') {
      throw new ApiError(422, { detail: bookCodeMessages[code.kind], fields: { codigo: bookCodeMessages[code.kind] } });
    }
    const body = code.isUuid ? { uuid: code.value } : { code: code.value };
    return api(linkUserBook, { params: { id: person }, body });
  });
  return refused ?? { done, person };
}

/** A book by what was typed or scanned, or why there is none to show. */
export async function readBook(
  api: Client,
  text: string,
  origin: string,
): Promise<{ part: Part<FoundBook> | null; problem: string | null }> {
  const code = parseBookCode(text, origin);
  if (code.kind !== 'ok') return { part: null, problem: bookCodeMessages[code.kind] };
  const part = await partOf(api(findBook, { params: { key: code.value } }));
  return { part, problem: !part.ok && part.status === 404 ? bookCodeMessages.notFound : null };
}
