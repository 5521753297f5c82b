import type * as practice from '#lib/contract/practice.ts';
import { readerFor, requireBooksOf } from '../books/policy.ts';
import { booksWithUnits } from '../books/read-books.ts';
import type { Routes } from '../http/handler.ts';
import { notFound } from '../http/refusal.ts';
import { checkEmptyBook, readEmptyBookTest } from './empty-book.ts';
import { packageOf, presentProgress, presentQuestion } from './present.ts';
import { filesIn, ownTest, ownUnit, questionsOf } from './queries.ts';
import { caughtUp, readContents, readSummary } from './read-contents.ts';
import { saveAudioPosition } from './save-audio-position.ts';
import { saveReviews } from './save-reviews.ts';
import { submitTest } from './submit-test.ts';
import { saveGoal } from './weekly-goal.ts';

export const practiceRoutes: Routes<typeof practice> = {
  listMyBooks: async (_input, { db, session }) => {
    const books = await booksWithUnits(db, session);
    return books.map(presentProgress);
  },
  listBookContents: async ({ params, query }, { db, session, now }) => {
    await requireBooksOf(db, session, params.id);
    const reader = readerFor(session, params.id);
    const books = await caughtUp(db, reader, now());
    if (query.resumo) return readSummary(db, reader.userId, books);
    return readContents(db, reader.userId, books, now(), query.unidade);
  },
  saveAudioPosition: ({ params, body }, ctx) => saveAudioPosition(ctx, params.id, body),
  saveReviews: ({ body }, ctx) => saveReviews(ctx, body),
  getPracticeTest: async ({ params }, { db, session }) => {
    const test = await ownTest(db, session, params.id);
    if (!test) throw notFound('Este teste não é de um livro seu.');
    const questoes = await questionsOf(db, test.id);
    return { id: test.id, titulo: test.titulo, questoes: questoes.map(presentQuestion) };
  },
  submitPracticeTest: ({ params, body }, ctx) => submitTest(ctx, params.id, body),
  getOfflinePackage: async ({ params }, { db, session }) => {
    if (!(await ownUnit(db, session, params.unidade_id))) {
      throw notFound('Esta unidade não é de um livro seu.');
    }
    const files = await filesIn(db, [params.unidade_id]);
    return {
      versao: packageOf(files).versao,
      arquivos: files.map(({ url, tamanho_bytes, sha256 }) => ({ url, tamanho_bytes, sha256 })),
    };
  },
  updateWeeklyGoal: ({ body }, ctx) => saveGoal(ctx, body.dias_por_semana),
  getEmptyBookTest: ({ params }, ctx) => readEmptyBookTest(ctx, params.id),
  checkEmptyBookTest: ({ params, body }, ctx) => checkEmptyBook(ctx, params.id, body),
};
