import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { linkBook } from '#lib/forms/books/link-book.ts';
import { routes } from '#lib/routes.ts';
import { openAnew } from '#lib/rules/forms/open-anew.ts';

export const $isLinking = atom(false);
export const $linkError = atom<string | null>(null);

/** Links the book of a typed or scanned code and shows it among the user's books. @returns whether it worked. */
export async function addBook(text: string): Promise<boolean> {
  $isLinking.set(true);
  $linkError.set(null);
  const part = await partOf(linkBook(api, text, location.origin));
  if (part.ok) openAnew(`${routes.pedagogico.list()}?adicionado=${encodeURIComponent(part.data)}#livros`);
  else {
    $isLinking.set(false);
    $linkError.set(part.detail);
  }
  return part.ok;
}
