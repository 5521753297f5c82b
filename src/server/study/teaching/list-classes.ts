import { sql } from 'kysely';
import type { z } from 'zod';
import { countsOf } from '../../core/db/counts.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { listTaughtClassesInput } from './inputs.ts';
import { byState, rankOf, slotsOf } from './school-classes.ts';

/** Sorts after every instant. */
const NEVER = '9';

/** The end of a class's next lesson; a running one counts as the next. */
const endOfNext = (now: string) => sql<string>`coalesce((
  select min(aulas.fim) from aulas
  where aulas.turma_id = turmas.id and aulas.fim > ${now} and aulas.cancelada_em is null
), ${sql.lit(NEVER)})`;

/** Running classes first, each group by its next lesson. */
const inOrder = (now: string): Order => [
  byState,
  [endOfNext(now), 'asc'],
  ['turmas.nome', 'asc'],
  ['turmas.id', 'asc'],
];

const withColumns = (db: Ctx['db'], now: string) =>
  db
    .selectFrom('turmas')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['turmas.id', 'turmas.nome', 'turmas.modalidade', 'turmas.sala', 'turmas.status'])
    .select(['livros.nome as livro', 'companies.nome as unidade', endOfNext(now).as('next_end')])
    .select(({ selectFrom }) =>
      selectFrom('turma_alunos')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('turma_alunos.turma_id', '=', 'turmas.id')
        .where(isInClass)
        .as('alunos'),
    );

/** The classes of the user as a teacher. */
export async function listTaughtClasses(
  { db, session, now }: Ctx,
  { limit, depois, estado }: z.output<typeof listTaughtClassesInput>,
) {
  const at = now().toISOString();
  const query = withColumns(db, at)
    .where('turmas.professor_user_id', '=', session.userId)
    .$if(estado !== undefined, (some) =>
      some.where('turmas.status', estado === 'encerradas' ? '=' : '<>', 'concluida'),
    );
  const [found, counts] = await Promise.all([
    pageAfter(query, inOrder(at), { depois, limit }).execute(),
    db
      .selectFrom('turmas')
      .select(['status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .where('professor_user_id', '=', session.userId)
      .groupBy('status')
      .execute(),
  ]);
  const { concluida = 0, ...open } = countsOf(counts);
  const contagens = { abertas: Object.values(open).reduce((sum, many) => sum + many, 0), encerradas: concluida };
  const { rows, next } = cutPage(found, limit, ({ status, next_end, nome, id }) => [
    rankOf(status),
    next_end,
    nome,
    id,
  ]);
  const [hours, lessons] = await Promise.all([
    slotsOf(
      db,
      rows.map(({ id }) => id),
    ),
    nextLessons(db, rows),
  ]);
  return {
    items: rows.map(({ next_end: _, ...row }) => ({
      ...row,
      alunos: Number(row.alunos),
      horarios: hours
        .filter(({ turma_id }) => turma_id === row.id)
        .map(({ dia_semana, inicio, fim }) => ({ dia_semana, inicio, fim })),
      proxima_aula: lessons.get(row.id) ?? null,
    })),
    total: estado ? contagens[estado] : contagens.abertas + contagens.encerradas,
    next,
    contagens,
  };
}

/** The next lesson of each class, with the number of reported absences. */
async function nextLessons(db: Ctx['db'], classes: readonly { id: number; next_end: string }[]) {
  const some = classes.filter(({ next_end }) => next_end !== NEVER);
  const rows =
    some.length === 0
      ? []
      : await db
          .selectFrom('aulas')
          .select(['aulas.id', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.turma_id'])
          .select(({ selectFrom }) =>
            selectFrom('ausencias')
              .select(({ fn }) => fn.countAll<number | string>().as('count'))
              .whereRef('ausencias.aula_id', '=', 'aulas.id')
              .as('avisaram_falta'),
          )
          .where('aulas.cancelada_em', 'is', null)
          .where(({ eb, or, and }) =>
            or(some.map(({ id, next_end }) => and([eb('aulas.turma_id', '=', id), eb('aulas.fim', '=', next_end)]))),
          )
          .execute();
  return new Map(
    rows.map(({ turma_id, avisaram_falta, ...lesson }) => [
      turma_id,
      { ...lesson, avisaram_falta: Number(avisaram_falta) },
    ]),
  );
}
