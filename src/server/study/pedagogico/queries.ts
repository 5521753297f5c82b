import type { Selectable, SelectQueryBuilder } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { prepared, preparedOne } from '../../core/db/prepared.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import { unitCity } from '../../core/db/units.ts';
import type { Schema } from '../../tables.ts';
import type { Reader } from '../books/read-books.ts';

const lessonColumns = [
  'aulas.id',
  'aulas.turma_id',
  'aulas.numero',
  'aulas.titulo',
  'aulas.conteudo',
  'aulas.unidade_id',
  'aulas.inicio',
  'aulas.fim',
  'aulas.tipo',
  'aulas.cancelada_em',
  'aulas.link_reuniao',
  'aulas.gravacao_url',
  'aulas.licao_de_casa',
  'aulas.sala',
  'aulas.inicio_previsto',
] as const;

/** Lessons, each with the link of its class and the name of a substitute. */
const lessons = (db: Db) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .leftJoin('users as substituto', 'substituto.id', 'aulas.professor_user_id')
    .select(lessonColumns)
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
      'turma_alunos.status as enrollment',
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

/** Ids of classes, or a query for them. */
type Ids = readonly number[] | SelectQueryBuilder<Schema, 'turma_alunos', { turma_id: number }>;

const timetables = (db: Db, turmaIds: Ids) =>
  db
    .selectFrom('turma_horarios')
    .select(['turma_id', 'dia_semana', 'inicio', 'fim'])
    .where('turma_id', 'in', turmaIds)
    .orderBy('dia_semana')
    .orderBy('inicio');
const aheadOf = (db: Db, turmaIds: Ids, now: string) =>
  db
    .selectFrom('aulas')
    .where('aulas.turma_id', 'in', turmaIds)
    .where('aulas.fim', '>', now)
    .where('aulas.cancelada_em', 'is', null);
const nextLessons = (db: Db, turmaIds: Ids, now: string) =>
  lessons(db)
    .where('aulas.turma_id', 'in', turmaIds)
    .where('aulas.fim', '>', now)
    .where('aulas.cancelada_em', 'is', null)
    .innerJoin(
      // Computed once for each class. Computed for each lesson, it would scan all later lessons each time.
      aheadOf(db, turmaIds, now)
        .select(({ fn }) => ['turma_id', fn.min('inicio').as('inicio')])
        .groupBy('turma_id')
        .as('first'),
      (join) => join.onRef('first.turma_id', '=', 'aulas.turma_id').onRef('first.inicio', '=', 'aulas.inicio'),
    )
    .orderBy('aulas.numero');
const heldLessons = (db: Db, turmaIds: Ids, now: string) =>
  db
    .selectFrom('aulas')
    .select(['turma_id', ({ fn }) => fn.countAll<number>().as('held')])
    .where('turma_id', 'in', turmaIds)
    .where('fim', '<=', now)
    .where('cancelada_em', 'is', null)
    .groupBy('turma_id');
const scheduleParts = (db: Db, turmaIds: Ids, now: string) => ({
  horarios: timetables(db, turmaIds),
  next: nextLessons(db, turmaIds, now),
  held: heldLessons(db, turmaIds, now),
});
const scheduleOfAll = (db: Db, userId: number, now: string) =>
  scheduleParts(db, db.selectFrom('turma_alunos').select('turma_id').where('user_id', '=', userId), now);

/** Timetables, next lessons and numbers of past lessons of some classes: one statement for any number of classes. */
export const scheduleOf = preparedParts((db, turmaIds: readonly number[], now: string) =>
  scheduleParts(db, turmaIds, now),
);
export type Schedule = Awaited<ReturnType<typeof scheduleOf>>;

const allClasses = preparedParts((db, userId: number, now: string) => ({
  classes: newestFirst(db, userId),
  ...scheduleOfAll(db, userId, now),
}));
const classesOfBook = preparedParts((db, userId: number, now: string, bookId: number) => ({
  classes: newestFirst(db, userId).where('turmas.livro_id', 'in', ({ selectFrom }) =>
    selectFrom('user_books').select('user_books.livro_id').where('user_books.id', '=', bookId),
  ),
  ...scheduleOfAll(db, userId, now),
}));

/** The classes of a reader, the newest first, with the schedules of all of them, by one statement. */
export const classesOf = (db: Db, { userId, bookId }: Reader, now: string) =>
  bookId === null ? allClasses(db, userId, now) : classesOfBook(db, userId, now, bookId);

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
