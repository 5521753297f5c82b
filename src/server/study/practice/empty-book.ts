import type { z } from 'zod';
import type { ContentsQuery, Corrected, LivroConteudo } from '#lib/contract/practice.schema.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { emptyBookWithUnits } from '../books/read-books.ts';
import type { checkEmptyBookTestInput } from './inputs.ts';
import { presentQuestion } from './present.ts';
import { questionsOf, testsIn } from './queries.ts';
import { readContents, readSummary } from './read-contents.ts';
import { answersOf, correct } from './submit-test.ts';

/** A user id that no row has. */
const NOBODY = 0;

/**
 * The book without an owner that this browser opened. Its cookie was sealed after a successful look-up, so it cannot be guessed
 * (BOOK-04).
 *
 * @throws Refusal 404 without such a book, also once it has an owner
 */
async function openedBook({ db, caller }: PublicCtx) {
  const opened = caller.bookUuid === undefined ? null : await emptyBookWithUnits(db, caller.bookUuid);
  if (!opened) throw notFound('Este livro não está aberto neste aparelho.');
  return opened;
}

/** Its contents: sounds of every unit; words and tests only of the first one, the others require the registration (GUARD-05). */
export async function readEmptyBook(
  ctx: PublicCtx,
  { resumo, unidade }: z.output<typeof ContentsQuery>,
): Promise<LivroConteudo> {
  const opened = await openedBook(ctx);
  const [contents] = resumo
    ? await readSummary(ctx.db, NOBODY, [opened])
    : await readContents(ctx.db, NOBODY, [opened], ctx.now(), unidade);
  const first = opened.units.at(0)?.unidade_id;
  const { livro, id: user_book_id } = opened.book;
  return {
    livro,
    user_book_id,
    unidades: (contents?.unidades ?? []).map((unit) =>
      unit.id === first ? unit : { ...unit, vocabulario: [], testes: [] },
    ),
  };
}

/** A test of the first unit. @throws Refusal 404 for any other test */
async function openedTest(ctx: PublicCtx, testId: number) {
  const { units } = await openedBook(ctx);
  const first = units.at(0)?.unidade_id;
  const tests = first === undefined ? [] : await testsIn(ctx.db, NOBODY, [first]);
  const test = tests.find(({ id }) => id === testId);
  if (!test) throw notFound('Este teste abre com o seu cadastro.');
  return { ...test, questions: await questionsOf(ctx.db, test.id) };
}

/** The questions of a test in the first unit, without the key. */
export async function readEmptyBookTest(ctx: PublicCtx, testId: number) {
  const { id, titulo, questions } = await openedTest(ctx, testId);
  return { id, titulo, questoes: questions.map(presentQuestion) };
}

/** Corrects the submitted answers of such a test, without storing anything. @throws Refusal 404, 422 */
export async function checkEmptyBook(
  ctx: PublicCtx,
  { id, respostas }: z.output<typeof checkEmptyBookTestInput>,
): Promise<Corrected> {
  const { questions } = await openedTest(ctx, id);
  const answers = answersOf(questions, respostas);
  return correct(
    questions.filter(({ id }) => answers.has(id)),
    answers,
  );
}
