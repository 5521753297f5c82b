import { unlinkOwnBook } from '#lib/contract/books.ts';
import { routes } from '#lib/routes.ts';
import { bookCookie } from '#lib/session.ts';
import type { Verb } from '../submit.ts';
import { linkBook } from './link-book.ts';

const added = (name: string) => `${routes.pedagogico.list()}?adicionado=${encodeURIComponent(name)}`;

/** Adds the book of a typed code. @param origin the portal's own */
export const addBook =
  (origin: string): Verb =>
  async ({ api, values: { codigo = '' } }) =>
    added(await linkBook(api, codigo, origin));

/** Unlinks a book of the user from the account (BOOK-07). */
export const unlinkBook: Verb = async ({ api, values: { livro } }) => {
  await api(unlinkOwnBook, { params: { id: Number(livro) } });
  return `${routes.pedagogico.list()}?desvinculado=1`;
};

/** Adds the empty book that the visitor came with. */
export const addEmptyBook =
  (uuid: string, origin: string): Verb =>
  async ({ api, session }) => {
    const name = await linkBook(api, uuid, origin);
    session.setCookie(bookCookie, '', { maxAge: 0 });
    return added(name);
  };

/** Leaves the empty book without adding it. */
export const leaveEmptyBook: Verb = async ({ session }) => {
  session.setCookie(bookCookie, '', { maxAge: 0 });
  return routes.dashboard();
};
