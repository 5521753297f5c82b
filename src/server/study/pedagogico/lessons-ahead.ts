import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';

const lessonColumns = [
  'aulas.id',
  'aulas.turma_id',
  'aulas.titulo',
  'aulas.inicio',
  'aulas.fim',
  'aulas.tipo',
  'aulas.cancelada_em',
  'turmas.nome as turma',
  'companies.nome as escola',
] as const;
/** The room of the lesson, otherwise that of the class. */
const room = sql<string | null>`coalesce(aulas.sala, turmas.sala)`.as('sala');

const lessons = (db: Db, userId: number) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .where('turma_alunos.user_id', '=', userId)
    .select(lessonColumns)
    .select(room);
export type LessonRow = Awaited<ReturnType<ReturnType<typeof lessons>['executeTakeFirstOrThrow']>>;

export const ownLesson = (db: Db, userId: number, id: number): Promise<LessonRow | undefined> =>
  lessons(db, userId).where(isInClass).where('aulas.id', '=', id).executeTakeFirst();

/** Unfinished lessons from an instant on: of the user's own classes, and booked replacements. */
export async function lessonsFrom(db: Db, userId: number, instant: string): Promise<LessonRow[]> {
  return inOrder(await readParts(db, userId, instant, FOREVER));
}

/** Sorts after every instant. */
export const FOREVER = '9999';

/** Unfinished lessons from an instant on, beginning before another one: of the user's classes, and booked replacements. */
export const lessonParts = (db: Db, userId: number, instant: string, before: string) => ({
  own: lessons(db, userId).where(isInClass).where('aulas.fim', '>=', instant).where('aulas.inicio', '<', before),
  replacing: replacementsFrom(db, userId, instant, before),
});
const readParts = preparedParts(lessonParts);

/** Lessons of both kinds, sorted by start. */
export const inOrder = ({ own, replacing }: Awaited<ReturnType<typeof readParts>>): LessonRow[] =>
  [...own, ...replacing].sort((a, b) => a.inicio.localeCompare(b.inicio) || a.id - b.id);

const replacementsFrom = (db: Db, userId: number, instant: string, before: string) =>
  db
    .selectFrom('reposicoes')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'reposicoes.turma_aluno_id')
    .innerJoin('aulas', 'aulas.id', 'reposicoes.destino_aula_id')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .where('turma_alunos.user_id', '=', userId)
    .where('reposicoes.status', '=', 'marcada')
    .where(isInClass)
    .where('aulas.fim', '>=', instant)
    .where('aulas.inicio', '<', before)
    .select(lessonColumns)
    .select(room);

const OPENS_BEFORE_MS = 10 * 60 * 1000;

/** When students can enter a lesson: from ten minutes before until its end, unless it is cancelled (CLASS-04). */
export function lessonWindow(
  { inicio, fim, cancelada_em }: { inicio: string; fim: string; cancelada_em: string | null },
  now: Date,
): { opens: Date; isOpen: boolean } {
  const opens = new Date(Date.parse(inicio) - OPENS_BEFORE_MS);
  return { opens, isOpen: cancelada_em === null && now >= opens && now < new Date(fim) };
}
