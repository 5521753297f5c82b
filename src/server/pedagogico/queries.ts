import type { Selectable } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';

export type AulaRow = Selectable<Schema['aulas']>;
export type HorarioRow = Selectable<Schema['turma_horarios']>;

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
      'schools.nome as escola_nome',
      'schools.cidade',
      'professor.id as professor_id',
      'professor.full_name as professor_nome',
      'professor.avatar_url as professor_foto',
    ]);

export type TurmaRow = Awaited<ReturnType<ReturnType<typeof turmas>['executeTakeFirstOrThrow']>>;

export function classesOf(db: Db, userId: number, onlyDigital: boolean): Promise<TurmaRow[]> {
  const query = turmas(db, userId);
  return (onlyDigital ? query.where('turmas.somente_digital', '=', true) : query)
    .orderBy('turmas.inicio', 'desc')
    .orderBy('turmas.id')
    .execute();
}

/** Timetables, next lessons and lessons given of some classes: three queries however many classes there are. */
export async function scheduleOf(db: Db, turmaIds: number[], now: string) {
  if (turmaIds.length === 0) return { horarios: [], next: [], given: [] };
  const [horarios, next, given] = await Promise.all([
    db
      .selectFrom('turma_horarios')
      .selectAll()
      .where('turma_id', 'in', turmaIds)
      .orderBy('dia_semana')
      .orderBy('inicio')
      .execute(),
    db
      .selectFrom('aulas')
      .selectAll()
      .where('turma_id', 'in', turmaIds)
      .where('fim', '>', now)
      .where('cancelada_em', 'is', null)
      .where('inicio', '=', ({ selectFrom }) =>
        selectFrom('aulas as later')
          .select(({ fn }) => fn.min('later.inicio').as('inicio'))
          .whereRef('later.turma_id', '=', 'aulas.turma_id')
          .where('later.fim', '>', now)
          .where('later.cancelada_em', 'is', null),
      )
      .orderBy('numero')
      .execute(),
    db
      .selectFrom('aulas')
      .select(['turma_id', ({ fn }) => fn.countAll<number>().as('given')])
      .where('turma_id', 'in', turmaIds)
      .where('fim', '<=', now)
      .where('cancelada_em', 'is', null)
      .groupBy('turma_id')
      .execute(),
  ]);
  return { horarios, next, given };
}
