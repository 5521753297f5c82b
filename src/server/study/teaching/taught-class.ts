import { isTeacher, type Reach, reachBy } from '../../core/http/access.ts';
import type { Ctx, Session } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { teacherOf } from '../../core/http/who.ts';

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
 * @throws Refusal 404, the same for another teacher's class and for none
 */
export async function taughtClass({ db, session }: Ctx, id: number): Promise<TaughtClassRow> {
  const row = await classes(db).where('turmas.id', '=', id).executeTakeFirst();
  if (!row || !mayTeach(session, row)) throw notFound('Não encontramos esta turma entre as suas.');
  return row;
}

/** Who teaches the class that the input names, for operations that need it at once. */
export const classTeacher = teacherOf('class', (ctx, { id }) => taughtClass(ctx, id));

/**
 * A lesson with its class: of a class that the user teaches or reaches as staff, or one in which the user stands in.
 *
 * @throws Refusal 404, the same for another teacher's lesson and for none
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
