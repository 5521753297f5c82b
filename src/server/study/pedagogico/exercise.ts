import type { z } from 'zod';
import type { Answers, Corrected, Exercise } from '#lib/contract/practice.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { presentQuestion } from '../practice/present.ts';
import { answersOf, correct, type Question, type Submitted } from '../practice/submit-test.ts';
import { earnInTime } from './activity-files.ts';
import { requireActive } from './class.ts';

/** The questions of an exercise. @param questoes the stored JSON */
export const questionsIn = (questoes: string): Question[] => JSON.parse(questoes);
/** The answers to an exercise. @param respostas the stored JSON */
export const submittedIn = (respostas: string): Map<number, Submitted> => new Map(JSON.parse(respostas));

/** The own exercise that an address names. @throws Refusal 404, also for another person's exercise and for other work */
export async function ownExercise({ db, session }: Pick<Ctx, 'db' | 'session'>, { id }: { id: number }) {
  const row = await db
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'dada.turma_aluno_id')
    .select([
      'dada.id',
      'dada.turma_atividade_id',
      'dada.turma_aluno_id',
      'dada.dispensada',
      'dada.corrigida_em',
      'dada.nota',
      'dada.respostas',
    ])
    .select(['pedida.titulo', 'pedida.questoes', 'pedida.prazo', 'pedida.nota_maxima', 'pedida.vale_pontos'])
    .select('turma_alunos.status')
    .where('dada.id', '=', id)
    .where('turma_alunos.user_id', '=', session.userId)
    .executeTakeFirst();
  if (!row || row.questoes === null) throw notFound('Não encontramos este exercício entre os seus.');
  return { ...row, questions: questionsIn(row.questoes) };
}
type Row = Awaited<ReturnType<typeof ownExercise>>;

/** The submitted answers, corrected; null before, and while the student repeats it. */
const correctedOf = ({ questions, corrigida_em, respostas, nota }: Row): Corrected | null =>
  corrigida_em === null || respostas === null
    ? null
    : { ...correct(questions, submittedIn(respostas)), nota: nota ?? 0 };

/** The questions without the key; after the submission, with it. */
export function presentExercise(row: Row): Exercise {
  const { id, turma_aluno_id, titulo, questions, nota_maxima } = row;
  const corrected = correctedOf(row);
  return {
    ...{ id, turma_aluno_id, titulo, nota_maxima },
    questoes: questions.map(presentQuestion),
    feito: corrected && { ...corrected, respostas: Object.fromEntries(submittedIn(row.respostas ?? '[]')) },
  };
}

/**
 * Stores the answers, one to each question, and returns the mark and the earned points. The first submission is final: repeated,
 * it returns the same mark.
 *
 * @throws Refusal 409 where nothing can be submitted, 422
 */
export async function submitExercise(
  ctx: Ctx,
  { id, turma_atividade_id: workId }: Row,
  respostas: z.output<typeof Answers>,
): Promise<Corrected> {
  const at = ctx.now().toISOString();
  return ctx.db.transaction().execute(async (tx) => {
    await hold(tx, workId, id);
    const row = await ownExercise({ ...ctx, db: tx }, { id });
    const before = correctedOf(row);
    if (before) return before;
    requireActive(row);
    if (row.dispensada) throw conflict('Você está dispensado desta atividade.');
    if (row.corrigida_em !== null) throw conflict('Esta atividade já foi corrigida.', 'corrected');
    requireAnswers(row, respostas);
    const submitted = answersOf(row.questions, respostas);
    const corrected = correct(row.questions, submitted);
    const nota = markOf(row, corrected);
    await tx
      .updateTable('turma_aluno_atividades')
      .set({ respostas: JSON.stringify([...submitted]), nota, entregue_em: at, corrigida_em: at, devolvida_em: null })
      .where('id', '=', id)
      .execute();
    const pontos_ganhos = row.vale_pontos ? await earnInTime({ ...ctx, db: tx }, id, row.prazo) : 0;
    return { ...corrected, nota, pontos_ganhos };
  });
}

/**
 * If the questions changed after the student saw them, the submission is refused, because it would be final. @throws Refusal 422
 */
function requireAnswers({ questions }: Row, respostas: z.output<typeof Answers>): void {
  const answered = new Set(respostas.map(({ questao_id }) => questao_id));
  if (answered.size === questions.length && questions.every(({ id }) => answered.has(id))) return;
  throw invalid('As perguntas mudaram. Confira suas respostas e entregue de novo.', {
    respostas: 'São de outras perguntas',
  });
}

/** The share of the possible points, as a mark rounded to hundredths. */
function markOf({ questions, nota_maxima }: Pick<Row, 'questions' | 'nota_maxima'>, { itens }: Corrected): number {
  const all = questions.reduce((sum, { pontos }) => sum + pontos, 0);
  const earned = questions.reduce((sum, { pontos }, at) => sum + (itens[at]?.certa ? pontos : 0), 0);
  return all === 0 ? 0 : Math.round((earned * nota_maxima * 100) / all) / 100;
}

/** Locks the work, so that the teacher cannot change the questions meanwhile, and two equal submissions count once. */
async function hold(tx: Db, workId: number, id: number): Promise<void> {
  await locked(tx, tx.selectFrom('turma_atividades').select('id').where('id', '=', workId), 'key share').execute();
  await locked(tx, tx.selectFrom('turma_aluno_atividades').select('id').where('id', '=', id), 'update').execute();
}
