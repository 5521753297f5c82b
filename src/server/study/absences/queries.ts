import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { locked } from '../../core/db/locking.ts';
import { prepared } from '../../core/db/prepared.ts';

const lessons = (db: Db) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .select(['aulas.id as aula_id', 'turmas.nome as turma', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.tipo'])
    .select(['aulas.unidade_id', 'turmas.id as turma_id', 'aulas.cancelada_em'])
    .select(({ fn }) => fn.coalesce('aulas.sala', 'turmas.sala').as('sala'))
    .select(({ fn }) => fn.coalesce('aulas.link_reuniao', 'turmas.link_reuniao').as('link_reuniao'));
export type LessonRow = Awaited<ReturnType<ReturnType<typeof lessons>['executeTakeFirstOrThrow']>>;

export const lessonIn = (db: Db, turmaId: number, id: number): Promise<LessonRow | undefined> =>
  lessons(db).where('turmas.id', '=', turmaId).where('aulas.id', '=', id).executeTakeFirst();

export const lessonsById = (db: Db, ids: readonly number[]): Promise<LessonRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : lessons(db)
        .where('aulas.id', 'in', [...ids])
        .execute();

/** Lessons of a class between two instants, without cancelled ones. */
export const lessonsBetween = (db: Db, turmaId: number, from: string, to: string): Promise<LessonRow[]> =>
  lessons(db)
    .where('turmas.id', '=', turmaId)
    .where('aulas.inicio', '>', from)
    .where('aulas.inicio', '<=', to)
    .where('aulas.cancelada_em', 'is', null)
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .execute();

/** The records of every lesson of an enrolment that the student missed or will miss. */
export async function missedOf(db: Db, enrollment: number) {
  const [presences, reports, replacements] = await Promise.all([
    db.selectFrom('presencas').select(['aula_id', 'status']).where('turma_aluno_id', '=', enrollment).execute(),
    db.selectFrom('ausencias').selectAll().where('turma_aluno_id', '=', enrollment).execute(),
    db.selectFrom('reposicoes').selectAll().where('turma_aluno_id', '=', enrollment).execute(),
  ]);
  return { presences, reports, replacements };
}

/**
 * Missed lessons of people that ended since an instant, have no replacement, and could be made up for in another class of the
 * same book; the newest first. `readOffers` decides whether there is a place for the student.
 */
export const missedSince = prepared((db, userIds: readonly number[], since: string, now: string, until: string) =>
  lessons(db)
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
    .leftJoin('presencas', (join) =>
      join.onRef('presencas.aula_id', '=', 'aulas.id').onRef('presencas.turma_aluno_id', '=', 'turma_alunos.id'),
    )
    .leftJoin('ausencias', (join) =>
      join.onRef('ausencias.aula_id', '=', 'aulas.id').onRef('ausencias.turma_aluno_id', '=', 'turma_alunos.id'),
    )
    .leftJoin('reposicoes', (join) =>
      join
        .onRef('reposicoes.aula_id', '=', 'aulas.id')
        .onRef('reposicoes.turma_aluno_id', '=', 'turma_alunos.id')
        .on('reposicoes.status', '!=', 'cancelada'),
    )
    .select(['turma_alunos.id as turma_aluno_id', 'turma_alunos.user_id', 'turma_alunos.status', 'companies.timezone'])
    .where('turma_alunos.user_id', 'in', userIds)
    .where(isInClass)
    .where('turmas.status', '=', 'ativa')
    .where('aulas.fim', '>=', since)
    .where('aulas.fim', '<=', now)
    .where('aulas.cancelada_em', 'is', null)
    .where('reposicoes.id', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        eb('presencas.status', 'in', ['falta', 'justificada']),
        and([eb('presencas.aula_id', 'is', null), eb('ausencias.id', 'is not', null)]),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('turmas as other')
          .innerJoin('aulas as offer', 'offer.turma_id', 'other.id')
          .select('offer.id')
          .whereRef('other.livro_id', '=', 'turmas.livro_id')
          .whereRef('other.company_id', '=', 'turmas.company_id')
          .whereRef('other.id', '!=', 'turmas.id')
          .where('other.status', '=', 'ativa')
          .where('offer.cancelada_em', 'is', null)
          .where('offer.inicio', '>=', now)
          .where('offer.inicio', '<=', until)
          .where('other.id', 'not in', (own) =>
            own
              .selectFrom('turma_alunos as place')
              .select('place.turma_id')
              .whereRef('place.user_id', '=', 'turma_alunos.user_id')
              .where('place.status', '=', 'ativa'),
          ),
      ),
    )
    .orderBy('aulas.inicio', 'desc')
    .orderBy('aulas.id', 'desc'),
);

/** The student's busy times: own lessons and booked replacements, in every class. */
export async function ownTimes(db: Db, userId: number, from: string): Promise<{ inicio: string; fim: string }[]> {
  const [own, booked] = await Promise.all([
    db
      .selectFrom('aulas')
      .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'aulas.turma_id')
      .select(['aulas.inicio', 'aulas.fim'])
      .where('turma_alunos.user_id', '=', userId)
      .where(isInClass)
      .where('aulas.cancelada_em', 'is', null)
      .where('aulas.fim', '>', from)
      .execute(),
    db
      .selectFrom('reposicoes')
      .innerJoin('turma_alunos', 'turma_alunos.id', 'reposicoes.turma_aluno_id')
      .innerJoin('aulas', 'aulas.id', 'reposicoes.destino_aula_id')
      .select(['aulas.inicio', 'aulas.fim'])
      .where('turma_alunos.user_id', '=', userId)
      .where('reposicoes.status', '=', 'marcada')
      .where(isInClass)
      .where('aulas.fim', '>', from)
      .execute(),
  ]);
  return [...own, ...booked];
}

/** Lessons of other classes with the same book (thus of the same level) in the same unit, with their free places. */
export async function offersFor(db: Db, turmaId: number, userId: number, from: string, to: string) {
  const rows = await lessons(db)
    .innerJoin('turmas as own', (join) =>
      join.onRef('own.livro_id', '=', 'turmas.livro_id').onRef('own.company_id', '=', 'turmas.company_id'),
    )
    .where('own.id', '=', turmaId)
    .where('turmas.status', '=', 'ativa')
    .where('aulas.cancelada_em', 'is', null)
    .where('aulas.inicio', '>=', from)
    .where('aulas.inicio', '<=', to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('turma_alunos')
            .select('turma_alunos.id')
            .whereRef('turma_alunos.turma_id', '=', 'turmas.id')
            .where('turma_alunos.user_id', '=', userId)
            .where(isInClass),
        ),
      ),
    )
    .select('turmas.lugares')
    .select(({ selectFrom }) => [
      selectFrom('turma_alunos')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('turma_alunos.turma_id', '=', 'turmas.id')
        .where(isInClass)
        .as('alunos'),
      selectFrom('reposicoes')
        .innerJoin('turma_alunos', 'turma_alunos.id', 'reposicoes.turma_aluno_id')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('reposicoes.destino_aula_id', '=', 'aulas.id')
        .where('reposicoes.status', '=', 'marcada')
        .where(isInClass)
        .as('visitas'),
    ])
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .execute();
  return rows.map(({ lugares, alunos, visitas, ...row }) => ({
    ...row,
    vagas: Math.max(0, lugares - Number(alunos ?? 0) - Number(visitas ?? 0)),
  }));
}

/** The known dates of birth of the students of classes, by class. */
export async function birthsIn(db: Db, turmaIds: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('turma_alunos')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['turma_alunos.turma_id', 'users.birth_date'])
    .where('turma_alunos.turma_id', 'in', [...turmaIds])
    .where('users.birth_date', 'is not', null)
    .where(isInClass)
    .execute();
  const births = new Map<number, string[]>(turmaIds.map((id) => [id, []]));
  for (const { turma_id, birth_date } of rows) births.get(turma_id)?.push(birth_date ?? '');
  return births;
}

/** The date of birth of a student, if it is known. */
export const birthOf = async (db: Db, userId: number): Promise<string | null> =>
  (await db.selectFrom('users').select('birth_date').where('id', '=', userId).executeTakeFirst())?.birth_date ?? null;

/** Locks a lesson, so that of two students who want its last place only one gets it. */
export async function holdLesson(tx: Db, id: number): Promise<void> {
  const query = tx.selectFrom('aulas').select('id').where('id', '=', id);
  await locked(tx, query, 'update').execute();
}
