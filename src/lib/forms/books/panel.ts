import { type Part, partOf } from '#lib/api/part.ts';
import type { UserRow } from '#lib/contract/account.schema.ts';
import { checkEmail, searchUsers } from '#lib/contract/account.ts';
import { unlinkUserBook } from '#lib/contract/books.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import { parseBookCode } from '#lib/rules/books/book-code.ts';
import { bookCodeMessages } from '#lib/words/books.ts';
import { detailOr, emailLookUpError, errorMessages } from '#lib/words/errors.ts';
import type { Verb } from '../submit.ts';
import { codeOf } from './link-book.ts';

const done = (pessoa: string, feito: string) => routes.manager.book({ pessoa, feito });

/** Links a book to a person. @param origin the portal's own: codes may be addresses of the portal */
export const linkToPerson =
  (origin: string): Verb =>
  async ({ api, values: { pessoa = '', codigo = '' } }) => {
    await api.books.linkUserBook({ id: pessoa, ...codeOf(codigo, origin) });
    return done(pessoa, 'ligado');
  };

export const unlinkFromPerson: Verb = async ({ api, values: { pessoa = '', id = '' } }) => {
  await api(unlinkUserBook, { params: { userId: pessoa, id } });
  return done(pessoa, 'desvinculado');
};

/** Gives a book a new code: the printed code stops working. */
export const renewCode: Verb = async ({ api, values: { pessoa = '', id = '' } }) => {
  await api.books.renewBookCode({ id });
  return done(pessoa, 'codigo');
};

/** Finds a book by a typed or scanned code, or says why there is none to show. */
export async function readBook(
  api: PageApi,
  text: string,
  origin: string,
): Promise<{ part: Part<AnswerOf<'books.findBook'>> | null; problem: string | null }> {
  const code = parseBookCode(text, origin);
  if (code.kind !== 'ok') return { part: null, problem: bookCodeMessages[code.kind] };
  const part = await partOf(api.books.findBook({ key: code.value }));
  return { part, problem: !part.ok && part.status === 404 ? bookCodeMessages.notFound : null };
}

const FOUND = 8;
/** A whole address, not the beginning of one. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * People to link a book to. A complete e-mail is looked up exactly, so that a wrong address differs from a failed call
 * (AUTH-21).
 */
export async function findReaders(
  api: PageApi,
  q: string,
): Promise<{ people: readonly UserRow[] | null; problem: string | null }> {
  const known = EMAIL.test(q) ? await partOf(api(checkEmail, { query: { email: q } })) : null;
  if (known && !known.ok) return { people: null, problem: emailLookUpError(known) };
  const people = await partOf(api(searchUsers, { query: { q, limit: FOUND } }));
  if (people.ok) return { people: people.data.items, problem: null };
  return { people: null, problem: detailOr(people, errorMessages.account.users) };
}
