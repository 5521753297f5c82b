import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { getBook, listOwnBooks } from '../../src/lib/contract/books.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, noLimits, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, helena: 7, igor: 8, julia: 9, marcos: 11, nina: 12 };
const helena = { as: people.helena };

/** People who are refused by every call. */
const strangers: [string, Sent, number][] = [
  ['a visitor', {}, 401],
  ['a student', { as: people.ana }, 403],
  ['a teacher', { as: people.julia }, 403],
  ['a manager who came with a printed code', { as: people.helena, scope: 'book' }, 403],
];

describe.each(engines)('books in the hands of managers, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  let count = 0;
  async function newBook(owner: number | null = null) {
    count += 1;
    const book = { uuid: randomUUID(), code: `KNN-GESTAO-${count}`, livro_id: 1, user_id: owner, expires_at: null };
    const linked_at = owner === null ? null : portal.school.now().toISOString();
    const { id } = await portal.school.db
      .insertInto('user_books')
      .values({ ...book, linked_at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ...book, id };
  }
  const deeds = async (book: number) =>
    (
      await portal.school.db
        .selectFrom('audit_log')
        .select(['user_id', 'action', 'about_user_id'])
        .where('target', '=', `book:${book}`)
        .orderBy('id')
        .execute()
    ).map(({ user_id, action, about_user_id }) => [user_id, action, about_user_id]);

  describe('whose book is this', () => {
    const find = (key: string, sent: Sent = helena) => portal.ops.books.findBook({ key }, sent);

    it('a manager finds a book by code, in small letters too, and by uuid', async () => {
      const book = await newBook(people.ana);
      for (const key of [book.code, book.code.toLowerCase(), book.uuid, book.uuid.toUpperCase()]) {
        expect((await find(key)).body).toMatchObject({
          livro: { id: book.id, code: book.code, is_empty: false },
          leitor: { id: people.ana, full_name: 'Ana Souza' },
          de_outra_escola: false,
        });
      }
      const empty = await newBook();
      expect((await find(empty.code)).body).toMatchObject({
        livro: { is_empty: true },
        leitor: null,
        de_outra_escola: false,
      });
    });

    it.each<[string, number, string]>([
      ['of another school', people.nina, 'Nina'],
      ['without a school', people.marcos, 'Marcos'],
    ])('BOOK-11 of a reader %s a manager learns no more than that there is one', async (_what, owner, name) => {
      const book = await newBook(owner);
      const { body } = await find(book.code);
      expect(body).toMatchObject({
        leitor: null,
        de_outra_escola: true,
        livro: { is_empty: false, user_id: null, linked_at: null },
      });
      expect(JSON.stringify(body)).not.toContain(name);
      expect((await find(book.code, { as: people.igor })).body.leitor?.id).toBe(owner);
    });

    it('an unknown code gives 404, a malformed one 422', async () => {
      expect(await find('KNN-LIVRO-9999')).toMatchObject({
        status: 404,
        body: { detail: expect.stringMatching(/código/) },
      });
      expect((await find('%24%24')).status).toBe(422);
    });

    it.each(strangers)('the search for a book’s reader is not for %s', async (_who, sent, status) => {
      expect((await find('KNN-LIVRO-0001', sent)).status).toBe(status);
    });
  });

  describe('linking', () => {
    const link = (id: number | string, body: { code?: string; uuid?: string }, sent: Sent = helena) =>
      portal.ops.books.linkUserBook({ id, ...body }, sent);

    it('MANAGER-06 linking gives an empty book a reader, once, and is logged', async () => {
      const { id } = await addAccount(portal);
      const book = await newBook();
      expect((await link(id, { code: book.code.toLowerCase() })).body).toMatchObject({ id: book.id, user_id: id });
      expect((await link(id, { uuid: book.uuid })).status).toBe(200);
      expect((await portal.call(listOwnBooks, {}, { as: id })).body.map((own) => own.id)).toEqual([book.id]);
      expect(await deeds(book.id)).toEqual([[people.helena, 'book-link', id]]);
    });

    it('BOOK-11 linking never takes a book from its reader, and one of many concurrent requests gets it', async () => {
      const taken = await newBook(people.ana);
      const { id } = await addAccount(portal);
      const refused = await link(id, { code: taken.code });
      expect(refused).toMatchObject({ status: 409, body: { code: 'book_taken' } });
      expect(refused.body.detail).not.toContain('Ana');
      const others = await Promise.all(Array.from({ length: 5 }, () => addAccount(portal)));
      const free = await newBook();
      const answers = await Promise.all(others.map((each) => link(each.id, { code: free.code })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
      expect(await deeds(free.id)).toHaveLength(1);
    });

    it.each<[string, Sent, number, number]>([
      ...strangers.map(([who, sent, status]): [string, Sent, number, number] => [who, sent, people.ana, status]),
      ['a manager, for another school', helena, people.nina, 404],
      ['a manager, for one without a school', helena, people.marcos, 404],
      ['an admin, for nobody', { as: people.igor }, 999_999, 404],
    ])('MANAGER-08 linking is refused to %s', async (_who, sent, id, status) => {
      const book = await newBook();
      expect((await link(id, { code: book.code }, sent)).status).toBe(status);
      expect(await deeds(book.id)).toEqual([]);
    });

    it.each<[string, object]>([
      ['neither code nor uuid', {}],
      ['both', { code: 'KNN-LIVRO-0001', uuid: randomUUID() }],
      ['a code of signs', { code: '<b>' }],
      ['a uuid that is none', { uuid: 'x' }],
    ])('linking refuses %s', async (_what, body) => {
      expect((await link(people.ana, body)).status).toBe(422);
    });
  });

  describe('a new code', () => {
    const renew = (id: number | string, sent: Sent = helena) => portal.ops.books.renewBookCode({ id }, sent);
    const opens = async (key: string) => (await portal.call(getBook, { params: { uuid: key } }, {})).status;

    it('a new code invalidates the printed one and ends the sessions opened by it', async () => {
      const { id } = await addAccount(portal);
      const book = await newBook(id);
      const token = await portal.tokenOf(id, 'book');
      const { status, body } = await renew(book.id);
      expect([status, body.user_id]).toEqual([200, id]);
      expect(body.code).toMatch(/^KNN(-[2-9A-HJ-NP-Z]{4}){3}$/);
      expect([await opens(book.code), await opens(book.uuid)]).toEqual([404, 404]);
      expect([await opens(body.code), await opens(body.uuid)]).toEqual([200, 200]);
      expect((await portal.call(getMe, {}, { token })).status).toBe(401);
      expect(await deeds(book.id)).toEqual([[people.helena, 'book-code-renew', id]]);
    });

    it('only books with a reader of the own school get a new code', async () => {
      const books = await Promise.all([newBook(), newBook(people.nina), newBook(people.marcos)]);
      for (const book of books) {
        expect((await renew(book.id)).status).toBe(404);
        expect(await opens(book.code)).toBe(200);
      }
      expect((await renew(999_999)).status).toBe(404);
      expect((await renew('x')).status).toBe(422);
      const { id } = await addAccount(portal, { company: 103 });
      expect((await renew((await newBook(id)).id, { as: people.igor })).status).toBe(200);
    });

    it.each(strangers)('a new code is not for %s', async (_who, sent, status) => {
      const book = await newBook(people.bruno);
      expect((await renew(book.id, sent)).status).toBe(status);
    });
  });
});
