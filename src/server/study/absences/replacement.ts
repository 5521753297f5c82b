import type { Selectable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import { type Enrollment, requireActive } from '../pedagogico/class.ts';
import { notifyTeachers } from '../pedagogico/teacher-notices.ts';
import { guardianActing } from './family-enrollment.ts';
import { holdLesson, lessonsById } from './queries.ts';
import { missedLessons, readOffers, replaceable } from './read-absences.ts';

type Written = { id: number; status: string };

/**
 * Books a place in another class's lesson instead of a missed one. Only one of several students gets the last place.
 *
 * @throws Refusal 404 for an unsuitable lesson, 409 without a missed lesson or a free place
 */
export async function bookReplacement(
  ctx: Ctx,
  enrollment: Enrollment,
  { aula_id_destino, aula_id }: { aula_id_destino: number; aula_id?: number | null },
): Promise<Written> {
  const { now } = ctx;
  const { turma_aluno_id: id } = enrollment;
  requireActive(enrollment);
  return ctx.db.transaction().execute(async (tx) => {
    await holdLesson(tx, aula_id_destino);
    const at = now();
    const missed = replaceable(await missedLessons(tx, id), at);
    const [target] = await lessonsById(tx, [aula_id_destino]);
    const absence =
      aula_id == null
        ? (missed.find(({ lesson }) => lesson.unidade_id === target?.unidade_id) ?? missed[0])
        : missed.find(({ lesson }) => lesson.aula_id === aula_id);
    if (!absence) throw conflict('Não há falta sua a repor nesta turma.', 'nothing_missed');
    const offer = (await readOffers(ctx, tx, enrollment, missed)).find((each) => each.aula_id === aula_id_destino);
    if (!offer) {
      if (!target) throw notFound('Não encontramos esta aula.');
      throw conflict('Esta aula não tem mais vaga, ou não é para a sua turma. Escolha outra da lista.', 'no_place');
    }
    const fresh = {
      destino_aula_id: aula_id_destino,
      status: 'marcada' as const,
      marcada_em: at.toISOString(),
      decidida_em: null,
      marcada_por: guardianActing(ctx.session, enrollment),
    };
    const row = await tx
      .insertInto('reposicoes')
      .values({ turma_aluno_id: id, aula_id: absence.lesson.aula_id, ...fresh })
      .onConflict((known) =>
        known.columns(['turma_aluno_id', 'aula_id']).doUpdateSet(fresh).where('reposicoes.status', '=', 'cancelada'),
      )
      .returning(['id', 'status'])
      .executeTakeFirst();
    if (!row) throw conflict('Esta falta já tem uma reposição marcada.', 'already_replaced');
    await notifyTeachers({ ...ctx, db: tx }, 'reposicao', [aula_id_destino]);
    return row;
  });
}

/** Frees the place before the lesson begins. @param aulaId the missed lesson @throws Refusal 404, 409 */
export const cancelReplacement = (ctx: Ctx, { turma_aluno_id: id }: Enrollment, aulaId: number): Promise<Written> =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('reposicoes')
      .set({ status: 'cancelada' })
      .where('turma_aluno_id', '=', id)
      .where('aula_id', '=', aulaId)
      .where('status', '=', 'marcada')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('aulas')
            .select('aulas.id')
            .whereRef('aulas.id', '=', 'reposicoes.destino_aula_id')
            .where('aulas.inicio', '>', ctx.now().toISOString()),
        ),
      )
      .returning(['id', 'status', 'destino_aula_id'])
      .executeTakeFirst();
    if (!row) throw conflict('Esta reposição não pode mais ser cancelada.', 'replacement_settled');
    await notifyTeachers({ ...ctx, db: tx }, 'desistencia', [row.destino_aula_id]);
    return { id: row.id, status: row.status };
  });

type Row = Selectable<Schema['reposicoes']>;
interface Replacement extends Pick<Row, 'id' | 'aula_id' | 'turma_aluno_id' | 'status'> {
  user_id: number;
}

/**
 * Records whether a student attended the replacement of a missed lesson, in the transaction of the action, with a log entry. If
 * the student attended, the missed lesson is made up for; a correction reverts that.
 *
 * @throws Refusal 409 if it changed meanwhile
 */
export async function noteReplacement(ctx: Ctx, row: Replacement, status: 'feita' | 'faltou'): Promise<void> {
  const { db, now } = ctx;
  const at = now().toISOString();
  const settled = await db
    .updateTable('reposicoes')
    .set({ status, decidida_em: at })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .returning('id')
    .executeTakeFirst();
  if (!settled) throw conflict('Esta reposição já foi registrada. Abra a página de novo.', 'replacement_settled');
  if (status === 'feita') await makeUp(db, row, at);
  else if (row.status === 'feita') await missAgain(db, row);
  await audit(ctx, `replacement-${status}`, `replacement:${row.id}`, {
    about: row.user_id,
    ...changeOf({ status: row.status }, { status }, ['status']),
  });
}

const makeUp = (db: Db, { aula_id, turma_aluno_id }: Replacement, at: string) =>
  db
    .insertInto('presencas')
    .values({ aula_id, turma_aluno_id, status: 'reposta', confirmada_em: at, origem: 'professor' })
    .onConflict((known) =>
      known
        .columns(['aula_id', 'turma_aluno_id'])
        .doUpdateSet({ status: 'reposta', origem: 'professor' })
        // Unless the student attended the missed lesson after all.
        .where('presencas.status', '!=', 'presente'),
    )
    .execute();

/** The missed lesson counts as before: excused, if the school excused it. */
async function missAgain(db: Db, { aula_id, turma_aluno_id }: Replacement): Promise<void> {
  const excused = await db
    .selectFrom('ausencias')
    .select('id')
    .where('aula_id', '=', aula_id)
    .where('turma_aluno_id', '=', turma_aluno_id)
    .where('status', '=', 'justificada')
    .executeTakeFirst();
  await db
    .updateTable('presencas')
    .set({ status: excused ? 'justificada' : 'falta', confirmada_em: null })
    .where('aula_id', '=', aula_id)
    .where('turma_aluno_id', '=', turma_aluno_id)
    .where('status', '=', 'reposta')
    .execute();
}
