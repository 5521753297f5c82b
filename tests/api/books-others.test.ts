import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as books from '../../src/lib/contract/books.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, helena: 7, igor: 8, julia: 9, marcos: 11, nina: 12 };
/** Which bad ids a path may bring. */
const badIds = [
  ['0', 'Use um valor a partir de 1'],
  ['-1', 'Use um valor a partir de 1'],
  ['1.5', 'Digite apenas números inteiros'],
  ['abc', 'Digite apenas números'],
  ['2147483648', 'Use um valor até 2147483647'],
] as const;

describe.each(engines)('books of people on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  let count = 0;
  async function newBook(owner: number): Promise<number> {
    count += 1;
    const linked_at = portal.school.now().toISOString();
    const book = { uuid: randomUUID(), code: `T-${count}`, livro_id: 1, user_id: owner, linked_at, expires_at: null };
    return (await portal.school.db.insertInto('user_books').values(book).returning('id').executeTakeFirstOrThrow()).id;
  }
  const bookOf = (id: number) =>
    portal.school.db
      .selectFrom('user_books')
      .select(['user_id', 'linked_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const audits = (bookId: number) =>
    portal.school.db
      .selectFrom('audit_log')
      .select(['user_id', 'action', 'about_user_id'])
      .where('target', '=', `book:${bookId}`)
      .execute();

  describe('GET users/{id}/book (API-21)', () => {
    const list = (as: number, id: number | string, scope?: Sent['scope']) =>
      portal.call(books.listUserBooks, { params: { id } }, { as, scope });

    it.each<[string, number]>([
      ['herself', people.ana],
      ['a manager of the own school', people.helena],
      ['an admin', people.igor],
    ])('the call for another’s books shows the books of Ana to %s', async (_who, as) => {
      const { status, body } = await list(as, people.ana);
      expect([status, body.map(({ code }) => code)]).toEqual([200, ['KNN-LIVRO-0001']]);
    });

    it.each<[string, number, number, Sent['scope']?]>([
      ['a student', people.bruno, people.ana],
      ['a teacher', people.julia, people.ana],
      ['a manager who came with a printed code', people.helena, people.ana, 'book'],
      ['a manager, for another school', people.helena, people.nina],
      ['a manager, for one without a school', people.helena, people.marcos],
      ['a manager, for nobody', people.helena, 999_999],
      ['an admin, for nobody', people.igor, 999_999],
    ])('ROLE-08 BOOK-10 the call for another’s books does not exist for %s', async (_who, as, id, scope) => {
      expect(await list(as, id, scope)).toMatchObject({ status: 404, body: { detail: 'Usuário não encontrado' } });
    });

    it.each(badIds)('S1 the call for another’s books refuses the id %j', async (id, message) => {
      expect(await list(people.ana, id)).toMatchObject({ status: 422, body: { detail: message } });
    });
  });

  describe('DELETE users/unlink-book/{id} (API-23, BOOK-07)', () => {
    const unlink = (as: number, id: number | string, scope?: Sent['scope']) =>
      portal.call(books.unlinkOwnBook, { params: { id } }, { as, scope });

    it('giving up a book empties the own book, once, on record', async () => {
      const { id } = await addAccount(portal);
      const book = await newBook(id);
      expect(await unlink(id, book)).toMatchObject({ status: 200, body: { detail: 'Livro desvinculado.' } });
      expect(await bookOf(book)).toEqual({ user_id: null, linked_at: null });
      expect((await unlink(id, book)).status).toBe(404);
      expect(await audits(book)).toEqual([{ user_id: id, action: 'book-unlink', about_user_id: id }]);
    });

    it('S4 concurrent requests give up a book once', async () => {
      const { id } = await addAccount(portal);
      const book = await newBook(id);
      const answers = await Promise.all(Array.from({ length: 6 }, () => unlink(id, book)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(404)]);
      expect(await audits(book)).toHaveLength(1);
    });

    it('giving up a book leaves nothing of its reader with the book (S14)', async () => {
      const { id } = await addAccount(portal);
      const book = await newBook(id);
      const progress = { user_book_id: book, unidade_id: 101, audios_ouvidos: 3, palavras_dominadas: 2 };
      await portal.school.db
        .insertInto('unidade_progressos')
        .values({ ...progress, testes_feitos: 0, atualizado_em: portal.school.now().toISOString() })
        .execute();
      await unlink(id, book);
      const stored = portal.school.db.selectFrom('unidade_progressos').where('user_book_id', '=', book);
      expect(await stored.select(['unidade_id', 'audios_ouvidos']).execute()).toEqual([]);
    });

    it('giving up a book needs more than the printed code: a finder could take it over', async () => {
      const { id } = await addAccount(portal);
      const book = await newBook(id);
      expect(await unlink(id, book, 'book')).toMatchObject({ status: 403, body: { code: 'password_required' } });
      expect((await bookOf(book)).user_id).toBe(id);
    });

    it.each<[string, number]>([
      ['a student', people.bruno],
      ['a manager', people.helena],
      ['an admin', people.igor],
    ])("ROLE-08 BOOK-10 giving up a book does not know somebody else's, for %s", async (_who, as) => {
      const refused = { status: 404, body: { detail: 'Não foi possível desvincular livro' } };
      expect(await unlink(as, 1)).toMatchObject(refused);
      expect(await unlink(as, 999_999)).toMatchObject(refused);
      expect((await bookOf(1)).user_id).toBe(people.ana);
      expect(await audits(1)).toEqual([]);
    });

    it.each(badIds)('S1 giving up a book refuses the id %j', async (id, message) => {
      expect(await unlink(people.ana, id)).toMatchObject({ status: 422, body: { detail: message } });
    });
  });

  describe('DELETE users/{userId}/unlink-book/{id} (API-24, BOOK-07)', () => {
    const unlink = (as: number, userId: number | string, id: number | string, scope?: Sent['scope']) =>
      portal.call(books.unlinkUserBook, { params: { userId, id } }, { as, scope });

    it.each<[string, number]>([
      ['a manager, of the own school', people.helena],
      ['an admin', people.igor],
    ])('taking a book from somebody empties the book of a student for %s, on record', async (_who, as) => {
      const { id } = await addAccount(portal);
      const book = await newBook(id);
      expect((await unlink(as, id, book)).body).toEqual({ detail: 'Livro desvinculado.' });
      expect(await bookOf(book)).toEqual({ user_id: null, linked_at: null });
      expect(await audits(book)).toEqual([{ user_id: as, action: 'book-unlink', about_user_id: id }]);
    });

    it.each<[string, number, number, Sent['scope']?]>([
      ['a student', people.bruno, 403],
      ['the owner', people.ana, 403],
      ['a teacher', people.julia, 403],
      ['a manager who came with a printed code', people.helena, 403, 'book'],
    ])('ROLE-02 taking a book from somebody is not for %s', async (_who, as, status, scope) => {
      expect((await unlink(as, people.ana, 1, scope)).status).toBe(status);
      expect((await bookOf(1)).user_id).toBe(people.ana);
    });

    it('ROLE-08 taking a book from somebody does not exist for a manager of another school', async () => {
      const { id } = await addAccount(portal, { company: 103 });
      const book = await newBook(id);
      expect((await unlink(people.helena, id, book)).status).toBe(404);
      expect((await bookOf(book)).user_id).toBe(id);
      expect((await unlink(people.igor, id, book)).status).toBe(200);
    });

    it('BOOK-10 the book has to be that of the user named', async () => {
      const refused = { status: 404, body: { detail: 'Não foi possível desvincular livro' } };
      expect(await unlink(people.helena, people.helena, 1)).toMatchObject(refused);
      expect(await unlink(people.helena, people.ana, 2)).toMatchObject(refused);
      expect((await bookOf(1)).user_id).toBe(people.ana);
    });

    it.each(badIds)('S1 taking a book from somebody refuses the id %j', async (id, message) => {
      expect(await unlink(people.helena, id, 1)).toMatchObject({
        status: 422,
        body: { detail: message },
      });
      expect(await unlink(people.helena, 1, id)).toMatchObject({
        status: 422,
        body: { detail: message },
      });
    });
  });
});
