import { z } from 'zod';
import * as contract from '#lib/contract/practice.ts';
import { readerFor, requireBooksOf } from '../books/policy.ts';
import { booksWithUnits } from '../books/read-books.ts';
import { endpoint, operation } from '../http/operation.ts';
import { notFound } from '../http/refusal.ts';
import { holderOfSecret, owner, ownerOrStaff, user } from '../http/who.ts';
import { checkEmptyBook, readEmptyBook, readEmptyBookTest } from './empty-book.ts';
import { getEmptyBookContentsInput } from './inputs.ts';
import { packageOf, presentProgress, presentQuestion, presentWord } from './present.ts';
import { cardsOf, dueWords, filesIn, ownTest, ownUnit, questionsOf } from './queries.ts';
import { caughtUp, readContents, readSummary } from './read-contents.ts';
import { saveAudioPosition } from './save-audio-position.ts';
import { saveReviews } from './save-reviews.ts';
import { submitTest } from './submit-test.ts';
import { readGoal, saveGoal } from './weekly-goal.ts';

/** What the area offers. */
export const practiceOperations = {
  /** Words due for review. */
  listDueReviews: operation({
    who: user,
    does: 'reads',
    connected: 'contents',
    scopes: ['book'],
    input: z.object({}),
    run: async (_input, { db, session, now }) => {
      const at = now();
      const [words, cards] = await Promise.all([dueWords(db, session, at.toISOString()), cardsOf(db, session.userId)]);
      return words.map((word) =>
        presentWord(
          word,
          cards.find(({ palavra_id }) => palavra_id === word.id),
          at,
        ),
      );
    },
  }),
  /** Goal of this week. */
  getWeeklyGoal: operation({
    who: user,
    does: 'reads',
    connected: 'contents',
    input: z.object({}),
    run: (_input, ctx) => readGoal(ctx),
  }),
  /** Contents of the empty book that this browser opened: every sound, and the practice of the first unit. */
  getEmptyBookContents: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'contents',
    input: getEmptyBookContentsInput,
    run: (query, ctx) => readEmptyBook(ctx, query),
  }),
  listMyBooks: endpoint(contract.listMyBooks, {
    who: user,
    connected: 'host',
    scopes: ['book'],
    run: async (_input, { db, session }) => {
      const books = await booksWithUnits(db, session);
      return books.map(presentProgress);
    },
  }),
  listBookContents: endpoint(contract.listBookContents, {
    who: ownerOrStaff('alunos', 'person'),
    connected: 'host',
    scopes: ['book'],
    run: async ({ params, query }, { db, session, now }) => {
      await requireBooksOf(db, session, params.id);
      const reader = readerFor(session, params.id);
      const books = await caughtUp(db, reader, now());
      if (query.resumo) return readSummary(db, reader.userId, books);
      return readContents(db, reader.userId, books, now(), query.unidade);
    },
  }),
  saveAudioPosition: endpoint(contract.saveAudioPosition, {
    who: owner('audio'),
    connected: 'contents',
    scopes: ['book'],
    run: ({ params, body }, ctx) => saveAudioPosition(ctx, params.id, body),
  }),
  saveReviews: endpoint(contract.saveReviews, {
    who: owner('word'),
    connected: 'contents',
    scopes: ['book'],
    run: ({ body }, ctx) => saveReviews(ctx, body),
  }),
  getPracticeTest: endpoint(contract.getPracticeTest, {
    who: owner('test'),
    connected: 'contents',
    scopes: ['book'],
    run: async ({ params }, { db, session }) => {
      const test = await ownTest(db, session, params.id);
      if (!test) throw notFound('Este teste não é de um livro seu.');
      const questoes = await questionsOf(db, test.id);
      return { id: test.id, titulo: test.titulo, questoes: questoes.map(presentQuestion) };
    },
  }),
  submitPracticeTest: endpoint(contract.submitPracticeTest, {
    who: owner('test'),
    connected: 'contents',
    scopes: ['book'],
    run: ({ params, body }, ctx) => submitTest(ctx, params.id, body),
  }),
  getOfflinePackage: endpoint(contract.getOfflinePackage, {
    who: owner('unit'),
    connected: 'contents',
    scopes: ['book'],
    run: async ({ params }, { db, session }) => {
      if (!(await ownUnit(db, session, params.unidade_id))) {
        throw notFound('Esta unidade não é de um livro seu.');
      }
      const files = await filesIn(db, [params.unidade_id]);
      return {
        versao: packageOf(files).versao,
        arquivos: files.map(({ url, tamanho_bytes, sha256 }) => ({ url, tamanho_bytes, sha256 })),
      };
    },
  }),
  updateWeeklyGoal: endpoint(contract.updateWeeklyGoal, {
    who: user,
    connected: 'contents',
    run: ({ body }, ctx) => saveGoal(ctx, body.dias_por_semana),
  }),
  getEmptyBookTest: endpoint(contract.getEmptyBookTest, {
    who: holderOfSecret,
    connected: 'contents',
    run: ({ params }, ctx) => readEmptyBookTest(ctx, params.id),
  }),
  checkEmptyBookTest: endpoint(contract.checkEmptyBookTest, {
    who: holderOfSecret,
    connected: 'contents',
    run: ({ params, body }, ctx) => checkEmptyBook(ctx, params.id, body),
  }),
};
