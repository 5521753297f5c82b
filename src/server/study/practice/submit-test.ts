import type { z } from 'zod';
import type { Corrected, Questao } from '#lib/contract/practice.schema.ts';
import { plain } from '#lib/rules/practice/plain-answer.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { invalid } from '../../core/http/refusal.ts';
import type { submitPracticeTestInput } from './inputs.ts';
import { keyOf, optionsOf } from './present.ts';
import { refreshAndEarn } from './progress.ts';
import { attemptAt, insertAttempt, lockUser, type ownTest, type QuestionRow, questionsOf } from './queries.ts';
import { keepCards } from './reviews.ts';
import { markStudyDays } from './weekly-goal.ts';

type Test = NonNullable<Awaited<ReturnType<typeof ownTest>>>;
type Input = z.output<typeof submitPracticeTestInput>;

const FORGOT = 1;

/** A question, in a test of a book or in an exercise of a class. */
export type Question = Omit<QuestionRow, 'teste_id' | 'ordem' | 'palavra_id'>;

/** Copies the questions of a test, for an exercise. */
export async function copyQuestions(db: Db, testId: number): Promise<Question[]> {
  const questions = await questionsOf(db, testId);
  return questions.map(({ teste_id: _test, ordem: _place, palavra_id: _word, ...question }) => question);
}

/**
 * Corrects an attempt and stores it once. A repeated submission with the same start returns the stored result. Words of wrong
 * answers return in the daily review.
 *
 * @throws Refusal 422 for another test's question or one with two answers.
 */
export async function submitTest(ctx: Ctx, test: Test, input: Input): Promise<Corrected> {
  const { db, session, now, config } = ctx;
  const { userId } = session;
  const questions = await questionsOf(db, test.id);
  const submitted = answersOf(questions, input.respostas);
  if (input.refazer) {
    return correct(
      questions.filter(({ id }) => submitted.has(id)),
      submitted,
    );
  }
  const begun = new Date(input.iniciada_em);
  const iniciada_em = begun.toISOString();
  const at = now();
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const before = await attemptAt(tx, userId, test.id, iniciada_em);
    if (before) return correct(questions, new Map(JSON.parse(before.respostas)));
    const corrected = correct(questions, submitted);
    await insertAttempt(tx, {
      user_id: userId,
      teste_id: test.id,
      iniciada_em,
      concluida_em: at.toISOString(),
      nota: corrected.nota,
      respostas: JSON.stringify([...submitted]),
    });
    const counted = (begun < at ? begun : at).toISOString();
    await keepCards(
      tx,
      userId,
      wrongWords(questions, corrected).map((palavra_id) => ({
        user_id: userId,
        palavra_id,
        feita_em: iniciada_em,
        contada_em: counted,
        nota: FORGOT,
        tempo_ms: 0,
      })),
    );
    await markStudyDays(tx, userId, [counted], session.timeZone);
    const concluidas = await refreshAndEarn(tx, userId, [test.unidade_id], at, config.SCHOOL_TIME_ZONE);
    return { ...corrected, concluidas };
  });
}

/** @throws Refusal 422 for another test's question, or one with two answers. */
export function answersOf(questions: readonly Question[], answers: Input['respostas']): Map<number, Submitted> {
  const ids = new Set(questions.map(({ id }) => id));
  const submitted = new Map<number, Submitted>();
  for (const { questao_id, resposta } of answers) {
    if (!ids.has(questao_id))
      throw invalid('Uma das respostas é de outro teste.', { respostas: 'Questão desconhecida' });
    if (submitted.has(questao_id))
      throw invalid('Uma questão foi respondida duas vezes.', { respostas: 'Questão repetida' });
    submitted.set(questao_id, resposta);
  }
  return submitted;
}

/** The grade of the answers, and which are right. */
export function correct(questions: readonly Question[], submitted: Map<number, Submitted>): Corrected {
  const results = questions.map((question) => {
    const certa = isRight(
      { tipo: question.tipo, chave: keyOf(question) },
      inWords(question, submitted.get(question.id)),
    );
    const resposta_certa = certa ? null : (keyOf(question)[0] ?? null);
    return { questao_id: question.id, certa, explicacao: question.explicacao, resposta_certa, pontos: question.pontos };
  });
  return { nota: gradeOf(results), itens: results.map(({ pontos: _points, ...item }) => item) };
}

/** Converts option ids into words. Equal words have different ids, so the words are compared. */
function inWords(question: Question, submitted: Submitted | undefined): Submitted | undefined {
  if (question.tipo !== 'ordenar' || typeof submitted !== 'object') return submitted;
  const texts = new Map(optionsOf(question).alternativas?.map(({ id, texto }) => [id, texto]));
  return submitted.map((id) => texts.get(id) ?? id);
}

const wrongWords = (questions: QuestionRow[], { itens }: Corrected): number[] => {
  const wrong = new Set(itens.filter(({ certa }) => !certa).map(({ questao_id }) => questao_id));
  const words = questions.filter(({ id }) => wrong.has(id)).flatMap(({ palavra_id }) => palavra_id ?? []);
  return [...new Set(words)];
};

/** A student's answer: see `Answer` of the contract. */
export type Submitted = string | string[];

interface Keyed {
  tipo: Questao['tipo'];
  /** Every accepted answer. */
  chave: readonly Submitted[];
  pontos: number;
}

const TEN = 10;

/** Whether an answer is accepted. Typed answers may differ in capitals, accents, punctuation and spaces. */
export function isRight({ tipo, chave }: Pick<Keyed, 'tipo' | 'chave'>, submitted: Submitted | undefined): boolean {
  if (submitted === undefined) return false;
  return chave.some((accepted) => {
    if (tipo === 'associar') return sameSet(listOf(accepted), listOf(submitted));
    if (tipo === 'multipla_escolha') return accepted === submitted;
    return plain(textOf(accepted)) === plain(textOf(submitted)) && plain(textOf(submitted)) !== '';
  });
}

/** @returns 0 to 10, in tenths: the share of the possible points. */
export function gradeOf(results: readonly { pontos: number; certa: boolean }[]): number {
  const all = results.reduce((sum, { pontos }) => sum + pontos, 0);
  const earned = results.reduce((sum, { pontos, certa }) => sum + (certa ? pontos : 0), 0);
  return all === 0 ? 0 : Math.round((earned * TEN * 10) / all) / 10;
}

const listOf = (submitted: Submitted) => (typeof submitted === 'string' ? [submitted] : submitted);
const textOf = (submitted: Submitted) => (typeof submitted === 'string' ? submitted : submitted.join(' '));

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && new Set(a).size === new Set([...a, ...b]).size && new Set(b).size === b.length;
