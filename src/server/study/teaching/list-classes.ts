import { isInClass } from '../../core/db/in-class.ts';
import type { Ctx } from '../../core/http/ctx.ts';

const ORDER = ['ativa', 'futura', 'trancada', 'concluida'];

/** The classes of the user as a teacher: running ones first, each group by its next lesson. */
export async function listTaughtClasses({ db, session, now }: Ctx) {
  const classes = await db
    .selectFrom('turmas')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['turmas.id', 'turmas.nome', 'turmas.modalidade', 'turmas.sala', 'turmas.status'])
    .select(['livros.nome as livro', 'companies.nome as unidade'])
    .select(({ selectFrom }) =>
      selectFrom('turma_alunos')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('turma_alunos.turma_id', '=', 'turmas.id')
        .where(isInClass)
        .as('alunos'),
    )
    .select(({ selectFrom }) =>
      selectFrom('aulas')
        .select('aulas.id')
        .whereRef('aulas.turma_id', '=', 'turmas.id')
        .where('aulas.fim', '>', now().toISOString())
        .where('aulas.cancelada_em', 'is', null)
        .orderBy('aulas.fim')
        .limit(1)
        .as('next_id'),
    )
    .where('turmas.professor_user_id', '=', session.userId)
    .orderBy('turmas.nome')
    .orderBy('turmas.id')
    .execute();
  if (classes.length === 0) return [];
  const ids = classes.map(({ id }) => id);
  const [hours, lessons] = await Promise.all([
    db
      .selectFrom('turma_horarios')
      .selectAll()
      .where('turma_id', 'in', ids)
      .orderBy('dia_semana')
      .orderBy('inicio')
      .execute(),
    nextLessons(
      db,
      classes.flatMap(({ next_id }) => next_id ?? []),
    ),
  ]);
  const taught = classes.map(({ next_id, ...row }) => {
    const next = lessons.find(({ id }) => id === next_id);
    return {
      ...row,
      alunos: Number(row.alunos),
      horarios: hours
        .filter(({ turma_id }) => turma_id === row.id)
        .map(({ dia_semana, inicio, fim }) => ({ dia_semana, inicio, fim })),
      proxima_aula: next
        ? {
            id: next.id,
            titulo: next.titulo,
            inicio: next.inicio,
            fim: next.fim,
            avisaram_falta: Number(next.avisaram_falta),
          }
        : null,
    };
  });
  const soonest = ({ proxima_aula }: (typeof taught)[number]) => proxima_aula?.inicio ?? '9';
  return taught.toSorted(
    (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || soonest(a).localeCompare(soonest(b)),
  );
}

/** Lessons by their ids, each with how many said that they do not come. */
const nextLessons = (db: Ctx['db'], ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('aulas')
        .select(['aulas.id', 'aulas.titulo', 'aulas.inicio', 'aulas.fim'])
        .select(({ selectFrom }) =>
          selectFrom('ausencias')
            .select(({ fn }) => fn.countAll<number | string>().as('count'))
            .whereRef('ausencias.aula_id', '=', 'aulas.id')
            .as('avisaram_falta'),
        )
        .where('aulas.id', 'in', ids)
        .execute();
