import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { classesIn, classIn, presentClass, type SchoolClassRow, slotsOf } from './school-classes.ts';

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

const lessons = (db: Db) =>
  db
    .selectFrom('aulas')
    .leftJoin('users as substituto', 'substituto.id', 'aulas.professor_user_id')
    .select(['aulas.id', 'aulas.numero', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.inicio_previsto'])
    .select(['aulas.tipo', 'aulas.cancelada_em', 'aulas.chamada_em', 'aulas.sala', 'aulas.link_reuniao'])
    .select(['aulas.professor_user_id', 'substituto.full_name as substituto']);
type Row = Awaited<ReturnType<ReturnType<typeof lessons>['executeTakeFirstOrThrow']>>;

/**
 * A lesson as the office lists it. `inicio_previsto`: where the timetable had it before it was moved; room and link are
 * those of the lesson alone, null: those of the class.
 */
const presentLesson = ({ cancelada_em, chamada_em, professor_user_id, substituto, ...row }: Row) => ({
  ...row,
  cancelada: cancelada_em !== null,
  chamada: chamada_em !== null,
  substituto: professor_user_id === null ? null : { id: professor_user_id, nome: substituto ?? 'Conta encerrada' },
});

/** One lesson as the office sees it. */
export async function readSchoolLesson(db: Db, id: number) {
  return presentLesson(await lessons(db).where('aulas.id', '=', id).executeTakeFirstOrThrow());
}

const headOf = (row: SchoolClassRow, slots: Awaited<ReturnType<typeof slotsOf>>) => ({
  ...presentClass(row, slots),
  link_reuniao: row.link_reuniao,
  timezone: row.timezone,
});

/** A lesson with its class. @throws Refusal 404 */
export async function readLessonOfSchool({ db, reach }: Ctx, id: number) {
  const place = await classesIn(db, reach)
    .innerJoin('aulas', 'aulas.turma_id', 'turmas.id')
    .select('aulas.turma_id')
    .where('aulas.id', '=', id)
    .executeTakeFirst();
  const row = place && (await classIn(db, reach, place.turma_id));
  if (!row) throw notFound('Não encontramos esta aula na sua escola.');
  return { aula: await readSchoolLesson(db, id), turma: headOf(row, await slotsOf(db, [row.id])) };
}

/** A class with its lessons by time and its students by name. @throws Refusal 404 */
export async function readSchoolClass({ db, reach }: Ctx, id: number) {
  const row = await classIn(db, reach, id);
  if (!row) throw notFound('Não encontramos esta turma na sua escola.');
  const [slots, aulas, estudantes] = await Promise.all([
    slotsOf(db, [id]),
    lessons(db).where('aulas.turma_id', '=', id).orderBy('aulas.inicio').orderBy('aulas.numero').execute(),
    db
      .selectFrom('turma_alunos')
      .innerJoin('users', 'users.id', 'turma_alunos.user_id')
      .select(['turma_alunos.id as turma_aluno_id', 'turma_alunos.user_id', 'users.full_name as nome'])
      .select(['users.avatar_url as foto_url', 'turma_alunos.status', 'turma_alunos.desde', 'turma_alunos.ate'])
      .where('turma_alunos.turma_id', '=', id)
      .orderBy('users.full_name')
      .orderBy('turma_alunos.id')
      .execute(),
  ]);
  return { ...headOf(row, slots), aulas: aulas.map(presentLesson), estudantes };
}
