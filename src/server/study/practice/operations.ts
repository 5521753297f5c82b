import { z } from 'zod';
import {
  ContentsQuery,
  Corrected,
  FinishedUnit,
  Goal,
  Reviewed,
  TestPaper,
  WordsOfDay,
} from '#lib/contract/practice.schema.ts';
import * as contract from '#lib/contract/practice.ts';
import { IdParam, OneId } from '#lib/contract/shapes.schema.ts';
import { endpoint, islandOperation, operation } from '../../core/http/operation.ts';
import { notFound } from '../../core/http/refusal.ts';
import { holderOfSecret, owner, ownerOrStaff, user } from '../../core/http/who.ts';
import { readerFor, requireBooksOf } from '../books/policy.ts';
import { booksWithUnits } from '../books/read-books.ts';
import { checkEmptyBook, readEmptyBook, readEmptyBookTest } from './empty-book.ts';
import { checkEmptyBookTestInput, saveReviewsInput, submitPracticeTestInput } from './inputs.ts';
import { packageOf, presentProgress, presentQuestion } from './present.ts';
import { saveAudioPosition } from './progress.ts';
import { filesIn, ownAudio, ownTest, ownUnit, questionsOf } from './queries.ts';
import { caughtUp, readContents, readSummary } from './read-contents.ts';
import { saveReviews } from './reviews.ts';
import { submitTest } from './submit-test.ts';
import { readGoal, saveGoal } from './weekly-goal.ts';
import { listReviews, readDay } from './words-of-day.ts';

/** A reader of the book with a sound. */
const listener = owner('audio', async ({ db, session }, { id }) => {
  const audio = await ownAudio(db, session, id);
  if (!audio) throw notFound('Este áudio não é de um livro seu.');
  return audio;
});

/** A reader of the book with a test. */
const examinee = owner('test', async ({ db, session }, { id }) => {
  const test = await ownTest(db, session, id);
  if (!test) throw notFound('Este teste não é de um livro seu.');
  return test;
});

/** The operations of practice. */
export const practiceOperations = {
  /** The words to review today; `adiante`: the words after those. */
  listDueReviews: operation({
    who: user,
    does: 'reads',
    connected: 'contents',
    scopes: ['book'],
    input: z.object({ adiante: z.boolean().optional() }),
    run: ({ adiante }, ctx) => listReviews(ctx, adiante ?? false),
  }),
  /** The number of words still to review today, already reviewed, and left for tomorrow. */
  getWordsOfDay: islandOperation({
    who: user,
    does: 'reads',
    connected: 'contents',
    scopes: ['book'],
    input: z.object({}),
    result: WordsOfDay,
    run: (_input, ctx) => readDay(ctx),
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
    input: ContentsQuery,
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
  /** Stores the position at which an audio stopped. */
  saveAudioPosition: islandOperation({
    who: listener,
    does: 'writes',
    connected: 'contents',
    scopes: ['book'],
    input: z.object({ id: IdParam, posicao_s: z.number().min(0).max(86_400), ouvido: z.boolean() }),
    result: z.object({ posicao_s: z.number(), ouvido: z.boolean(), concluidas: z.array(FinishedUnit).optional() }),
    run: (body, ctx) => saveAudioPosition(ctx, ctx.thing, body),
  }),
  /** Stores ratings of words, also those given offline. */
  saveReviews: islandOperation({
    who: owner('word'),
    does: 'writes',
    connected: 'contents',
    scopes: ['book'],
    input: saveReviewsInput,
    result: Reviewed,
    run: ({ revisoes }, ctx) => saveReviews(ctx, revisoes),
  }),
  /** Questions of a test, without the key. */
  getPracticeTest: islandOperation({
    who: examinee,
    does: 'reads',
    connected: 'contents',
    scopes: ['book'],
    input: OneId,
    result: TestPaper,
    run: async (_input, { db, thing: { id, titulo } }) => {
      const questoes = await questionsOf(db, id);
      return { id, titulo, questoes: questoes.map(presentQuestion) };
    },
  }),
  /** Corrects an attempt and stores it once; `refazer` corrects some questions and stores nothing. */
  submitPracticeTest: islandOperation({
    who: examinee,
    does: 'writes',
    connected: 'contents',
    scopes: ['book'],
    input: submitPracticeTestInput,
    result: Corrected,
    run: (input, ctx) => submitTest(ctx, ctx.thing, input),
  }),
  /** Files that make a unit available offline. */
  getOfflinePackage: islandOperation({
    who: owner('unit', async ({ db, session }, { unidade_id }: { unidade_id: number }) => {
      const unit = await ownUnit(db, session, unidade_id);
      if (!unit) throw notFound('Esta unidade não é de um livro seu.');
      return unit;
    }),
    does: 'reads',
    connected: 'contents',
    scopes: ['book'],
    input: z.object({ unidade_id: IdParam }),
    result: z.object({
      versao: z.string(),
      arquivos: z.array(z.object({ url: z.string(), tamanho_bytes: z.int(), sha256: z.string() })),
    }),
    run: async (_input, { db, thing }) => {
      const files = await filesIn(db, [thing.id]);
      return {
        versao: packageOf(files).versao,
        arquivos: files.map(({ url, tamanho_bytes, sha256 }) => ({ url, tamanho_bytes, sha256 })),
      };
    },
  }),
  /** Sets the goal of the week. */
  updateWeeklyGoal: islandOperation({
    who: user,
    does: 'writes',
    connected: 'contents',
    input: z.object({ dias_por_semana: z.int().min(1).max(7) }),
    result: Goal,
    run: ({ dias_por_semana }, ctx) => saveGoal(ctx, dias_por_semana),
  }),
  /** Questions of a test in the first unit of the empty book that this browser opened, without the key. */
  getEmptyBookTest: islandOperation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'contents',
    input: OneId,
    result: TestPaper,
    run: ({ id }, ctx) => readEmptyBookTest(ctx, id),
  }),
  /** Corrects answers to such a test and stores nothing. */
  checkEmptyBookTest: islandOperation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'contents',
    input: checkEmptyBookTestInput,
    result: Corrected,
    run: (input, ctx) => checkEmptyBook(ctx, input),
  }),
};
