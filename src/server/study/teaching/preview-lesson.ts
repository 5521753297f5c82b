import type { z } from 'zod';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { holdsHour, timeIn } from './change-lesson.ts';
import { closedDaysOfUnit } from './closed-days.ts';
import { clashText, findClashes } from './find-clashes.ts';
import type { previewLessonInput } from './inputs.ts';
import { classesIn, teachersIn } from './school-classes.ts';
import { lessonKind } from './write-lessons.ts';

/** A class with the data for planning a lesson. */
const placesIn = ({ db, reach }: Pick<Ctx, 'db' | 'reach'>) =>
  classesIn(db, reach).select([
    'turmas.id as turma_id',
    'turmas.livro_id',
    'livros.nivel_cefr',
    'turmas.modalidade',
    'turmas.company_id',
    'turmas.professor_user_id as professor_da_turma',
    'turmas.sala as sala_da_turma',
    'companies.escola_id',
    'companies.timezone',
  ]);

/** @throws Refusal 404 */
async function lessonIn(ctx: Ctx, id: number) {
  const row = await placesIn(ctx)
    .innerJoin('aulas', 'aulas.turma_id', 'turmas.id')
    .select(['aulas.inicio', 'aulas.fim', 'aulas.sala', 'aulas.tipo', 'aulas.professor_user_id'])
    .where('aulas.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos esta aula na sua escola.');
  return row;
}

/**
 * The effect of a lesson at a time, with a teacher and in a room, before it is moved or added: clashes, and whether the unit is
 * closed. Absent values are taken from the lesson.
 *
 * @throws Refusal 404
 */
export async function previewLesson(ctx: Ctx, { id, turma, ...typed }: z.output<typeof previewLessonInput>) {
  const { db } = ctx;
  const lesson = id === undefined ? null : await lessonIn(ctx, id);
  const place =
    lesson ??
    (await placesIn(ctx)
      .where('turmas.id', '=', turma ?? 0)
      .executeTakeFirst());
  if (!place) throw notFound('Não encontramos esta turma na sua escola.');
  const isTyped = typed.dia !== undefined && typed.hora_inicio !== undefined && typed.hora_fim !== undefined;
  const time = isTyped ? timeIn(place.timezone, typed) : lesson && { inicio: lesson.inicio, fim: lesson.fim };
  if (!time || time.fim <= time.inicio) return { choques: [], fechado: null, ocupada: false };
  const isOnline = (lesson?.tipo ?? lessonKind(place.modalidade)) === 'online';
  const sala = isOnline ? null : ((typed.sala === undefined ? lesson?.sala : typed.sala) ?? place.sala_da_turma);
  const professor_id = typed.professor_id ?? lesson?.professor_user_id ?? place.professor_da_turma;
  const [clashes, closed, ocupada] = await Promise.all([
    findClashes(db, { turmaId: place.turma_id, companyId: place.company_id, escolaId: place.escola_id }, [
      { ...time, sala, professor_id },
    ]),
    closedDaysOfUnit(db, { id: place.company_id, escola_id: place.escola_id }),
    holdsHour(db, place.turma_id, id ?? null, time),
  ]);
  return {
    /** In words. */
    choques: clashes.map(clashText),
    /** Why the unit has no lessons on that day. */
    fechado: closed(dayIn(place.timezone, new Date(time.inicio))),
    /** The class has another lesson at that time. */
    ocupada,
  };
}

/** Possible substitutes for a lesson: free ones first, then teachers of its book, its level, its unit. @throws Refusal 404 */
export async function listSubstitutes(ctx: Ctx, id: number) {
  const lesson = await lessonIn(ctx, id);
  const usual = lesson.professor_user_id ?? lesson.professor_da_turma;
  const teachers = await teachersIn(ctx.db, { escolaId: lesson.escola_id, units: null })
    .select(['users.id', 'users.full_name as nome', 'companies.nome as unidade', 'companies.id as company_id'])
    .where('users.id', '<>', usual ?? 0)
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute();
  const ids = teachers.map((each) => each.id);
  const [taught, busy] = await Promise.all([taughtBy(ctx.db, ids), busyAmong(ctx.db, ids, lesson)]);
  const all = teachers.map(({ company_id, ...teacher }) => {
    const classes = taught.get(teacher.id) ?? [];
    return {
      ...teacher,
      livre: !busy.has(teacher.id),
      da_o_livro: classes.some((each) => each.livro_id === lesson.livro_id),
      da_o_nivel: classes.some((each) => each.nivel_cefr === lesson.nivel_cefr),
      mesma_unidade: company_id === lesson.company_id || classes.some((each) => each.company_id === lesson.company_id),
    };
  });
  const rank = ({ livre, da_o_livro, da_o_nivel, mesma_unidade }: (typeof all)[number]) =>
    Number(livre) * 8 + Number(da_o_livro) * 4 + Number(da_o_nivel) * 2 + Number(mesma_unidade);
  return all.toSorted((a, b) => rank(b) - rank(a));
}

/** The running and future classes of teachers. */
async function taughtBy(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('turmas')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .select(['turmas.professor_user_id', 'turmas.livro_id', 'turmas.company_id', 'livros.nivel_cefr'])
    .where('turmas.professor_user_id', 'in', [0, ...ids])
    .where('turmas.status', 'in', ['ativa', 'futura'])
    .execute();
  return Map.groupBy(rows, ({ professor_user_id }) => professor_user_id ?? 0);
}

/** Those with another lesson at that time. */
async function busyAmong(db: Db, ids: readonly number[], { inicio, fim }: { inicio: string; fim: string }) {
  if (ids.length === 0) return new Set<number>();
  const rows = await db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .select(({ fn }) => fn.coalesce('aulas.professor_user_id', 'turmas.professor_user_id').as('id'))
    .where('aulas.inicio', '<', fim)
    .where('aulas.fim', '>', inicio)
    // A lesson lasts at most half a day, so this bound lets the index by start limit the search.
    .where('aulas.inicio', '>', new Date(Date.parse(inicio) - DAY_MS).toISOString())
    .where('aulas.cancelada_em', 'is', null)
    .where('turmas.status', 'in', ['ativa', 'futura'])
    .where(({ or, eb }) => or([eb('aulas.professor_user_id', 'in', ids), eb('turmas.professor_user_id', 'in', ids)]))
    .execute();
  return new Set(rows.flatMap(({ id }) => id ?? []));
}
