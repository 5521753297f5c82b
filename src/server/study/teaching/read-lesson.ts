import type { TaughtLesson } from '#lib/contract/teaching-lessons.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { reachBy } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { lessonWindow } from '../pedagogico/lessons-ahead.ts';
import { attendanceStudents, presentVisitor, visitorsOf } from './attendance-students.ts';
import { type TaughtLessonRow, taughtLesson } from './taught-class.ts';

/** A lesson with its attendance, texts and materials, for its teacher. @throws Refusal 404 */
export const readTaughtLesson = async (ctx: Ctx, id: number): Promise<TaughtLesson> =>
  presentTaughtLesson(ctx, await taughtLesson(ctx, id));

/** As above, for a lesson already found. */
export async function presentTaughtLesson(
  { db, session, now }: Ctx,
  { lesson, class: taught }: TaughtLessonRow,
): Promise<TaughtLesson> {
  const { id } = lesson;
  // For a lesson before a hand-over, the teacher of the class at that time.
  const professor = lesson.professor_da_turma_id ?? taught.professor_user_id;
  const [chamada, visitas, materiais, places, names, reposicao, repoe] = await Promise.all([
    attendanceStudents(db, lesson, dayIn(taught.timezone, new Date(lesson.inicio))),
    visitorsOf(db, id),
    materialsOf(db, id),
    unitOf(db, taught.company_id),
    namesOf(db, [professor, lesson.professor_user_id]),
    db.selectFrom('aulas').select(['id', 'inicio']).where('repoe_aula_id', '=', id).executeTakeFirst(),
    lesson.repoe_aula_id === null
      ? undefined
      : db
          .selectFrom('aulas')
          .select(['id', 'titulo', 'inicio'])
          .where('id', '=', lesson.repoe_aula_id)
          .executeTakeFirst(),
  ]);
  const window = lessonWindow(lesson, now());
  const meets = lesson.link_reuniao ?? (lesson.tipo === 'online' ? taught.link_reuniao : null);
  const { numero, titulo, inicio, fim, tipo, conteudo, licao_de_casa, gravacao_url, chamada_em } = lesson;
  return {
    ...{ id, numero, titulo, inicio, fim, tipo, conteudo, licao_de_casa, gravacao_url, chamada_em },
    turma: { id: taught.id, nome: taught.nome, propria: taught.professor_user_id === session.userId },
    unidade: places.nome,
    timezone: taught.timezone,
    sala: lesson.sala ?? taught.sala,
    link_reuniao: window.isOpen ? meets : null,
    cancelada: lesson.cancelada_em !== null,
    professor: names.get(professor ?? 0) ?? null,
    substituto: names.get(lesson.professor_user_id ?? 0) ?? null,
    materiais,
    chamada_abre: window.opens.toISOString(),
    chamada,
    visitas: visitas.map(presentVisitor),
    pode_repor: taught.professor_user_id === session.userId || reachBy(session, ['turmas']) !== null,
    reposicao: reposicao ?? null,
    repoe: repoe ?? null,
  };
}

/** The materials of a lesson, in their order. */
const materialsOf = (db: Db, aulaId: number) =>
  db
    .selectFrom('aula_materiais')
    .select(['n', 'nome', 'mime', 'tamanho_bytes', 'enviado_em', 'url'])
    .where('aula_id', '=', aulaId)
    .orderBy('n')
    .execute();

const unitOf = (db: Db, id: number) =>
  db.selectFrom('companies').select('nome').where('id', '=', id).executeTakeFirstOrThrow();

/** Names of users by their ids. */
export async function namesOf(db: Db, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const requested = ids.flatMap((id) => (id === null ? [] : [id]));
  if (requested.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'full_name']).where('id', 'in', requested).execute();
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}
