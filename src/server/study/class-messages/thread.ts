import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { type ThreadEnd, type ThreadLife, threadEnd, threadsSince } from '#lib/rules/teaching/thread-end.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { locked } from '../../core/db/locking.ts';
import { within } from '../../core/db/reach.ts';
import { isTeacher, reachBy } from '../../core/http/access.ts';
import type { Ctx, Session } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { keyOf } from '../../messages/inbox/notify.ts';
import type { Schema } from '../../tables.ts';
import { withGuardians } from './families.ts';

/** The kind of the notices of messages and replies. A school that switches it off has no class messages. */
export const KIND = 'mensagem_da_turma';

const MISSING = 'Não encontramos esta mensagem entre as suas.';

/** Messages with their class and unit. */
const messages = (db: Db) =>
  db
    .selectFrom('class_messages')
    .innerJoin('turmas', 'turmas.id', 'class_messages.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .leftJoin('users as autor', 'autor.id', 'class_messages.user_id')
    .select(['class_messages.id', 'class_messages.turma_id', 'class_messages.aula_id', 'class_messages.user_id'])
    .select(['class_messages.texto', 'class_messages.created_at', 'turmas.nome as turma', 'turmas.company_id'])
    .select(['turmas.professor_user_id', 'companies.timezone', 'autor.full_name as professor'])
    .select('turmas.status as turma_status');

/** Threads with their message, student, class and unit. */
const threads = (db: Db) =>
  db
    .selectFrom('message_threads')
    .innerJoin('class_messages', 'class_messages.id', 'message_threads.message_id')
    .innerJoin('turmas', 'turmas.id', 'class_messages.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'message_threads.turma_aluno_id')
    .innerJoin('users as aluno', 'aluno.id', 'turma_alunos.user_id')
    .leftJoin('users as autor', 'autor.id', 'class_messages.user_id')
    .select(['message_threads.id', 'message_threads.message_id', 'companies.escola_id'])
    .select(['message_threads.last_at', 'message_threads.waits_since', 'message_threads.reported_at'])
    .select(['message_threads.ended_at', 'message_threads.ended_by', 'class_messages.user_id', 'class_messages.texto'])
    .select(['class_messages.created_at', 'turmas.id as turma_id', 'turmas.nome as turma', 'turmas.company_id'])
    .select(['turmas.professor_user_id', 'companies.timezone', 'autor.full_name as professor'])
    .select(['aluno.id as aluno_id', 'aluno.full_name as aluno', 'aluno.birth_date', 'aluno.guardian'])
    .select(['turmas.status as turma_status', 'turma_alunos.status as aluno_status', 'aluno.is_blocked']);
export type ThreadRow = Awaited<ReturnType<ReturnType<typeof threads>['executeTakeFirstOrThrow']>>;

/** Whether the user is the author and still teaches the class. */
export const isAuthor = (session: Session, row: Teaches): boolean =>
  isTeacher(session) && row.user_id === session.userId && row.professor_user_id === session.userId;

/** The id of no user. */
const NOBODY = -1;

/** Whether the user is the author and teaches the class, or has the right to classes in its unit. Substitutes may not read. */
const mayRead = ({ session }: Ctx) => {
  const reach = reachBy(session, ['turmas']);
  return { own: isTeacher(session) ? session.userId : NOBODY, inUnit: reach && within(reach) };
};

/** A message that the user wrote, or that is in the reach of staff with the right to classes. @throws Refusal 404 */
export async function taughtMessage(ctx: Ctx, id: number) {
  const { own, inUnit } = mayRead(ctx);
  const found = messages(ctx.db).where('class_messages.id', '=', id);
  const row = await found
    .where('class_messages.user_id', '=', own)
    .where('turmas.professor_user_id', '=', own)
    .executeTakeFirst();
  const readable = row ?? (inUnit && (await found.$call(inUnit).executeTakeFirst()));
  if (!readable) throw notFound(MISSING);
  return readable;
}

/** A thread of such a message. @throws Refusal 404 */
export async function taughtThread(ctx: Ctx, id: number): Promise<ThreadRow> {
  const row = await threads(ctx.db).where('message_threads.id', '=', id).executeTakeFirst();
  if (!row) throw notFound(MISSING);
  await taughtMessage(ctx, row.message_id);
  return row;
}

/** Threads of students who are in the class now, the newest first. */
export const threadsOfStudents = (db: Db, ids: readonly number[]): Promise<ThreadRow[]> =>
  threads(db).where('aluno.id', 'in', ids).where(isInClass).orderBy('message_threads.id', 'desc').execute();

/** The user's role in a thread. */
export type FamilyThread = ThreadRow & { papel: 'aluno' | 'responsavel'; com_responsavel: boolean };

/** A thread of the user, who is in the class now, or of a minor in it whose guardian the user is. @throws Refusal 404 */
export async function familyThread(ctx: Ctx, id: number): Promise<FamilyThread> {
  const row = await threads(ctx.db).where('message_threads.id', '=', id).where(isInClass).executeTakeFirst();
  if (!row) throw notFound(MISSING);
  const { com_responsavel, conta } = await guardianNow(ctx, row);
  if (row.aluno_id === ctx.session.userId) return { ...row, com_responsavel, papel: 'aluno' };
  if (com_responsavel && conta === ctx.session.userId) return { ...row, com_responsavel, papel: 'responsavel' };
  throw notFound(MISSING);
}

/** The student of a thread, with the current guardian as a reader. */
export async function guardianNow(ctx: Pick<Ctx, 'config' | 'now'> & { db: Db }, row: ThreadRow) {
  const { aluno_id, aluno, birth_date, guardian } = row;
  const student = { id: aluno_id, full_name: aluno, birth_date, guardian };
  const [found] = await withGuardians(ctx.db, [student], todayOf(ctx, row));
  if (!found) throw notFound(MISSING);
  return found;
}

/** The day of the unit. */
export const todayOf = ({ config, now }: Pick<Ctx, 'config' | 'now'>, { timezone }: { timezone: string }): string =>
  dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), now());

/** Why a thread has ended; null: it is open. */
export const endOf = (row: Life, now: Date): ThreadEnd | null =>
  threadEnd(
    {
      ...row,
      isTaught: row.user_id !== null && row.professor_user_id === row.user_id,
      isInClass: row.aluno_status === 'ativa' && !row.is_blocked,
      isOver: row.turma_status === 'concluida',
    },
    now,
  );
interface Teaches {
  user_id: number | null;
  professor_user_id: number | null;
}
interface Life extends Teaches, Pick<ThreadLife, 'ended_at' | 'ended_by' | 'last_at'> {
  turma_status: Schema['turmas']['status'];
  aluno_status: Schema['turma_alunos']['status'];
  is_blocked: boolean;
}

/** The condition for threads with an unanswered reply that are open, for queries with `turma_alunos`, `users` and `turmas`. */
export const waitsAt = (now: Date): Expression<SqlBool> => {
  const { and, eb } = expressionBuilder<Schema, 'message_threads' | 'turma_alunos' | 'users' | 'turmas'>();
  return and([
    eb('message_threads.waits_since', 'is not', null),
    eb('message_threads.ended_at', 'is', null),
    eb('message_threads.last_at', '>', threadsSince(now)),
    eb('turmas.status', '<>', 'concluida'),
    isInClass,
    eb('users.is_blocked', '=', false),
  ]);
};

/** Locks a thread for writing. @returns its current row @throws Refusal 409 for an ended thread */
export async function holdOpen(tx: Db, row: ThreadRow, now: Date): Promise<ThreadRow> {
  await locked(tx, tx.selectFrom('message_threads').select('id').where('id', '=', row.id), 'update').execute();
  const fresh = await threads(tx).where('message_threads.id', '=', row.id).executeTakeFirstOrThrow();
  if (endOf(fresh, now) !== null)
    throw conflict('Esta conversa foi encerrada. Fale com a escola pelo atendimento.', 'thread_ended');
  return fresh;
}

/** The notices of a thread's texts. */
export const noticesOf = (id: number) => {
  const { or, eb } = expressionBuilder<Schema, 'notices'>();
  return or([eb('chave', '=', keyOf(KIND, id)), eb('chave', 'like', `${keyOf(KIND, id)}:%`)]);
};

/** The replies in threads, in order. */
export const repliesIn = (db: Db, threadIds: readonly number[]) =>
  threadIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('thread_replies')
        .innerJoin('users', 'users.id', 'thread_replies.user_id')
        .select(['thread_replies.id', 'thread_replies.thread_id', 'thread_replies.papel', 'thread_replies.texto'])
        .select(['thread_replies.created_at', 'users.full_name as autor'])
        .where('thread_replies.thread_id', 'in', threadIds)
        .orderBy('thread_replies.id')
        .execute();
