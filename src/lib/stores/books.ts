import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { getBook } from '#lib/contract/books.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import { routes } from '#lib/routes.ts';
import { parseBookCode } from '#lib/rules/books/book-code.ts';
import { bookCodeMessages } from '#lib/words/books.ts';
import { detailOr, errorMessages } from '#lib/words/errors.ts';

/** If both fields are absent, the page opens empty-book mode. */
interface OpenedBook {
  /** The code of a book with an owner, who must enter the user name. */
  linked?: string;
  refusal?: Refusal;
}

const refused = (problem: string): OpenedBook => ({ refusal: { problem, fields: {} } });

/**
 * Opens a scanned or typed code: an empty book starts empty-book mode, a linked book requires the user name (BOOK-04,
 * AUTH-08).
 */
export async function openBook(text: string): Promise<OpenedBook> {
  const code = parseBookCode(text, location.origin);
  if (code.kind !== 'ok') return refused(bookCodeMessages[code.kind]);
  const book = await partOf(api(getBook, { params: { uuid: code.value } }));
  if (!book.ok)
    return refused(book.status === 404 ? bookCodeMessages.notFound : detailOr(book, errorMessages.books.lookUp));
  if (!book.data.is_empty) return { linked: code.value };
  location.assign(routes.profileCreation.newUser());
  return {};
}
