import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { isTeacher, type Reach, reachBy } from '../../core/http/access.ts';
import type { Ctx, Session } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { teacherOf } from '../../core/http/who.ts';
import { attendanceIn } from '../pedagogico/presence.ts';
import { slotsOf } from './school-classes.ts';

const classes = (db: Ctx['db']) =>
  db
    .selectFrom('turmas')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['turmas.id', 'turmas.nome', 'turmas.livro_id', 'turmas.company_id', 'turmas.professor_user_id'])
    .select(['turmas.status', 'turmas.sala', 'turmas.link_reuniao', 'companies.timezone', 'companies.escola_id']);

export type TaughtClassRow = Awaited<ReturnType<ReturnType<typeof classes>['executeTakeFirstOrThrow']>>;

/**
 * A class that the user teaches, or reaches as staff by the right `turmas`.
 *
 * @throws Refusal 404, also for another teacher's class
 */
export async function taughtClass({ db, session }: Ctx, id: number): Promise<TaughtClassRow> {
  const row = await classes(db).where('turmas.id', '=', id).executeTakeFirst();
  if (!row || !mayTeach(session, row)) throw notFound('Não encontramos esta turma entre as suas.');
  return row;
}

/** The teacher of the class that the input names, for operations that load it at once. */
export const classTeacher = teacherOf('class', (ctx, { id }) => taughtClass(ctx, id));

/**
 * A lesson with its class: of a class that the user teaches or reaches as staff, or one as a substitute.
 *
 * @throws Refusal 404, also for another teacher's lesson
 */
export async function taughtLesson({ db, session }: Ctx, id: number) {
  const lesson = await db.selectFrom('aulas').selectAll().where('id', '=', id).executeTakeFirst();
  const row = lesson && (await classes(db).where('turmas.id', '=', lesson.turma_id).executeTakeFirst());
  const isSubstitute = isTeacher(session) && lesson?.professor_user_id === session.userId;
  if (!lesson || !row || !(isSubstitute || mayTeach(session, row)))
    throw notFound('Não encontramos esta aula entre as suas.');
  return { lesson, class: row };
}

export type TaughtLessonRow = Awaited<ReturnType<typeof taughtLesson>>;

function mayTeach(session: Session, row: TaughtClassRow): boolean {
  if (isTeacher(session) && row.professor_user_id === session.userId) return true;
  const reach = reachBy(session, ['turmas']);
  return reach !== null && isWithin(reach, row);
}

const isWithin = ({ escolaId, units }: Reach, row: TaughtClassRow): boolean =>
  (escolaId === null || row.escola_id === escolaId) && (units === null || units.includes(row.company_id));

/** A class for its teacher, without money and documents: students with their attendance, lessons with the state of their attendance. */
export async function readTaughtClass({ db, now }: Ctx, { id, timezone }: TaughtClassRow) {
  const [head, horarios, aulas, alunos, attendance] = await Promise.all([
    headOf(db, id),
    slotsOf(db, [id]),
    lessonsOf(db, id),
    studentsOf(db, id),
    attendanceIn(db, id, now().toISOString()),
  ]);
  const { livro_id, livro, professor_user_id, professor, ...row } = head;
  return {
    ...row,
    timezone,
    livro: { id: livro_id, nome: livro },
    professor: professor_user_id === null ? null : { id: professor_user_id, nome: professor ?? 'Conta encerrada' },
    horarios: horarios.map(({ dia_semana, inicio, fim }) => ({ dia_semana, inicio, fim })),
    minimo_percentual: attendance.minimum,
    alunos: alunos.map((student) => ({ ...student, frequencia: attendance.of(student.turma_aluno_id) })),
    aulas: aulas.map(({ cancelada_em, chamada_em, inicio_previsto, conteudo, ...lesson }) => ({
      ...lesson,
      cancelada: cancelada_em !== null,
      remarcada: inicio_previsto !== null && inicio_previsto !== lesson.inicio,
      chamada: chamada_em !== null,
      registrada: conteudo !== null,
    })),
  };
}

const headOf = (db: Db, id: number) =>
  db
    .selectFrom('turmas')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .leftJoin('users as professor', 'professor.id', 'turmas.professor_user_id')
    .select(['turmas.id', 'turmas.nome', 'turmas.livro_id', 'livros.nome as livro', 'companies.nome as unidade'])
    .select(['turmas.professor_user_id', 'professor.full_name as professor', 'turmas.modalidade', 'turmas.sala'])
    .select('turmas.status')
    .where('turmas.id', '=', id)
    .executeTakeFirstOrThrow();

const lessonsOf = (db: Db, id: number) =>
  db
    .selectFrom('aulas')
    .leftJoin('users as substituto', 'substituto.id', 'aulas.professor_user_id')
    .select(['aulas.id', 'aulas.numero', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.cancelada_em'])
    .select(['aulas.chamada_em', 'aulas.inicio_previsto', 'aulas.conteudo', 'substituto.full_name as substituto'])
    .where('aulas.turma_id', '=', id)
    .orderBy('aulas.inicio')
    .orderBy('aulas.numero')
    .execute();

const studentsOf = (db: Db, id: number) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['turma_alunos.id as turma_aluno_id', 'turma_alunos.user_id', 'users.full_name as nome'])
    .select('users.avatar_url as foto_url')
    .where('turma_alunos.turma_id', '=', id)
    .where(isInClass)
    .orderBy('users.full_name')
    .orderBy('turma_alunos.id')
    .execute();
