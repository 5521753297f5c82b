import { ApiError, type Client } from '#lib/api/client.ts';
import { linkBook as linkCall } from '#lib/contract/books.ts';
import { parseBookCode } from '#lib/rules/books/book-code.ts';
import { bookCodeMessages } from '#lib/words/books.ts';
import { errorMessages } from '#lib/words/errors.ts';

export type LinkOutcome = { kind: 'linked'; name: string } | { kind: 'failed'; message: string };

/**
 * Links the book of a typed or scanned code to the user, the same in pages and islands (BOOK-02, BOOK-08).
 *
 * @param origin the portal's own: codes may be addresses of ours.
 */
export async function linkBook(api: Client, text: string, origin: string): Promise<LinkOutcome> {
  const code = parseBookCode(text, origin);
  if (code.kind !== 'ok') return { kind: 'failed', message: bookCodeMessages[code.kind] };
  try {
    const book = await api(linkCall, { body: code.isUuid ? { uuid: code.value } : { code: code.value } });
    return { kind: 'linked', name: book.livro.nome };
  } catch (error) {
    const detail = error instanceof ApiError ? error.detail : '';
    return { kind: 'failed', message: detail || errorMessages.books.link };
  }
}
