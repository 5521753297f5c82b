import type { z } from 'zod';
import type { WorkKind } from '#lib/contract/teaching-work.schema.ts';
import { MAX_ACTIVITY_FILE } from '#lib/format/limits.ts';
import { formatsOf } from '#lib/rules/teaching/work-kinds.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import { ruleOf } from '../../club/rules.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { onePage } from '../../core/db/keyset.ts';
import { locked } from '../../core/db/locking.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { notifyOfWork } from './class-notices.ts';
import { isAsStored, questionsFor, resultsOf, testsOf, writtenQuestions } from './exercise.ts';
import { isBegun, worksOf } from './handed-in.ts';
import type { copyWorkInput, workInput } from './inputs.ts';
import { type TaughtClassRow, taughtClass } from './taught-class.ts';

type Input = z.output<typeof workInput>;
type WorkFields = Omit<Input, 'id'>;

const missing = () => notFound('Não encontramos esta atividade entre as das suas turmas.');

/** Work of a class, without the presence activities of online lessons. */
const workIn = (db: Db) =>
  db
    .selectFrom('turma_atividades as pedida')
    .select(['pedida.id', 'pedida.turma_id', 'pedida.titulo', 'pedida.descricao', 'pedida.tipo', 'pedida.prazo'])
    .select(['pedida.unidade_id', 'pedida.nota_maxima', 'pedida.vale_pontos'])
    .where('pedida.tipo', '<>', 'presenca');
type Row = Awaited<ReturnType<ReturnType<typeof workIn>['executeTakeFirstOrThrow']>>;

/** The counts of students' progress, by piece of work. */
const begunWorks = (db: Db) =>
  db
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .select(['dada.turma_atividade_id', 'dada.entregue_em', 'dada.corrigida_em', 'dada.devolvida_em'])
    .where('pedida.tipo', '<>', 'presenca')
    .where(isBegun);
type Counted = readonly Pick<
  Awaited<ReturnType<ReturnType<typeof begunWorks>['executeTakeFirstOrThrow']>>,
  'entregue_em' | 'corrigida_em' | 'devolvida_em'
>[];

/** Work with the number of students who submitted it, wait for the correction, have it, or repeat it. */
const present = ({ tipo, ...row }: Row, works: Counted = []) => ({
  ...row,
  tipo: tipo as WorkKind,
  entregues: works.filter(({ entregue_em, corrigida_em }) => entregue_em ?? corrigida_em).length,
  a_corrigir: works.filter((each) => each.entregue_em && !each.corrigida_em && !each.devolvida_em).length,
  corrigidas: works.filter(({ corrigida_em }) => corrigida_em).length,
  devolvidas: works.filter(({ corrigida_em, devolvida_em }) => devolvida_em && !corrigida_em).length,
});

/** The class of some work, and the options of its forms. */
async function factsOf({ db, session }: Ctx, row: TaughtClassRow) {
  const { id } = row;
  const [students, units, classes, tests, rule] = await Promise.all([
    db
      .selectFrom('turma_alunos')
      .select(({ fn }) => fn.countAll<number | string>().as('many'))
      .where('turma_id', '=', id)
      .where(isInClass)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('unidades')
      .select(['id', 'numero', 'titulo'])
      .where('livro_id', '=', row.livro_id)
      .orderBy('numero')
      .execute(),
    db
      .selectFrom('turmas')
      .select(['id', 'nome'])
      .where('professor_user_id', '=', session.userId)
      .where('status', 'in', ['ativa', 'futura'])
      .where('id', '<>', id)
      .orderBy('nome')
      .execute(),
    testsOf(db, row.livro_id),
    ruleOf(db, row.escola_id, 'atividade'),
  ]);
  return {
    turma: { id, nome: row.nome, timezone: row.timezone, alunos: Number(students.many) },
    unidades: units,
    testes: tests,
    // Other running classes of the teacher.
    turmas: classes,
    // The club's points for work in time; null: none.
    pontos: rule.ativo ? rule.pontos : null,
  };
}

/** The assignments of a class, the latest deadline first, all on one page, and the options for new work. */
export async function listWork(ctx: Ctx, row: TaughtClassRow) {
  const [facts, works, begun] = await Promise.all([
    factsOf(ctx, row),
    workIn(ctx.db)
      .where('pedida.turma_id', '=', row.id)
      .orderBy(({ eb }) => eb('pedida.prazo', 'is not', null))
      .orderBy('pedida.prazo', 'desc')
      .orderBy('pedida.id', 'desc')
      .execute(),
    begunWorks(ctx.db).where('pedida.turma_id', '=', row.id).execute(),
  ]);
  const counts = Map.groupBy(begun, ({ turma_atividade_id }) => turma_atividade_id);
  return {
    ...facts,
    ...onePage(works.map((work) => ({ ...present(work, counts.get(work.id)), alunos: facts.turma.alunos }))),
  };
}

/** One piece of work, with each student's state. @throws Refusal 404 */
export async function readClassWork(ctx: Ctx, id: number) {
  const found = await workIn(ctx.db).select('pedida.questoes').where('pedida.id', '=', id).executeTakeFirst();
  if (!found) throw missing();
  const { questoes, ...work } = found;
  const row = await taughtClass(ctx, work.turma_id);
  const [facts, entregas, exercicio] = await Promise.all([
    factsOf(ctx, row),
    worksOf(ctx.db, id),
    resultsOf(ctx.db, { id, questoes }),
  ]);
  return { ...present(work, entregas), ...facts, alunos: facts.turma.alunos, entregas, exercicio };
}

/** Creates work for a class, and notifies its students. @throws Refusal 404, 409, 422 */
export async function createWork(ctx: Ctx, { id, ...input }: Input) {
  const work = await ctx.db.transaction().execute((tx) => addWork({ ...ctx, db: tx }, id, input));
  ctx.wake();
  return work;
}

/** @param copied the questions of another exercise to copy */
async function addWork(
  ctx: Ctx,
  turmaId: number,
  { tipo, dia, hora, teste_id, perguntas, ...fields }: WorkFields,
  copied: string | null = null,
) {
  const { db: tx, now } = ctx;
  const row = await taughtClass(ctx, turmaId);
  const zone = zoneOr(row.timezone, ctx.config.SCHOOL_TIME_ZONE);
  const input = { ...fields, prazo: deadlineOf({ dia, hora }, zone) };
  // Locked, so that two equal forms at once create one piece of work.
  await locked(tx, tx.selectFrom('turmas').select('id').where('id', '=', turmaId), 'update').execute();
  if (row.status === 'concluida') throw conflict('Esta turma já terminou.', 'class_ended');
  await check(tx, row, input, now(), null);
  const own = copied === null && tipo === 'exercicio';
  const questoes = own ? await questionsFor(tx, row.livro_id, { teste_id, perguntas }) : copied;
  const { id } = await tx
    .insertInto('turma_atividades')
    .values({
      turma_id: turmaId,
      aula_id: null,
      tipo,
      questoes,
      ...input,
      ...filesFor(tipo),
      created_at: now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(ctx, 'work-create', `work:${id}`, { depois: { turma: row.nome, atividade: input.titulo } });
  await notifyOfWork(tx, now(), { id, turma_id: turmaId, titulo: input.titulo, prazo: input.prazo }, zone);
  return present({ id, turma_id: turmaId, tipo, ...input });
}

const deadlineOf = ({ dia, hora }: Pick<Input, 'dia' | 'hora'>, zone: string): string | null =>
  dia === null ? null : instantIn(zone, dia, hora);

const filesFor = (tipo: WorkKind) => ({
  aceita_envio: tipo === 'exercicio' || formatsOf[tipo].length > 0,
  formatos: JSON.stringify(formatsOf[tipo]),
  tamanho_max_bytes: MAX_ACTIVITY_FILE,
});

/** @param own the work itself, which may keep its name and a past deadline */
async function check(
  tx: Db,
  row: TaughtClassRow,
  { titulo, prazo, unidade_id }: Pick<Row, 'titulo' | 'prazo' | 'unidade_id'>,
  now: Date,
  own: Row | null,
): Promise<void> {
  if (prazo !== null && prazo !== own?.prazo && new Date(prazo) <= now) {
    throw invalid('Escolha um prazo que ainda vem.', { dia: 'Este prazo já passou' });
  }
  if (unidade_id !== null) {
    const unit = await tx
      .selectFrom('unidades')
      .select('id')
      .where('id', '=', unidade_id)
      .where('livro_id', '=', row.livro_id)
      .executeTakeFirst();
    if (!unit) throw invalid('Escolha uma unidade do livro da turma.', { unidade_id: 'É de outro livro' });
  }
  const twin = await workIn(tx)
    .where('pedida.turma_id', '=', row.id)
    .where('pedida.titulo', '=', titulo)
    .where('pedida.id', '<>', own?.id ?? 0)
    .executeTakeFirst();
  if (twin) throw conflict('Esta turma já tem uma atividade com este nome.', 'work_known');
}

/** A piece of work with its class, locked until the transaction ends. @throws Refusal 404 */
async function heldWork(ctx: Ctx, id: number) {
  const { db: tx } = ctx;
  await locked(tx, tx.selectFrom('turma_atividades').select('id').where('id', '=', id), 'update').execute();
  const work = await workIn(tx).select('pedida.questoes').where('pedida.id', '=', id).executeTakeFirst();
  if (!work) throw missing();
  const row = await taughtClass(ctx, work.turma_id);
  const works = await begunWorks(tx).where('pedida.id', '=', id).execute();
  return { work, row, works };
}

/** @throws Refusal 404; 409 for changing the kind of work that somebody submitted, 422 */
export const updateWork = (ctx: Ctx, { id, dia, hora, teste_id: _, perguntas, ...fields }: Input) =>
  ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const { work, row, works } = await heldWork(within, id);
    const input = { ...fields, prazo: deadlineOf({ dia, hora }, zoneOr(row.timezone, ctx.config.SCHOOL_TIME_ZONE)) };
    await check(tx, row, input, ctx.now(), work);
    const rewritten = perguntas && !isAsStored(perguntas, work.questoes) ? perguntas : null;
    if (works.length > 0 && (input.tipo !== work.tipo || rewritten)) {
      throw conflict('Alguém já entregou esta atividade: o tipo e as perguntas não mudam mais.', 'work_handed_in');
    }
    if (input.tipo !== work.tipo && [input.tipo, work.tipo].includes('exercicio')) {
      throw invalid('Um exercício continua exercício.', { tipo: 'Crie outra atividade' });
    }
    if (work.tipo === 'exercicio' && works.length > 0 && input.nota_maxima !== work.nota_maxima) {
      throw invalid('Alguém já respondeu: a nota máxima não muda mais.', {
        nota_maxima: 'Já há notas sobre a de antes',
      });
    }
    const highest = await tx
      .selectFrom('turma_aluno_atividades')
      .select(({ fn }) => fn.max('nota').as('nota'))
      .where('turma_atividade_id', '=', id)
      .executeTakeFirst();
    if ((highest?.nota ?? 0) > input.nota_maxima) {
      throw invalid('Alguém já tem uma nota maior que esta.', { nota_maxima: 'Há nota maior' });
    }
    const files = input.tipo === work.tipo ? {} : filesFor(input.tipo);
    await tx
      .updateTable('turma_atividades')
      .set({
        ...input,
        ...files,
        ...(rewritten && input.tipo === 'exercicio' && { questoes: writtenQuestions(rewritten, work.questoes) }),
      })
      .where('id', '=', id)
      .execute();
    await audit(within, 'work-update', `work:${id}`, {
      antes: { atividade: work.titulo },
      depois: { turma: row.nome, atividade: input.titulo },
    });
    const { questoes: _questions, ...rest } = work;
    return present({ ...rest, ...input }, works);
  });

/** @throws Refusal 404, 409 once somebody submitted it */
export const removeWork = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const { work, row, works } = await heldWork(within, id);
    const sent = await tx
      .selectFrom('atividade_arquivos')
      .innerJoin('turma_aluno_atividades as dada', 'dada.id', 'atividade_arquivos.turma_aluno_atividade_id')
      .select('atividade_arquivos.id')
      .where('dada.turma_atividade_id', '=', id)
      .executeTakeFirst();
    if (works.length > 0 || sent) {
      throw conflict('Alguém já entregou esta atividade: ela não pode ser apagada.', 'work_handed_in');
    }
    await tx.deleteFrom('turma_aluno_atividades').where('turma_atividade_id', '=', id).execute();
    await tx.deleteFrom('turma_atividades').where('id', '=', id).execute();
    await audit(within, 'work-remove', `work:${id}`, { antes: { turma: row.nome, atividade: work.titulo } });
    return { id };
  });

/** Copies the assignment to another class. A unit of another book is dropped. @throws Refusal 404, 409, 422 */
export async function copyWork(ctx: Ctx, { id, turma_id, dia, hora }: z.output<typeof copyWorkInput>) {
  const copy = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const { work, row } = await heldWork(within, id);
    const target = await taughtClass(within, turma_id);
    const { titulo, descricao, tipo, nota_maxima, vale_pontos, questoes } = work;
    const unidade_id = target.livro_id === row.livro_id ? work.unidade_id : null;
    const fields = { titulo, descricao, tipo: tipo as WorkKind, nota_maxima, vale_pontos, unidade_id };
    return addWork(within, turma_id, { ...fields, dia, hora }, questoes);
  });
  ctx.wake();
  return copy;
}
