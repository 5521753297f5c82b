import type { Selectable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import type { Schema } from '../../tables.ts';
import type { RequestRow } from './transitions.ts';

export type TripRow = Selectable<Schema['usa_turmas']>;
export type DocumentRow = Selectable<Schema['usa_documentos']>;
export type HistoryRow = Selectable<Schema['usa_historico']>;
export type BookRow = Selectable<Schema['livros']>;

/** The trips to read: by ids, or the future trips that a school offers its students. */
export type Which = { ids: readonly number[] } | { today: string; escolaId: number | null };

/** Trips, the next first. */
export function tripRows(db: Db, which: Which): Promise<TripRow[]> {
  let query = db.selectFrom('usa_turmas').selectAll();
  if ('ids' in which) {
    if (which.ids.length === 0) return Promise.resolve([]);
    query = query.where('id', 'in', which.ids);
  } else {
    const { today, escolaId } = which;
    query = query
      .where('inicio', '>', today)
      .where('status', '=', 'publicada')
      .where((where) =>
        where.or([where('escola_id', 'is', null), ...(escolaId === null ? [] : [where('escola_id', '=', escolaId)])]),
      );
  }
  return query.orderBy('inicio').orderBy('id').execute();
}

/** Required books and kinds of documents of trips. */
export async function needsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return { books: [], kinds: [] };
  const [books, kinds] = await Promise.all([
    db
      .selectFrom('usa_turma_livros')
      .innerJoin('livros', 'livros.id', 'usa_turma_livros.livro_id')
      .selectAll('livros')
      .select('usa_turma_livros.turma_id')
      .where('usa_turma_livros.turma_id', 'in', ids)
      .orderBy('livros.id')
      .execute(),
    db
      .selectFrom('usa_turma_documentos')
      .selectAll()
      .where('turma_id', 'in', ids)
      .orderBy('obrigatorio', 'desc')
      .orderBy('tipo')
      .execute(),
  ]);
  return { books, kinds };
}

/**
 * Books that a student finished: the class ended, every unit of the own copy is done, or the school placed the student in a class
 * of a higher book.
 */
export async function finishedBooks(db: Db, userId: number): Promise<Set<number>> {
  const [classes, copies, below] = await Promise.all([
    db
      .selectFrom('turma_alunos')
      .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
      .select('turmas.livro_id')
      .where('turma_alunos.user_id', '=', userId)
      .where('turma_alunos.status', '=', 'concluida')
      .execute(),
    db
      .selectFrom('user_books')
      .innerJoin('livros', 'livros.id', 'user_books.livro_id')
      .innerJoin('unidade_progressos', 'unidade_progressos.user_book_id', 'user_books.id')
      .select(['livros.id as livro_id', 'livros.unidades_total'])
      .select(({ fn }) => fn.count<number | string>('unidade_progressos.unidade_id').as('done'))
      .where('user_books.user_id', '=', userId)
      .where('unidade_progressos.concluida_em', 'is not', null)
      .groupBy(['user_books.id', 'livros.id', 'livros.unidades_total'])
      .execute(),
    db
      .selectFrom('livros')
      .select('livros.id as livro_id')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('turma_alunos')
            .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
            .innerJoin('livros as atual', 'atual.id', 'turmas.livro_id')
            .select('turma_alunos.id')
            .where('turma_alunos.user_id', '=', userId)
            .whereRef('atual.nivel_cefr', '>', 'livros.nivel_cefr'),
        ),
      )
      .execute(),
  ]);
  const whole = copies.filter(({ done, unidades_total }) => Number(done) >= unidades_total);
  return new Set([...classes, ...below, ...whole].map(({ livro_id }) => livro_id));
}

/** The student, with the data of the registration. */
export const studentOf = (db: Db, userId: number) =>
  people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.id', 'users.full_name', 'users.civil_name', 'users.email', 'users.phone', 'users.cpf'])
    .select([
      'users.birth_date',
      'users.cep',
      'users.street',
      'users.street_number',
      'users.complement',
      'users.district',
    ])
    .select(['users.city', 'users.state', 'users.guardian'])
    .select([
      'companies.id as company_id',
      'companies.escola_id',
      'companies.timezone',
      'schools.nome as escola',
      'schools.marca',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
export type StudentRow = Awaited<ReturnType<typeof studentOf>>;

const requests = (db: Db) => db.selectFrom('usa_requests').selectAll('usa_requests');

export const draftOf = (db: Db, userId: number): Promise<RequestRow | undefined> =>
  requests(db).where('user_id', '=', userId).where('status', '=', 'rascunho').executeTakeFirst();

/** The latest sent request that was not withdrawn. */
export const sentRequestOf = (db: Db, userId: number): Promise<RequestRow | undefined> =>
  requests(db)
    .where('user_id', '=', userId)
    .where('status', 'not in', ['rascunho', 'cancelada'])
    .orderBy('id', 'desc')
    .executeTakeFirst();

export const ownRequest = (db: Db, userId: number, id: number): Promise<RequestRow | undefined> =>
  requests(db).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();

/** Trips of the own requests, including the draft. */
export const requestedTrips = async (db: Db, userId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('usa_requests')
    .select('turma_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('status', '!=', 'cancelada')
    .where('turma_id', 'is not', null)
    .execute();
  return rows.flatMap(({ turma_id }) => turma_id ?? []);
};

/** @param escolaId null: every school. */
export const requestOfSchool = (db: Db, reach: Reach, id: number): Promise<RequestRow | undefined> =>
  requests(db)
    .leftJoin('companies', 'companies.id', 'usa_requests.company_id')
    .$call(within(reach))
    .where('usa_requests.id', '=', id)
    .where('usa_requests.status', '!=', 'rascunho')
    .executeTakeFirst();

export const documentsOf = (db: Db, requestId: number): Promise<DocumentRow[]> =>
  db.selectFrom('usa_documentos').selectAll().where('request_id', '=', requestId).orderBy('id').execute();

export const documentById = (db: Db, id: number): Promise<DocumentRow | undefined> =>
  db.selectFrom('usa_documentos').selectAll().where('id', '=', id).executeTakeFirst();

export const historyOf = (db: Db, requestId: number): Promise<HistoryRow[]> =>
  db.selectFrom('usa_historico').selectAll().where('request_id', '=', requestId).orderBy('id').execute();
