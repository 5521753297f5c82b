import type { z } from 'zod';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import { handOverWords } from '#lib/words/people.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, forbidden, invalid, Refusal } from '../../core/http/refusal.ts';
import { notifyOfClass, notifyTeachers } from '../pedagogico/teacher-notices.ts';
import { refuseClashes } from './find-clashes.ts';
import type { handOverClassesInput } from './inputs.ts';
import { keepTeacher } from './lesson-teacher.ts';
import { namesOf } from './read-lesson.ts';
import { teachersIn } from './school-classes.ts';
import { requireTeacher } from './write-class.ts';

/** Running and future classes of one teacher. */
const classesOf = (db: Db, userId: number) =>
  db
    .selectFrom('turmas')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['turmas.id', 'turmas.nome', 'companies.nome as unidade', 'companies.escola_id', 'turmas.company_id'])
    .where('turmas.professor_user_id', '=', userId)
    .where('turmas.status', 'in', ['ativa', 'futura', 'trancada'])
    .orderBy('turmas.nome')
    .orderBy('turmas.id')
    .execute();

/** Future lessons of other classes for which a teacher is the substitute. */
const substitutionsOf = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['aulas.id', 'aulas.inicio', 'aulas.turma_id', 'turmas.nome as turma'])
    .select('turmas.professor_user_id as professor_da_turma')
    .select(['companies.timezone', 'companies.escola_id', 'turmas.company_id'])
    .where('aulas.professor_user_id', '=', userId)
    .where('aulas.fim', '>', now.toISOString())
    .where('aulas.cancelada_em', 'is', null)
    .where(({ or, eb }) =>
      or([eb('turmas.professor_user_id', 'is', null), eb('turmas.professor_user_id', '!=', userId)]),
    )
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .execute();

/** A person's future teaching, and possible successors. */
export async function readDuties({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: number) {
  const [turmas, aulas] = await Promise.all([classesOf(db, userId), substitutionsOf(db, userId, now())]);
  const schools = [...new Set([...turmas, ...aulas].map(({ escola_id }) => escola_id))];
  const teachers = await Promise.all(
    schools.map((escolaId) =>
      teachersIn(db, { escolaId, units: null })
        .select(['users.id', 'users.full_name as nome', 'companies.escola_id'])
        .where('users.id', '!=', userId)
        .orderBy('users.full_name')
        .orderBy('users.id')
        .execute(),
    ),
  );
  return {
    turmas: turmas.map(({ company_id: _, ...each }) => each),
    aulas: aulas.map(({ turma_id: _, company_id: __, professor_da_turma: ___, timezone, ...each }) => ({
      ...each,
      /** The day and the hour at the unit. */
      dia: `${formatDate(each.inicio, timezone)}, ${formatTime(each.inicio, timezone)}`,
    })),
    // Each teacher can only take over classes of the own school.
    professores: teachers.flat(),
  };
}

/** @throws Refusal 409 with the person's remaining classes and lessons */
export async function requireNoDuties(ctx: Pick<Ctx, 'db' | 'now'>, userId: number): Promise<void> {
  const { turmas, aulas } = await readDuties(ctx, userId);
  if (turmas.length + aulas.length === 0) return;
  const names = [...new Set([...turmas.map(({ nome }) => nome), ...aulas.map(({ turma }) => turma)])];
  throw new Refusal(409, handOverWords.stillTeaches(names), { code: 'still_teaches' });
}

/**
 * Hands the classes and the substituted lessons of a teacher over to others. Null leaves a class without a teacher, and a lesson
 * to the teacher of its class. What the person no longer teaches is skipped, so that a repeated request succeeds.
 *
 * @throws Refusal 403 for a class of a unit out of reach; 409 for a teacher with another class at that time, unless the office
 *   confirmed it, and for concurrent changes; 422 for a person who does not teach in the school
 */
export async function handOver(
  ctx: Ctx,
  { id: userId, turmas, aulas, mesmo_assim = false }: z.output<typeof handOverClassesInput>,
) {
  const duties = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const [classes, lessons] = [await classesOf(tx, userId), await substitutionsOf(tx, userId, ctx.now())];
    for (const { id, professor_id } of turmas) {
      const own = classes.find((each) => each.id === id);
      if (!own) continue;
      await requireOther(ctx, tx, own, userId, professor_id);
      const update = tx.updateTable('turmas').set({ professor_user_id: professor_id }).where('id', '=', id);
      await requireChanged(update.where('professor_user_id', '=', userId));
      await keepTeacher(tx, id, userId, ctx.now());
      await refuseClashes(tx, ctx.now(), id, { isKnown: mesmo_assim || professor_id === null });
      await audit(within, 'class-update', `class:${id}`, {
        antes: { professor_id: userId },
        depois: { professor_id },
      });
      await notifyOfClass(within, { from: userId, to: professor_id }, own);
    }
    for (const { id, professor_id } of aulas) {
      const own = lessons.find((each) => each.id === id);
      if (!own) continue;
      await requireOther(ctx, tx, own, userId, professor_id);
      // The teacher of the class is no substitute.
      const stored = professor_id === own.professor_da_turma ? null : professor_id;
      const update = tx.updateTable('aulas').set({ professor_user_id: stored }).where('id', '=', id);
      await requireChanged(update.where('professor_user_id', '=', userId));
      await refuseClashes(tx, ctx.now(), own.turma_id, { ids: [id], isKnown: mesmo_assim || professor_id === null });
      const names = await namesOf(tx, [userId, professor_id]);
      await audit(within, 'lesson-update', `lesson:${id}`, {
        antes: { professor: names.get(userId) ?? null },
        depois: { professor: names.get(professor_id ?? 0) ?? null },
      });
      await notifyTeachers(within, 'recebida', [id]);
    }
    return readDuties(within, userId);
  });
  ctx.wake();
  return duties;
}

async function requireOther(
  { reach: { units } }: Pick<Ctx, 'reach'>,
  tx: Db,
  { escola_id, company_id }: { escola_id: number; company_id: number },
  userId: number,
  other: number | null,
): Promise<void> {
  if (units !== null && !units.includes(company_id)) throw forbidden(handOverWords.otherUnit);
  if (other === null) return;
  if (other === userId) throw invalid('Escolha outra pessoa.', { professor_id: 'Escolha outra pessoa' });
  await requireTeacher(tx, escola_id, other);
}

/** @throws Refusal 409 when the row has another teacher by now */
async function requireChanged(query: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<void> {
  if ((await query.executeTakeFirst()).numUpdatedRows === 0n) throw conflict(handOverWords.changed, 'stale');
}
