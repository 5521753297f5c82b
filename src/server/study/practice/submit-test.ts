import type { z } from 'zod';
import type { Corrected } from '#lib/contract/practice.schema.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { invalid } from '../../core/http/refusal.ts';
import { refreshAndEarn } from './earn-units.ts';
import { type Given, gradeOf, isRight } from './grade-answers.ts';
import type { submitPracticeTestInput } from './inputs.ts';
import { keepCards } from './keep-cards.ts';
import { keyOf, optionsOf } from './present.ts';
import { attemptAt, insertAttempt, lockUser, type ownTest, type QuestionRow, questionsOf } from './queries.ts';
import { markStudyDays } from './study-day.ts';

type Test = NonNullable<Awaited<ReturnType<typeof ownTest>>>;
type Input = z.output<typeof submitPracticeTestInput>;

const FORGOT = 1;

/**
 * Corrects an attempt and stores it once. The same beginning sent again returns the stored result. Words of wrong
 * answers come back in the daily review.
 *
 * @throws Refusal 422 for another test's question or one with two answers.
 */
export async function submitTest(ctx: Ctx, test: Test, input: Input): Promise<Corrected> {
  const { db, session, now, config } = ctx;
  const { userId } = session;
  const questions = await questionsOf(db, test.id);
  const given = answersOf(questions, input.respostas);
  if (input.refazer) {
    return correct(
      questions.filter(({ id }) => given.has(id)),
      given,
    );
  }
  const begun = new Date(input.iniciada_em);
  const iniciada_em = begun.toISOString();
  const at = now();
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const before = await attemptAt(tx, userId, test.id, iniciada_em);
    if (before) return correct(questions, new Map(JSON.parse(before.respostas)));
    const corrected = correct(questions, given);
    await insertAttempt(tx, {
      user_id: userId,
      teste_id: test.id,
      iniciada_em,
      concluida_em: at.toISOString(),
      nota: corrected.nota,
      respostas: JSON.stringify([...given]),
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
    await refreshAndEarn(tx, userId, [test.unidade_id], at, config.SCHOOL_TIME_ZONE);
    return corrected;
  });
}

/** @throws Refusal 422 for another test's question, or one with two answers. */
export function answersOf(questions: QuestionRow[], answers: Input['respostas']): Map<number, Given> {
  const ids = new Set(questions.map(({ id }) => id));
  const given = new Map<number, Given>();
  for (const { questao_id, resposta } of answers) {
    if (!ids.has(questao_id))
      throw invalid('Uma das respostas é de outro teste.', { respostas: 'Questão desconhecida' });
    if (given.has(questao_id))
      throw invalid('Uma questão foi respondida duas vezes.', { respostas: 'Questão repetida' });
    given.set(questao_id, resposta);
  }
  return given;
}

/** The grade of answers, and which are right. */
export function correct(questions: QuestionRow[], given: Map<number, Given>): Corrected {
  const results = questions.map((question) => {
    const certa = isRight({ tipo: question.tipo, chave: keyOf(question) }, inWords(question, given.get(question.id)));
    return { questao_id: question.id, certa, explicacao: question.explicacao, pontos: question.pontos };
  });
  return { nota: gradeOf(results), itens: results.map(({ pontos: _points, ...item }) => item) };
}

/** The words of an order exercise come as option ids. Equal words have different ids, so this compares the words. */
function inWords(question: QuestionRow, given: Given | undefined): Given | undefined {
  if (question.tipo !== 'ordenar' || typeof given !== 'object') return given;
  const texts = new Map(optionsOf(question).alternativas?.map(({ id, texto }) => [id, texto]));
  return given.map((id) => texts.get(id) ?? id);
}

const wrongWords = (questions: QuestionRow[], { itens }: Corrected): number[] => {
  const wrong = new Set(itens.filter(({ certa }) => !certa).map(({ questao_id }) => questao_id));
  const words = questions.filter(({ id }) => wrong.has(id)).flatMap(({ palavra_id }) => palavra_id ?? []);
  return [...new Set(words)];
};
