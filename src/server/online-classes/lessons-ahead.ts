import type { Db } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import { type LessonRow, lessonColumns, lessons } from './queries.ts';

export type { LessonRow };

/** Unfinished lessons from an instant on: of the user's own classes, and booked replacements. `before`: beginning sooner. */
export async function lessonsFrom(db: Db, userId: number, instant: string, before = FOREVER): Promise<LessonRow[]> {
  const [own, replacing] = await Promise.all([
    ownLessonsFrom(db, userId, instant, before),
    replacementsFrom(db, userId, instant, before),
  ]);
  return [...own, ...replacing].sort((a, b) => a.inicio.localeCompare(b.inicio) || a.id - b.id);
}

/** After every instant. */
const FOREVER = '9999';

const ownLessonsFrom = prepared((db, userId: number, instant: string, before: string) =>
  lessons(db, userId)
    .where('turma_alunos.status', '=', 'ativa')
    .where('aulas.fim', '>=', instant)
    .where('aulas.inicio', '<', before),
);

const replacementsFrom = prepared((db, userId: number, instant: string, before: string) =>
  db
    .selectFrom('reposicoes')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'reposicoes.turma_aluno_id')
    .innerJoin('aulas', 'aulas.id', 'reposicoes.destino_aula_id')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .where('turma_alunos.user_id', '=', userId)
    .where('reposicoes.status', '=', 'marcada')
    .where('aulas.fim', '>=', instant)
    .where('aulas.inicio', '<', before)
    .select(lessonColumns),
);
