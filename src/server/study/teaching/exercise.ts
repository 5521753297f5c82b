import type { z } from 'zod';
import { cleanText } from '#lib/format/clean-text.ts';
import { answerInWords } from '#lib/rules/practice/answer-words.ts';
import type { Db } from '../../core/db/connection.ts';
import { invalid } from '../../core/http/refusal.ts';
import { questionsIn, submittedIn } from '../pedagogico/exercise.ts';
import { optionsOf, presentQuestion } from '../practice/present.ts';
import { copyQuestions, correct } from '../practice/submit-test.ts';
import type { workInput } from './inputs.ts';
import { readQuestions, WrongQuestions, writtenAs } from './written-questions.ts';

/** The tests of a book, in its order, each with the number of its unit. */
export const testsOf = (db: Db, bookId: number) =>
  db
    .selectFrom('testes')
    .innerJoin('unidades', 'unidades.id', 'testes.unidade_id')
    .select(['testes.id', 'testes.titulo', 'unidades.numero'])
    .where('unidades.livro_id', '=', bookId)
    .orderBy('unidades.numero')
    .orderBy('testes.id')
    .execute();

type QuestionsInput = Pick<z.output<typeof workInput>, 'teste_id' | 'perguntas'>;

/**
 * The stored questions of a new exercise: those of a test of the class's book in its current version, or those that the teacher
 * wrote. @throws Refusal 422
 */
export async function questionsFor(tx: Db, bookId: number, { teste_id, perguntas }: QuestionsInput): Promise<string> {
  if (!teste_id) return writtenQuestions(perguntas);
  if (perguntas) {
    throw invalid('Escolha o teste, ou escreva as perguntas.', { perguntas: 'Deixe em branco: as do teste bastam' });
  }
  const test = (await testsOf(tx, bookId)).find(({ id }) => id === teste_id);
  if (!test) throw invalid('Escolha um teste do livro da turma.', { teste_id: 'É de outro livro' });
  return JSON.stringify(await copyQuestions(tx, test.id));
}

/**
 * @param questoes the previous questions, as stored
 * @throws Refusal 422 without a question, or at the wrong line
 */
export function writtenQuestions(perguntas: string | null | undefined, questoes: string | null = null): string {
  const questions = readQuestions(perguntas ?? '', questoes === null ? [] : questionsIn(questoes));
  if (questions instanceof WrongQuestions) {
    throw invalid('Confira as perguntas.', { perguntas: questions.words });
  }
  if (questions.length === 0) {
    throw invalid('Falta o que perguntar.', { perguntas: 'Escreva as perguntas, ou escolha um teste do livro' });
  }
  return JSON.stringify(questions);
}

/** Whether the text is unchanged, compared to `resultsOf`. */
export const isAsStored = (perguntas: string, questoes: string | null) =>
  questoes !== null && perguntas === cleanText(writtenAs(questionsIn(questoes)) ?? '');

/** The number of students who answered each question, and of right answers. Null for other work. */
export async function resultsOf(db: Db, { id, questoes }: { id: number; questoes: string | null }) {
  if (questoes === null) return null;
  const questions = questionsIn(questoes);
  const answered = await db
    .selectFrom('turma_aluno_atividades')
    .select('respostas')
    .where('turma_atividade_id', '=', id)
    .where('corrigida_em', 'is not', null)
    .where('respostas', 'is not', null)
    .execute();
  const right = answered.flatMap(({ respostas }) =>
    correct(questions, submittedIn(respostas ?? '[]'))
      .itens.filter(({ certa }) => certa)
      .map(({ questao_id }) => questao_id),
  );
  return {
    respondidas: answered.length,
    // As the teacher wrote them; null for questions of a book.
    perguntas: writtenAs(questions),
    questoes: questions.map((each) => ({
      ...presentQuestion(each),
      explicacao: each.explicacao,
      certas: right.filter((id) => id === each.id).length,
    })),
  };
}

/** A student's answers to an exercise; empty for other work. @param id the student's piece of work */
export async function answersIn(db: Db, id: number) {
  const row = await db
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .select(['dada.respostas', 'pedida.questoes'])
    .where('dada.id', '=', id)
    .executeTakeFirst();
  if (!row || row.questoes === null || row.respostas === null) return [];
  const questions = questionsIn(row.questoes);
  const answered = submittedIn(row.respostas);
  const { itens } = correct(questions, answered);
  return questions.map((each, at) => ({
    enunciado: each.enunciado,
    resposta: answerInWords(optionsOf(each), answered.get(each.id) ?? ''),
    certa: itens[at]?.certa ?? false,
  }));
}
