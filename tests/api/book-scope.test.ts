import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { loginWithBookCode } from '../../src/lib/contract/auth.ts';
import { listOwnBooks, listUserBooks } from '../../src/lib/contract/books.ts';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { listClasses, scanQrCode } from '../../src/lib/contract/pedagogico.ts';
import * as practice from '../../src/lib/contract/practice.ts';
import { type ServedCase, servedCases } from '../support/access/served-cases.ts';
import { thingsOf } from '../support/access/things.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

/** All that a printed book code opens of the calls that need a session. */
const OPEN: readonly string[] = [
  'account.getMe',
  'auth.logout',
  'books.listOwnBooks',
  'books.listUserBooks',
  'pedagogico.listClasses',
  'pedagogico.scanQrCode',
  'practice.getOfflinePackage',
  'practice.getPracticeTest',
  'practice.getWordsOfDay',
  'practice.listBookContents',
  'practice.listDueReviews',
  'practice.listMyBooks',
  'practice.saveAudioPosition',
  'practice.saveReviews',
  'practice.submitPracticeTest',
  'tour.markTourDone',
];

const people = { ana: 1, helena: 7 };
const anything = { params: { id: 1 } };

describe.each(engines)('S17 what a printed book code opens on %s', (engine) => {
  let portal: TestSchool;
  /** A student with two books and a class for each, who came with the code of the first. */
  let reader: { id: number; email: string };
  let byCode: Sent;
  let guarded: ServedCase[];
  let books: { id: number; code: string; livro_id: number }[];

  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const { db } = portal.school;
    reader = await addAccount(portal);
    const catalogue = await db.selectFrom('livros').select('id').orderBy('id').limit(2).execute();
    for (const [index, { id: livro_id }] of catalogue.entries()) {
      const turma = await db.selectFrom('turmas').select('id').where('livro_id', '=', livro_id).executeTakeFirst();
      await db
        .insertInto('user_books')
        .values({
          uuid: `00000000-0000-4000-8000-00000000000${index}`,
          code: `ALCANCE-${index}`,
          livro_id,
          user_id: reader.id,
          linked_at: portal.school.now().toISOString(),
        })
        .execute();
      if (turma) {
        await db
          .insertInto('turma_alunos')
          .values({ turma_id: turma.id, user_id: reader.id, status: 'ativa' })
          .execute();
      }
    }
    books = await db
      .selectFrom('user_books')
      .select(['id', 'code', 'livro_id'])
      .where('user_id', '=', reader.id)
      .orderBy('id')
      .execute();
    byCode = { token: await enter(books[0]?.code ?? '') };
    guarded = servedCases(portal, await thingsOf(portal)).filter(({ call }) => call.auth !== 'none');
  });
  afterAll(() => portal.close());

  const enter = async (uuid: string): Promise<string> => {
    const { body } = await portal.call(loginWithBookCode, { body: { username: reader.email, uuid } });
    return body.access_token ?? '';
  };
  /** Ids of what a book teaches. */
  const teaches = async (livroId = 0) => {
    const one = <Row>(row: Row | undefined): Row => {
      if (!row) throw new Error('the catalogue of the tests is empty');
      return row;
    };
    const { db } = portal.school;
    const unit = one(
      await db.selectFrom('unidades').select('id').where('livro_id', '=', livroId).orderBy('id').executeTakeFirst(),
    ).id;
    const first = async (table: 'audios' | 'testes' | 'palavras') =>
      one(await db.selectFrom(table).select('id').where('unidade_id', '=', unit).orderBy('id').executeTakeFirst()).id;
    return { unit, audio: await first('audios'), test: await first('testes'), word: await first('palavras') };
  };

  it('the list of calls names calls that exist', () => {
    const names = guarded.map(({ name }) => name);
    expect(OPEN.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('the list of calls refuses every other call before reading the input', async () => {
    const outside = guarded.filter(({ name }) => !OPEN.includes(name));
    for (const { name, sendBroken, send } of outside) {
      expect([name, await sendBroken(byCode)]).toEqual([name, 403]);
      const answer = await send(byCode);
      expect([name, answer.status, ((await answer.json()) as { code?: string }).code]).toEqual([
        name,
        403,
        'password_required',
      ]);
    }
  });

  it('public calls that would act for the owner are refused, and those for visitors stay open', async () => {
    const refused = await Promise.all([
      portal.ops.englishTest.startTest({}, byCode),
      portal.call(payWithPix, { ...anything, query: {} }, byCode),
    ]);
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { code: 'password_required' } });
    const friend = { nome: 'Rui Prado', telefone: '19981234567', consentimento: true };
    const invitation = await portal.ops.club.acceptInvitation({ codigo: 'NADA-0000', ...friend } as never, byCode);
    expect(invitation.status).not.toBe(403);
  });

  it('the session of a book code opens the book that was scanned, and none of the others', async () => {
    const [own, other] = [await teaches(books[0]?.livro_id), await teaches(books[1]?.livro_id)];
    const opened = await portal.call(practice.listMyBooks, {}, byCode);
    expect(opened.body.map(({ user_book }) => user_book.id)).toEqual([books[0]?.id]);
    const params = { id: reader.id };
    const contents = await portal.call(practice.listBookContents, { params, query: {} }, byCode);
    expect(contents.body.map(({ user_book_id }) => user_book_id)).toEqual([books[0]?.id]);
    for (const list of [
      await portal.call(listOwnBooks, {}, byCode),
      await portal.call(listUserBooks, { params }, byCode),
    ]) {
      expect(list.body.map(({ id }) => id)).toEqual([books[0]?.id]);
    }
    const at = portal.clock.now.toISOString();
    const statuses = async ({ unit, audio, test, word }: typeof own, bookId = 0) => [
      (await portal.ops.practice.getOfflinePackage({ unidade_id: unit }, byCode)).status,
      (await portal.ops.practice.getPracticeTest({ id: test }, byCode)).status,
      (await portal.ops.practice.saveAudioPosition({ id: audio, posicao_s: 1, ouvido: false }, byCode)).status,
      (
        await portal.ops.practice.saveReviews(
          { revisoes: [{ palavra_id: word, nota: 3, tempo_ms: 900, feita_em: at }] },
          byCode,
        )
      ).status,
      (await portal.ops.practice.submitPracticeTest({ id: test, respostas: [], iniciada_em: at }, byCode)).status,
      (await portal.call(scanQrCode, { params: { a: bookId, b: 'U1' } }, byCode)).status,
    ];
    const [mine, theirs] = [await statuses(own, books[0]?.id), await statuses(other, books[1]?.id)];
    expect(mine.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(theirs).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('the session of a book code reviews words of this book only', async () => {
    const other = await teaches(books[1]?.livro_id);
    const at = portal.clock.now.toISOString();
    const body = [{ palavra_id: other.word, nota: 1, tempo_ms: 900, feita_em: at }] as const;
    expect((await portal.ops.practice.saveReviews({ revisoes: [...body] }, { as: reader.id })).status).toBe(200);
    portal.clock.advance((40 * 86_400_000) / 2);
    const due = await portal.ops.practice.listDueReviews({}, { as: reader.id });
    expect(due.body.map(({ id }) => id)).toContain(other.word);
    const ofCode = await portal.ops.practice.listDueReviews({}, byCode);
    expect(ofCode.body.map(({ id }) => id)).not.toContain(other.word);
    expect(ofCode.body.length).toBeGreaterThan(0);
  });

  it('the session of a book code shows times of the classes of this book, but no meeting links', async () => {
    const { db } = portal.school;
    await db
      .updateTable('aulas')
      .set({ link_reuniao: 'https://meet.example/abc', licao_de_casa: 'Página 12' })
      .execute();
    const all = await portal.call(listClasses, { query: {} }, { as: reader.id });
    const { body } = await portal.call(listClasses, { query: {} }, byCode);
    expect(new Set(all.body.map(({ livro }) => livro.id)).size).toBe(2);
    expect(body.map(({ livro }) => livro.id)).toEqual([books[0]?.livro_id]);
    expect(body[0]?.horarios.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/meet\.example|Página 12/);
  });

  it('the session of a book code ends by logout, by unlinking and by a new printed code', async () => {
    const token = await enter(books[1]?.code ?? '');
    expect((await portal.ops.auth.logout({}, { token })).status).toBe(200);
    expect((await portal.call(getMe, {}, { token })).status).toBe(401);

    const [unlinked, full] = [await enter(books[1]?.code ?? ''), await portal.tokenOf(reader.id)];
    await portal.school.db
      .updateTable('user_books')
      .set({ user_id: null })
      .where('id', '=', books[1]?.id ?? 0)
      .execute();
    expect((await portal.call(getMe, {}, { token: unlinked })).status).toBe(401);
    expect((await portal.call(getMe, {}, { token: full })).status).toBe(200);

    const renewed = await portal.ops.books.renewBookCode({ id: books[0]?.id ?? 0 }, { as: people.helena });
    expect(renewed.status).toBe(200);
    expect((await portal.call(getMe, {}, byCode)).status).toBe(401);
  });
});
