import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { getBook } from '#lib/contract/books.ts';
import { routes } from '#lib/routes.ts';
import { parseBookCode } from '#lib/rules/books/book-code.ts';
import { bookCodeMessages } from '#lib/words/books.ts';
import { detailOr, errorMessages } from '#lib/words/errors.ts';

export const $isLookingUp = atom(false);
export const $bookError = atom<string | null>(null);

/**
 * Takes a scanned or typed code: an empty book starts empty-book mode, a linked one asks for the user name (BOOK-04,
 * AUTH-08).
 *
 * @returns the code if the book has an owner, so that a user name is needed; null if the page leaves or an error shows.
 */
export async function openBook(text: string): Promise<string | null> {
  const code = parseBookCode(text, location.origin);
  if (code.kind !== 'ok') {
    $bookError.set(bookCodeMessages[code.kind]);
    return null;
  }
  $isLookingUp.set(true);
  const book = await partOf(api(getBook, { params: { uuid: code.value } }));
  $isLookingUp.set(false);
  if (!book.ok) {
    $bookError.set(book.status === 404 ? bookCodeMessages.notFound : detailOr(book, errorMessages.books.lookUp));
    return null;
  }
  $bookError.set(null);
  if (!book.data.is_empty) return code.value;
  location.assign(routes.profileCreation.newUser());
  return null;
}
