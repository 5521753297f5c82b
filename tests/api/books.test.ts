import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as books from '../../src/lib/contract/books.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2 };
const ofAna = { uuid: '11111111-1111-4111-8111-111111111111', code: 'KNN-LIVRO-0001' };
const ofNobody = { uuid: '22222222-2222-4222-8222-222222222222', code: 'KNN-LIVRO-0002' };
const unknownBook = { status: 404, body: { detail: 'Não encontramos um livro com este código.' } };

describe.each(engines)('books on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  let count = 0;
  async function newBook(owner: number | null = null) {
    count += 1;
    const linked_at = owner === null ? null : portal.school.now().toISOString();
    const book = { uuid: randomUUID(), code: `T-${count}`, livro_id: 1, user_id: owner, linked_at, expires_at: null };
    const { id } = await portal.school.db
      .insertInto('user_books')
      .values(book)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ...book, id };
  }
  const ownerOf = async (id: number) =>
    (await portal.school.db.selectFrom('user_books').select('user_id').where('id', '=', id).executeTakeFirstOrThrow())
      .user_id;
  const link = (as: number, body: object, sent: Sent = {}) =>
    portal.call(books.linkBook, { body: body as { code?: string } }, { as, ...sent });

  it.each(
    Object.values(books)
      .filter(({ auth }) => auth !== 'none')
      .map((call) => [call.method, call.path] as const),
  )('AUTH-26 %s %s needs a bearer', async (method, path) => {
    const response = await portal.send(method, `/api/v1/${path.replace(/\{\w+\}/g, '1')}`);
    expect([response.status, await response.json()]).toEqual([401, { detail: 'Sua sessão terminou. Entre de novo.' }]);
    expect(await ownerOf(1)).toBe(people.ana);
  });

  describe('GET users/book (API-19, BOOK-02)', () => {
    it('the list of own books lists the own books, the last linked first', async () => {
      const { id } = await addAccount(portal, { full_name: 'Rita de Alves' });
      const [first, second] = [await newBook(id), await newBook(id)];
      const { body } = await portal.call(books.listOwnBooks, {}, { as: id });
      expect(body.map((book) => book.id)).toEqual([second.id, first.id]);
      expect(body[0]).toEqual({
        id: second.id,
        uuid: second.uuid,
        code: second.code,
        livro: expect.objectContaining({ codigo: 'WAY-1', nivel_cefr: 'A1', unidades_total: 8 }),
        user_id: id,
        user_name_masked: 'Rita d. A.',
        is_empty: false,
        linked_at: second.linked_at,
        expires_at: null,
      });
    });

    it('the list of own books is open to a printed code and empty for a student without books', async () => {
      const { body } = await portal.call(books.listOwnBooks, {}, { as: people.ana, scope: 'book' });
      expect(body.map(({ code }) => code)).toEqual([ofAna.code]);
      expect((await portal.call(books.listOwnBooks, {}, { as: people.bruno })).body).toEqual([]);
    });
  });

  describe('POST users/book (API-20)', () => {
    it('BOOK-02 linking a book links an empty book by code, in any case, or by uuid', async () => {
      const { id } = await addAccount(portal);
      const [first, second] = [await newBook(), await newBook()];
      const linked = await link(id, { code: ` ${first.code.toLowerCase()} ` });
      expect(linked).toMatchObject({ status: 200, body: { id: first.id, user_id: id, is_empty: false } });
      expect(linked.body.linked_at).toBe(portal.clock.now.toISOString());
      expect((await link(id, { uuid: second.uuid })).status).toBe(200);
      expect([await ownerOf(first.id), await ownerOf(second.id)]).toEqual([id, id]);
    });

    it('linking a book again changes nothing', async () => {
      const { id } = await addAccount(portal);
      const { code } = await newBook();
      const { body } = await link(id, { code });
      portal.clock.advance(60_000);
      expect((await link(id, { code })).body).toEqual(body);
    });

    it('BOOK-11 linking a book refuses the book of somebody else without saying whose', async () => {
      const answer = await link(people.bruno, { code: ofAna.code });
      expect(answer).toMatchObject({ status: 409, body: { code: 'book_taken' } });
      expect(answer.body.detail).toBe('Este livro já está ligado a outra pessoa. Fale com a sua escola.');
      expect(JSON.stringify(answer.body)).not.toMatch(/Ana|aluna/);
      expect(await ownerOf(1)).toBe(people.ana);
    });

    it('S4 one of many concurrent requests links a book', async () => {
      const book = await newBook();
      const ids = await Promise.all(Array.from({ length: 8 }, async () => (await addAccount(portal)).id));
      const answers = await Promise.all(ids.map((id) => link(id, { code: book.code })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      expect(await ownerOf(book.id)).toBe(ids[answers.findIndex(({ status }) => status === 200)]);
    });

    it('linking a book ignores a user in the body', async () => {
      const { id } = await addAccount(portal);
      const book = await newBook();
      await link(id, { code: book.code, user_id: people.ana, id: 1 });
      expect(await ownerOf(book.id)).toBe(id);
      expect(await ownerOf(1)).toBe(people.ana);
    });

    it('BOOK-11 linking a book limits what one user may try', async () => {
      const { id } = await addAccount(portal);
      const tries = await Promise.all(Array.from({ length: 41 }, (_, index) => link(id, { code: `NAO-HA-${index}` })));
      expect(tries.filter(({ status }) => status === 404)).toHaveLength(40);
      const late = tries.find(({ status }) => status === 429);
      expect(late?.body.detail).toMatch(/^Muitas tentativas\. Tente de novo em 1[45] minutos\.$/);
      expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
    });

    it.each([
      [{}, 'Informe o código do livro'],
      [{ uuid: ofNobody.uuid, code: ofNobody.code }, 'Informe o código do livro'],
      [{ uuid: 'x' }, 'Código do livro: Formato inválido'],
      [{ code: '' }, 'Código: Este campo é obrigatório'],
      [{ code: "' or 1=1" }, 'Código: Formato inválido'],
      [{ code: 7 }, 'Código: Formato inválido'],
      [{ code: 'X'.repeat(41) }, 'Código: Use no máximo 40 caracteres'],
    ])('S1 linking a book refuses %j', async (body, detail) => {
      expect(await link(people.bruno, body)).toMatchObject({ status: 422, body: { detail } });
      expect(await ownerOf(2)).toBeNull();
    });

    it('an unknown code is not found', async () => {
      expect(await link(people.bruno, { code: 'KNN-LIVRO-9999' })).toMatchObject(unknownBook);
      expect(await link(people.bruno, { uuid: randomUUID() })).toMatchObject(unknownBook);
    });
  });

  describe('one book, without a session', () => {
    const look = (key: string, sent?: Sent) =>
      Promise.all([
        portal.call(books.getBook, { params: { uuid: key } }, sent),
        portal.call(books.checkEmptyBook, { params: { id: key } }, sent),
      ]);

    it.each([ofNobody.uuid, ofNobody.code, ofNobody.code.toLowerCase()])(
      'BOOK-03 API-22 API-28 the look-up of a book finds an empty one by %s (ROLE-06)',
      async (key) => {
        const [book, check] = await look(key);
        expect(book.body).toMatchObject({ ...ofNobody, is_empty: true, user_id: null, linked_at: null });
        expect(check.body).toEqual({ uuid: ofNobody.uuid, is_empty: true, livro: book.body.livro });
      },
    );

    it.each<[string, Sent]>([
      ['a visitor', {}],
      ['another student', { as: people.bruno }],
      ['one with a broken bearer', { token: 'x' }],
    ])('BOOK-11 the look-up of a book tells %s that a book is taken, not by whom', async (_who, sent) => {
      const [book, check] = await look(ofAna.code, sent);
      expect(book.body).toMatchObject({ is_empty: false, user_id: null, user_name_masked: null, linked_at: null });
      expect(check.body).toMatchObject({ uuid: ofAna.uuid, is_empty: false });
      expect(JSON.stringify([book.body, check.body])).not.toContain('Ana');
    });

    it('the look-up of a book returns its owner', async () => {
      const [book] = await look(ofAna.uuid, { as: people.ana });
      expect(book.body).toMatchObject({ user_id: people.ana, user_name_masked: 'Ana S.' });
    });

    it.each(['NAO-HA', '99999999-9999-4999-8999-999999999999'])(
      'the look-up of a book does not find %s',
      async (key) => {
        for (const answer of await look(key)) expect(answer).toMatchObject(unknownBook);
      },
    );

    it.each(['não é', '%', 'a b', '-', '../1', 'X'.repeat(41)])('S1 the look-up of a book refuses %j', async (key) => {
      for (const answer of await look(key)) {
        expect(answer.status).toBe(422);
        expect(answer.body.detail).toMatch(/^(Código do livro: )?(Formato inválido|Texto longo demais)$/);
      }
    });

    it('BOOK-11 the look-up of a book is limited by IP address, both calls together', async () => {
      const sent = { caller: { address: 'curioso' } };
      for (let more = 0; more < 30; more += 1) await look(ofNobody.code, sent);
      const answers = (await Promise.all(Array.from({ length: 61 }, () => look('NAO-HA', sent)))).flat();
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(120);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    });
  });
});
