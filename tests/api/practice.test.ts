import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMyBooks } from '../../src/lib/contract/practice.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, helena: 7 };

describe.each(engines)('practice on %s (API-29)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const list = async (as: number) => (await portal.call(listMyBooks, {}, { as })).body;

  /** A student with a book of eight units, of which the first ones are as given. */
  async function newReader(units: { audios_ouvidos: number; isDone?: boolean }[] = []) {
    const { db } = portal.school;
    const { id } = await addAccount(portal);
    const at = portal.clock.now.toISOString();
    const uuid = randomUUID();
    const book = await db
      .insertInto('user_books')
      .values({ uuid, code: uuid.slice(0, 8).toUpperCase(), livro_id: 1, user_id: id, linked_at: at, expires_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [index, { audios_ouvidos, isDone }] of units.entries()) {
      await db
        .insertInto('unidade_progressos')
        .values({
          user_book_id: book.id,
          unidade_id: 101 + index,
          audios_ouvidos,
          palavras_dominadas: 0,
          testes_feitos: 0,
          concluida_em: isDone ? at : null,
          atualizado_em: at,
        })
        .execute();
    }
    return { id, book: book.id };
  }

  it('the list of books has the own books with progress and the next step', async () => {
    const [ofAna, ...others] = await list(people.ana);
    expect(others).toEqual([]);
    expect(ofAna?.user_book).toMatchObject({ id: 1, code: 'KNN-LIVRO-0001', user_id: people.ana });
    expect(ofAna?.progresso).toEqual({
      unidades_total: 8,
      unidades_concluidas: 3,
      audios_total: 24,
      audios_ouvidos: 10,
      palavras_total: 96,
      palavras_dominadas: 34,
      testes_total: 8,
      testes_feitos: 3,
      percentual: 36,
    });
    expect(ofAna?.continuar).toEqual({
      tipo: 'audio',
      id: 204,
      titulo: 'Unidade 4 · Shopping smart',
      path: '/pedagogico/minha-pratica/1?unidade=4',
    });
  });

  it('a book that was never opened begins with the first audio', async () => {
    const { id, book } = await newReader();
    const [only] = await list(id);
    expect(only?.progresso).toMatchObject({ unidades_concluidas: 0, audios_ouvidos: 0, percentual: 0 });
    expect(only?.continuar).toMatchObject({
      tipo: 'audio',
      id: 101,
      path: `/pedagogico/minha-pratica/${book}?unidade=1`,
    });
  });

  it('the next step is the words once every audio was heard', async () => {
    const { id } = await newReader([{ audios_ouvidos: 4, isDone: true }, { audios_ouvidos: 4 }]);
    expect((await list(id))[0]?.continuar).toMatchObject({ tipo: 'vocabulario', id: 102 });
  });

  it('a finished book has no next step', async () => {
    const { id } = await newReader(Array(8).fill({ audios_ouvidos: 4, isDone: true }));
    const [only] = await list(id);
    expect(only?.progresso.unidades_concluidas).toBe(8);
    expect(only?.continuar).toBeNull();
  });

  it('two copies of one book have separate progress', async () => {
    const [first, second] = [await newReader([{ audios_ouvidos: 3 }]), await newReader([{ audios_ouvidos: 1 }])];
    const heard = await Promise.all(
      [first, second].map(async ({ id }) => (await list(id))[0]?.progresso.audios_ouvidos),
    );
    expect(heard).toEqual([3, 1]);
    await portal.school.db.updateTable('user_books').set({ user_id: first.id }).where('id', '=', second.book).execute();
    const both = (await list(first.id)).map(({ user_book, progresso }) => [user_book.id, progresso.audios_ouvidos]);
    expect(both.toSorted()).toEqual(
      [
        [first.book, 3],
        [second.book, 1],
      ].toSorted(),
    );
  });

  it('ROLE-08 the list of books shows nobody the books of another', async () => {
    expect(await list(people.bruno)).toEqual([]);
    expect(await list(people.helena)).toEqual([]);
  });

  it('the list of books is open to a printed code', async () => {
    expect((await portal.call(listMyBooks, {}, { as: people.ana, scope: 'book' })).body).toHaveLength(1);
  });

  it('AUTH-26 the list of books needs a bearer', async () => {
    const answer = await portal.call(listMyBooks, {});
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Sua sessão terminou. Entre de novo.' } });
  });
});
