import { type ExpressionBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Found } from '#lib/contract/panel.schema.ts';
import { searchWords } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { TEACHER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { countsOf, countUpTo } from '../../core/db/counts.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { enrolled } from '../../core/db/people.ts';
import { folded, hasWords, personText } from '../../core/db/people-by-name.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { choiceOf } from '../../core/db/units.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { Schema } from '../../tables.ts';
import { booksOfSchool } from '../books/read-books.ts';
import type { listSchoolClassesInput } from './inputs.ts';

/** Running and future classes without a teacher, or whose teacher is blocked or has no role any more. */
const isTeacherless = ({ and, or, eb, not, exists, selectFrom }: ExpressionBuilder<Schema, 'turmas'>) =>
  and([
    eb('turmas.status', 'in', ['ativa', 'futura']),
    or([
      eb('turmas.professor_user_id', 'is', null),
      not(
        exists(
          selectFrom('users as teacher')
            .innerJoin('user_actions', 'user_actions.user_id', 'teacher.id')
            .select('teacher.id')
            .whereRef('teacher.id', '=', 'turmas.professor_user_id')
            .where('teacher.is_blocked', '=', false)
            .where('user_actions.action_id', '=', TEACHER_ACTION_ID),
        ),
      ),
    ]),
  ]);

const count = async (query: ReturnType<typeof classesIn>): Promise<number> =>
  Number((await query.select(({ fn }) => fn.countAll<number | string>().as('many')).executeTakeFirstOrThrow()).many);

/** The number of classes in reach without a teacher. */
export const countTeacherless = (db: Db, reach: Reach): Promise<number> =>
  count(classesIn(db, reach).where((where) => isTeacherless(where as never)));

type Filter = Omit<z.output<typeof listSchoolClassesInput>, 'limit' | 'depois'>;

/** Classes of a reach, each with its book, unit and teacher. */
export const classesIn = (db: Db, reach: Reach) =>
  db
    .selectFrom('turmas')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .leftJoin('users as professor', 'professor.id', 'turmas.professor_user_id')
    .$call(within(reach));

const withColumns = (query: ReturnType<typeof classesIn>) =>
  query
    .select(['turmas.id', 'turmas.nome', 'turmas.modalidade', 'turmas.sala', 'turmas.status', 'turmas.lugares'])
    .select(['turmas.inicio', 'turmas.fim', 'turmas.company_id', 'turmas.livro_id', 'turmas.professor_user_id'])
    .select('turmas.parada_em')
    .select(['turmas.link_reuniao', 'companies.nome as unidade', 'companies.timezone', 'companies.escola_id'])
    .select(['livros.nome as livro', 'professor.full_name as professor'])
    .select(({ selectFrom }) =>
      selectFrom('turma_alunos')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('turma_alunos.turma_id', '=', 'turmas.id')
        .where(isInClass)
        .as('alunos'),
    );
export type SchoolClassRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

export const classIn = (db: Db, reach: Reach, id: number): Promise<SchoolClassRow | undefined> =>
  withColumns(classesIn(db, reach)).where('turmas.id', '=', id).executeTakeFirst();

export const slotsOf = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('turma_horarios')
        .selectAll()
        .where('turma_id', 'in', ids)
        .orderBy('dia_semana')
        .orderBy('inicio')
        .execute();

/** A class as the office lists it. */
export const presentClass = (
  row: SchoolClassRow,
  slots: readonly { turma_id: number; dia_semana: number; inicio: string; fim: string }[],
) => ({
  id: row.id,
  nome: row.nome,
  unidade: { id: row.company_id, nome: row.unidade },
  livro: { id: row.livro_id, nome: row.livro },
  professor:
    row.professor_user_id === null ? null : { id: row.professor_user_id, nome: row.professor ?? 'Conta encerrada' },
  modalidade: row.modalidade,
  sala: row.sala,
  status: row.status,
  inicio: row.inicio,
  fim: row.fim,
  horarios: slots
    .filter(({ turma_id }) => turma_id === row.id)
    .map(({ dia_semana, inicio, fim }) => ({ dia_semana, inicio, fim })),
  alunos: Number(row.alunos),
  lugares: row.lugares,
  link_reuniao: row.link_reuniao,
  timezone: row.timezone,
});

/** Whether a word occurs in the name of a class, of its book, or in what is searched of its teacher. Books are few. */
const hasWord = ({ eb, or, selectFrom }: ExpressionBuilder<Schema, 'turmas'>, word: string) =>
  or([
    hasWords(word, sql<string>`turmas.search_text`, personText('professor')),
    eb(
      'turmas.livro_id',
      'in',
      selectFrom('livros')
        .select('livros.id')
        .where(hasWords(word, folded('livros.nome'))),
    ),
  ]);

/** A search without words finds nothing. */
const isFound = (where: ExpressionBuilder<Schema, 'turmas'>, q: string) => {
  const words = searchWords(q);
  return words.length === 0 ? sql<boolean>`1 = 0` : where.and(words.map((word) => hasWord(where, word)));
};

const filtered = (query: ReturnType<typeof classesIn>, { q, estado, unidade, professor, sem_professor }: Filter) =>
  query
    .$if(sem_professor === true, (some) => some.where((where) => isTeacherless(where as never)))
    .$if(unidade !== undefined, (some) => some.where('turmas.company_id', '=', unidade ?? 0))
    .$if(estado !== undefined, (some) => some.where('turmas.status', '=', estado ?? 'ativa'))
    .$if(professor !== undefined, (some) => some.where('turmas.professor_user_id', '=', professor ?? 0))
    .$if(Boolean(q), (some) => some.where((where) => isFound(where as never, q ?? '')));

/** Running classes first, then coming ones. */
const states = ['ativa', 'futura', 'trancada', 'concluida'] as const;
export const rankOf = (status: (typeof states)[number]) => String(states.indexOf(status));
export const byState: Order[number] = [
  sql`case turmas.status ${sql.join(
    states.map((status) => sql`when ${sql.lit(status)} then ${sql.lit(rankOf(status))}`),
    sql` `,
  )} end`,
  'asc',
];
const inOrder: Order = [byState, ['turmas.nome', 'asc'], ['turmas.id', 'asc']];

/** Classes of the units in reach. */
export async function listSchoolClasses(
  { db, reach }: Ctx,
  { limit, depois, ...filter }: z.output<typeof listSchoolClassesInput>,
) {
  const query = filtered(classesIn(db, reach), filter);
  const [found, total, counts, teacherless, unidades] = await Promise.all([
    pageAfter(withColumns(query), inOrder, { depois, limit }).execute(),
    countUpTo(db, query, { limit, offset: 0 }),
    filtered(classesIn(db, reach), { ...filter, estado: undefined, sem_professor: undefined })
      .select(['turmas.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('turmas.status')
      .execute(),
    count(filtered(classesIn(db, reach), { ...filter, estado: undefined, sem_professor: true })),
    unitsIn(db, reach),
  ]);
  const { rows, next } = cutPage(found, limit, ({ status, nome, id }) => [rankOf(status), nome, id]);
  const slots = await slotsOf(
    db,
    rows.map(({ id }) => id),
  );
  return {
    items: rows.map((row) => presentClass(row, slots)),
    total,
    next,
    // Counts for the filtered unit, without the other filters.
    contagens: { ...countsOf(counts), sem_professor: teacherless },
    unidades: unidades.map(({ id, nome }) => ({ id, nome })),
  };
}

/** Classes by words of the name, book or teacher, for the search of the panel. */
export async function findClasses(db: Db, reach: Reach, q: string, limit: number): Promise<Found[]> {
  const rows = await pageAfter(withColumns(filtered(classesIn(db, reach), { q })), inOrder, {
    limit: limit - 1,
  }).execute();
  return rows.map(({ id, nome, livro, professor, unidade }) => ({
    tipo: 'turma',
    id,
    titulo: nome,
    detalhe: [livro, professor, unidade].filter(Boolean).join(' · '),
    path: routes.manager.class(id),
  }));
}

/** The units in reach, by name. */
export const unitsIn = (db: Db, reach: Reach) =>
  db
    .selectFrom('companies')
    .$call(within(reach))
    .select(['companies.id', 'companies.nome', 'companies.encerrada_em'])
    .where('companies.id', '<>', BLOCKED_COMPANY_ID)
    .orderBy('companies.nome')
    .orderBy('companies.id')
    .execute();

/** All teachers of the schools in a reach: a teacher may give lessons in every unit of the own school. */
export const teachersIn = (db: Db, reach: Reach) =>
  enrolled(db)
    .$call(within({ ...reach, units: null }))
    .where('users.is_blocked', '=', false)
    .where('users.id', 'in', (holders) =>
      holders
        .selectFrom('user_actions')
        .select('user_actions.user_id')
        .where('user_actions.action_id', '=', TEACHER_ACTION_ID),
    );

/** The options for a class. */
export async function readClassChoices({ db, reach }: Ctx) {
  const [unidades, livros, professores] = await Promise.all([
    unitsIn(db, reach),
    booksOfSchool(db, reach.escolaId).select(['id', 'nome']).orderBy('nome').orderBy('id').execute(),
    teachersIn(db, reach)
      .select(['users.id', 'users.full_name as nome', 'companies.nome as unidade'])
      .orderBy('users.full_name')
      .orderBy('users.id')
      .execute(),
  ]);
  return { unidades: unidades.map(choiceOf), livros, professores };
}
