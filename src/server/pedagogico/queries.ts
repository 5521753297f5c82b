import type { Selectable } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Reader } from '../books/reader.ts';
import type { Db } from '../db/connection.ts';
import { isInClass } from '../db/in-class.ts';
import { unitCity } from '../db/place.ts';
import { prepared, preparedOne } from '../db/prepared.ts';
import type { Schema } from '../db/types.ts';

/** Lessons, each with the link of its class and the name of a teacher who stands in. */
const lessons = (db: Db) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .leftJoin('users as substituto', 'substituto.id', 'aulas.professor_user_id')
    .selectAll('aulas')
    .select(['turmas.link_reuniao as link_da_turma', 'substituto.full_name as substituto']);
export type AulaRow = Awaited<ReturnType<ReturnType<typeof lessons>['executeTakeFirstOrThrow']>>;
export type HorarioRow = Selectable<Schema['turma_horarios']>;
export type MaterialRow = Selectable<Schema['aula_materiais']>;

const turmas = (db: Db, userId: number) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('users as professor', 'professor.id', 'turmas.professor_user_id')
    .where('turma_alunos.user_id', '=', userId)
    .select([
      'turmas.id',
      'turma_alunos.id as turma_aluno_id',
      'turma_alunos.status as enrolment',
      'turmas.nome',
      'turmas.modalidade',
      'turmas.somente_digital',
      'turmas.sala',
      'turmas.inicio',
      'turmas.fim',
      'turmas.status',
      'turmas.aulas_total',
      'livros.id as livro_id',
      'livros.codigo as livro_codigo',
      'livros.nome as livro_nome',
      'livros.linha',
      'livros.nivel_cefr',
      'livros.capa_url',
      'livros.unidades_total',
      'schools.id as escola_id',
      'companies.nome as escola_nome',
      unitCity.as('cidade'),
      'professor.id as professor_id',
      'professor.full_name as professor_nome',
      'professor.avatar_url as professor_foto',
    ]);

export type TurmaRow = Awaited<ReturnType<ReturnType<typeof turmas>['executeTakeFirstOrThrow']>>;

const newestFirst = (db: Db, userId: number) =>
  turmas(db, userId).orderBy('turmas.inicio', 'desc').orderBy('turmas.id');
const allClasses = prepared(newestFirst);
const digitalClasses = prepared((db, userId: number) =>
  newestFirst(db, userId).where('turmas.somente_digital', '=', true),
);

export function classesOf(db: Db, { userId, bookId }: Reader, onlyDigital: boolean): Promise<TurmaRow[]> {
  if (bookId === null) return onlyDigital ? digitalClasses(db, userId) : allClasses(db, userId);
  return newestFirst(db, userId)
    .$if(onlyDigital, (query) => query.where('turmas.somente_digital', '=', true))
    .where('turmas.livro_id', 'in', ({ selectFrom }) =>
      selectFrom('user_books').select('user_books.livro_id').where('user_books.id', '=', bookId),
    )
    .execute();
}

const timetables = prepared((db, turmaIds: readonly number[]) =>
  db.selectFrom('turma_horarios').selectAll().where('turma_id', 'in', turmaIds).orderBy('dia_semana').orderBy('inicio'),
);
const aheadOf = (db: Db, turmaIds: readonly number[], now: string) =>
  db
    .selectFrom('aulas')
    .where('aulas.turma_id', 'in', turmaIds)
    .where('aulas.fim', '>', now)
    .where('aulas.cancelada_em', 'is', null);
const nextLessons = prepared((db, turmaIds: readonly number[], now: string) =>
  lessons(db)
    .where('aulas.turma_id', 'in', turmaIds)
    .where('aulas.fim', '>', now)
    .where('aulas.cancelada_em', 'is', null)
    .innerJoin(
      // Once for each class. Asked of each lesson, it would look at all the lessons after that one.
      aheadOf(db, turmaIds, now)
        .select(({ fn }) => ['turma_id', fn.min('inicio').as('inicio')])
        .groupBy('turma_id')
        .as('first'),
      (join) => join.onRef('first.turma_id', '=', 'aulas.turma_id').onRef('first.inicio', '=', 'aulas.inicio'),
    )
    .orderBy('aulas.numero'),
);
const givenLessons = prepared((db, turmaIds: readonly number[], now: string) =>
  db
    .selectFrom('aulas')
    .select(['turma_id', ({ fn }) => fn.countAll<number>().as('given')])
    .where('turma_id', 'in', turmaIds)
    .where('fim', '<=', now)
    .where('cancelada_em', 'is', null)
    .groupBy('turma_id'),
);

/** Timetables, next lessons and given lessons of classes: three queries for any number of classes. */
export async function scheduleOf(db: Db, turmaIds: number[], now: string) {
  if (turmaIds.length === 0) return { horarios: [], next: [], given: [] };
  const [horarios, next, given] = await Promise.all([
    timetables(db, turmaIds),
    nextLessons(db, turmaIds, now),
    givenLessons(db, turmaIds, now),
  ]);
  return { horarios, next, given };
}

export const classOf = preparedOne((db, userId: number, turmaId: number) =>
  turmas(db, userId).where('turmas.id', '=', turmaId),
);

export const lessonsOf = prepared((db, turmaId: number) =>
  lessons(db).where('aulas.turma_id', '=', turmaId).orderBy('aulas.inicio').orderBy('aulas.numero'),
);

const lessonsBetween = prepared((db, turmaId: number, from: string, until: string) =>
  lessons(db)
    .where('aulas.turma_id', '=', turmaId)
    .where('aulas.inicio', '>=', from)
    .where('aulas.inicio', '<=', until)
    .orderBy('aulas.inicio'),
);

/** Lessons within a day and a half of an instant: enough for today in any zone. */
export const lessonsAround = (db: Db, turmaId: number, instant: Date): Promise<AulaRow[]> => {
  const at = (ms: number) => new Date(instant.getTime() + ms).toISOString();
  return lessonsBetween(db, turmaId, at(-1.5 * DAY_MS), at(1.5 * DAY_MS));
};

/** The next lesson after an instant that is not cancelled. */
export const nextLesson = preparedOne((db, turmaId: number, instant: string) =>
  lessons(db)
    .where('aulas.turma_id', '=', turmaId)
    .where('aulas.inicio', '>', instant)
    .where('aulas.cancelada_em', 'is', null)
    .orderBy('aulas.inicio')
    .limit(1),
);

const activeIn = prepared((db, turmaId: number) =>
  db
    .selectFrom('turma_alunos')
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .where('turma_id', '=', turmaId)
    .where(isInClass),
);

/** How many students a class has now. */
export const studentsIn = async (db: Db, turmaId: number): Promise<number> =>
  Number((await activeIn(db, turmaId))[0]?.total ?? 0);

export const presenceIn = preparedOne((db, aulaId: number, turmaAlunoId: number) =>
  db
    .selectFrom('presencas')
    .select(['aula_id', 'status', 'confirmada_em', 'origem', 'atraso'])
    .where('aula_id', '=', aulaId)
    .where('turma_aluno_id', '=', turmaAlunoId),
);

/** The materials from the lessons of a class. */
export const materialsOf = prepared((db, turmaId: number) =>
  db
    .selectFrom('aula_materiais')
    .innerJoin('aulas', 'aulas.id', 'aula_materiais.aula_id')
    .where('aulas.turma_id', '=', turmaId)
    .selectAll('aula_materiais')
    .orderBy('n'),
);
