import { atom } from 'nanostores';
import { ApiError, api } from '#lib/api/browser.ts';
import { getBook } from '#lib/contract/books.ts';
import { routes } from '#lib/routes.ts';
import { parseBookCode } from '#lib/rules/books/book-code.ts';
import { bookCodeMessages } from '#lib/words/books.ts';
import { errorMessages } from '#lib/words/errors.ts';

export const $isLookingUp = atom(false);
export const $bookError = atom<string | null>(null);

/**
 * Takes a scanned or typed code: an empty book starts empty-book mode, a linked one asks whose it is (BOOK-04, AUTH-08).
 *
 * @returns the code when the book has an owner and a user name is needed; null when the page leaves or an error shows.
 */
export async function openBook(text: string): Promise<string | null> {
  const code = parseBookCode(text, location.origin);
  if (code.kind !== 'ok') {
    $bookError.set(bookCodeMessages[code.kind]);
    return null;
  }
  $isLookingUp.set(true);
  try {
    const book = await api(getBook, { params: { uuid: code.value } });
    $bookError.set(null);
    if (!book.is_empty) return code.value;
    location.assign(routes.profileCreation.newUser());
    return null;
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    const detail = error instanceof ApiError ? error.detail : '';
    $bookError.set(isUnknown ? bookCodeMessages.notFound : detail || errorMessages.books.lookUp);
    return null;
  } finally {
    $isLookingUp.set(false);
  }
}
