import type { z } from 'zod';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { notifyOfGrades } from './grade-notices.ts';
import type { assessmentInput } from './inputs.ts';
import { taughtClass } from './taught-class.ts';

type Input = z.output<typeof assessmentInput>;

/** Max. grading periods: more than a class needs in a year. */
const MAX_PERIODS = 12;
const MAX_COLUMNS = 20;

const missing = () => notFound('Não encontramos isto entre as suas turmas.');

/** A period with its class, locked until the transaction ends. @throws Refusal 404 */
async function heldPeriod(ctx: Ctx, id: number) {
  const { db: tx } = ctx;
  const period = await locked(
    tx,
    tx.selectFrom('periodos').selectAll().where('id', '=', id),
    'update',
  ).executeTakeFirst();
  if (!period) throw missing();
  return { period, row: await taughtClass(ctx, period.turma_id) };
}

async function heldAssessment(ctx: Ctx, id: number) {
  const test = await ctx.db.selectFrom('avaliacoes').selectAll().where('id', '=', id).executeTakeFirst();
  if (!test) throw missing();
  return { test, ...(await heldPeriod(ctx, test.periodo_id)) };
}

/** Adds a period at the end. @throws Refusal 404, 409 for a known name or too many */
export const addPeriod = (ctx: Ctx, turmaId: number, nome: string): Promise<{ id: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const row = await taughtClass(within, turmaId);
    await locked(tx, tx.selectFrom('turmas').select('id').where('id', '=', turmaId), 'update').execute();
    const all = await tx.selectFrom('periodos').select(['nome', 'ordem']).where('turma_id', '=', turmaId).execute();
    if (all.some((each) => each.nome.toLowerCase() === nome.toLowerCase())) {
      throw conflict('Esta turma já tem um período com este nome.', 'period_known');
    }
    if (all.length >= MAX_PERIODS) throw conflict(`Uma turma tem até ${MAX_PERIODS} períodos.`, 'too_many');
    const ordem = Math.max(0, ...all.map((each) => each.ordem)) + 1;
    const made = await tx
      .insertInto('periodos')
      .values({ turma_id: turmaId, ordem, nome, liberado_em: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(within, 'period-add', `class:${turmaId}`, { depois: { turma: row.nome, periodo: nome } });
    return made;
  });

/** Shows the grades of a period to its students, or hides them. Each grade is notified of once. @throws Refusal 404 */
export async function releasePeriod(ctx: Ctx, id: number, liberado: boolean) {
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const { period, row } = await heldPeriod(within, id);
    if (liberado === (period.liberado_em !== null)) return { id, liberado_em: period.liberado_em };
    const liberado_em = liberado ? ctx.now().toISOString() : null;
    await tx.updateTable('periodos').set({ liberado_em }).where('id', '=', id).execute();
    const deed = liberado ? 'period-release' : 'period-hide';
    await audit(within, deed, `class:${row.id}`, { depois: { turma: row.nome, periodo: period.nome } });
    if (liberado) {
      const tests = await tx.selectFrom('avaliacoes').select('id').where('periodo_id', '=', id).execute();
      await notifyOfGrades(
        tx,
        ctx.now(),
        tests.map((test) => test.id),
      );
    }
    return { id, liberado_em };
  });
  ctx.wake();
  return answer;
}

async function refuseTwin(tx: Db, periodId: number, nome: string, own: number): Promise<void> {
  const all = await tx.selectFrom('avaliacoes').select(['id', 'nome']).where('periodo_id', '=', periodId).execute();
  if (all.some((each) => each.id !== own && each.nome.toLowerCase() === nome.toLowerCase())) {
    throw conflict('Este período já tem uma avaliação com este nome.', 'assessment_known');
  }
  if (own === 0 && all.length >= MAX_COLUMNS)
    throw conflict(`Um período tem até ${MAX_COLUMNS} avaliações.`, 'too_many');
}

/** Adds a column to a period. @throws Refusal 404, 409 for a known name or too many */
export const addAssessment = (ctx: Ctx, { id: periodId, ...input }: Input) =>
  ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const { row } = await heldPeriod(within, periodId);
    await refuseTwin(tx, periodId, input.nome, 0);
    const { id } = await tx
      .insertInto('avaliacoes')
      .values({ periodo_id: periodId, ...input })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(within, 'assessment-add', `class:${row.id}`, { depois: { turma: row.nome, avaliacao: input.nome } });
    return { id, ...input };
  });

/** @throws Refusal 404, 409 for a known name, 422 for a highest mark below a given one */
export const updateAssessment = (ctx: Ctx, { id, ...input }: Input) =>
  ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const { test, row } = await heldAssessment(within, id);
    await refuseTwin(tx, test.periodo_id, input.nome, id);
    const { best } = await tx
      .selectFrom('notas')
      .select(({ fn }) => fn.max('nota').as('best'))
      .where('avaliacao_id', '=', id)
      .executeTakeFirstOrThrow();
    if ((best ?? 0) > input.nota_maxima) {
      throw invalid('Alguém já tem uma nota maior que esta.', { nota_maxima: 'Há nota maior' });
    }
    await tx.updateTable('avaliacoes').set(input).where('id', '=', id).execute();
    const of = ({ nome, nota_maxima, peso }: typeof input) => ({ avaliacao: nome, nota_maxima, peso });
    await audit(within, 'assessment-update', `class:${row.id}`, { antes: of(test), depois: of(input) });
    return { id, ...input };
  });

/** @param withGrades the caller confirmed that its grades are deleted too. @throws Refusal 404, 409 with grades */
export const removeAssessment = (ctx: Ctx, id: number, withGrades: boolean): Promise<{ id: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const { test, row } = await heldAssessment(within, id);
    const graded = await tx.selectFrom('notas').select('nota').where('avaliacao_id', '=', id).executeTakeFirst();
    if (graded && !withGrades) {
      throw conflict('Esta avaliação já tem notas. Confirme para apagar a coluna com as notas.', 'has_grades');
    }
    await tx.deleteFrom('notas').where('avaliacao_id', '=', id).execute();
    await tx.deleteFrom('avaliacoes').where('id', '=', id).execute();
    await audit(within, 'assessment-remove', `class:${row.id}`, { antes: { turma: row.nome, avaliacao: test.nome } });
    return { id };
  });
