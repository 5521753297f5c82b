import { ApiError, type Client, inWords } from '#lib/api/client.ts';
import { linkBook as linkCall } from '#lib/contract/books.ts';
import { parseBookCode } from '#lib/rules/books/book-code.ts';
import { bookCodeMessages } from '#lib/words/books.ts';
import { detailOr, errorMessages } from '#lib/words/errors.ts';

/**
 * The code of a book, as calls take it.
 *
 * @param origin the portal's own: codes may be addresses of the portal.
 * @throws ApiError for any other text
 */
export function codeOf(text: string, origin: string): { uuid: string } | { code: string } {
  const code = parseBookCode(text, origin);
  if (code.kind !== 'ok') throw new ApiError(422, { detail: bookCodeMessages[code.kind] });
  return code.isUuid ? { uuid: code.value } : { code: code.value };
}

/**
 * Links the book of a typed or scanned code to the user, the same in pages and islands (BOOK-02, BOOK-08).
 *
 * @returns the name of the book
 * @throws ApiError
 */
export async function linkBook(api: Client, text: string, origin: string): Promise<string> {
  const body = codeOf(text, origin);
  const say = inWords((refusal) => detailOr(refusal, errorMessages.books.link));
  return (await api(linkCall, { body }).catch(say)).livro.nome;
}
