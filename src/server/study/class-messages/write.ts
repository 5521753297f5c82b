import type { z } from 'zod';
import type { Db } from '../../core/db/connection.ts';
import { isTeacher } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import type { TaughtClassRow } from '../teaching/taught-class.ts';
import { readersOf } from './families.ts';
import type { endThreadsInput, replyInput, sendInput } from './inputs.ts';
import { notifyFamilies, outgoingAt } from './notify-families.ts';
import {
  type FamilyThread,
  guardianNow,
  holdOpen,
  isAuthor,
  KIND,
  noticesOf,
  type ThreadRow,
  taughtMessage,
  todayOf,
} from './thread.ts';

/** Whether the school of a unit allows class messages. */
async function isOn(db: Db, escolaId: number): Promise<boolean> {
  const off = await db
    .selectFrom('notice_kinds_off')
    .select('kind')
    .where('escola_id', '=', escolaId)
    .where('kind', '=', KIND)
    .executeTakeFirst();
  return off === undefined;
}

/** @throws Refusal 409 if the school switched them off */
async function requireOn(db: Db, escolaId: number): Promise<void> {
  if (!(await isOn(db, escolaId)))
    throw conflict('A escola desligou as mensagens de professores. Fale com ela.', 'messages_off');
}

/** The recipients of a message to a class, and when it would be sent; `pode`: whether the user may write one. */
export async function readForm(ctx: Ctx, row: TaughtClassRow) {
  const { readers, sem_responsavel } = await readersOf(ctx.db, row.id, todayOf(ctx, row));
  const at = await outgoingAt(ctx, ctx.session.userId, row.timezone);
  return {
    turma: { id: row.id, nome: row.nome },
    timezone: row.timezone,
    alunos: readers.length,
    menores: readers.filter(({ com_responsavel }) => com_responsavel).length,
    sem_responsavel: sem_responsavel.map(({ nome }) => nome),
    sai_em: at > ctx.now() ? at.toISOString() : null,
    pode: mayWrite(ctx, row),
    ligado: await isOn(ctx.db, row.escola_id),
  };
}

const mayWrite = ({ session }: Ctx, { professor_user_id, status }: TaughtClassRow): boolean =>
  isTeacher(session) && professor_user_id === session.userId && status !== 'concluida';

/**
 * Sends a message to the students of an own class, once for its key.
 *
 * @throws Refusal 409 for a user who does not teach the class, for an ended or empty class, and if the school switched messages
 *   off; 422 for a lesson of another class
 */
export async function sendMessage(ctx: Ctx, row: TaughtClassRow, input: z.output<typeof sendInput>) {
  if (row.status === 'concluida')
    throw conflict('Esta turma terminou: por aqui ninguém escreve mais a ela.', 'class_over');
  if (!mayWrite(ctx, row))
    throw conflict('Só quem dá aula nesta turma escreve por aqui. A escola escreve em Mensagens.', 'not_teacher');
  await requireOn(ctx.db, row.escola_id);
  await ctx.limits.take('class-message', String(ctx.session.userId));
  const answer = await once(ctx, 'class-message', input, async (tx) => {
    const aula_id = input.aula ?? null;
    if (aula_id !== null) {
      const lesson = tx.selectFrom('aulas').select('id').where('id', '=', aula_id).where('turma_id', '=', row.id);
      if (!(await lesson.executeTakeFirst())) throw invalid('Esta aula não é desta turma.', { aula: 'De outra turma' });
    }
    const { readers } = await readersOf(tx, row.id, todayOf(ctx, row));
    if (readers.length === 0) throw conflict('Não há a quem escrever nesta turma.', 'nobody');
    const at = ctx.now().toISOString();
    const { id } = await tx
      .insertInto('class_messages')
      .values({ turma_id: row.id, aula_id, user_id: ctx.session.userId, texto: input.texto, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await tx
      .insertInto('message_threads')
      .values(
        readers.map(({ turma_aluno_id }) => ({
          ...{ message_id: id, turma_aluno_id, last_at: at },
          ...{ waits_since: null, ended_at: null, ended_by: null, reported_at: null },
        })),
      )
      .returning(['id', 'turma_aluno_id'])
      .execute();
    const threadOf = new Map(made.map((each) => [each.turma_aluno_id, each.id]));
    await notifyFamilies(
      tx,
      ctx.now(),
      readers.map((student) => ({ ...student, thread: threadOf.get(student.turma_aluno_id) ?? 0 })),
      {
        turma: row.nome,
        texto: input.texto,
        dueAt: await outgoingAt({ ...ctx, db: tx }, ctx.session.userId, row.timezone),
      },
    );
    await audit({ ...ctx, db: tx }, 'class-message', `class:${row.id}`, { depois: { alunos: readers.length } });
    return { id };
  });
  ctx.wake();
  return answer;
}

/**
 * Adds a reply of the family; a minor's reply is sent to the guardian too, and a guardian's to the student. @throws Refusal 409
 */
export async function replyToThread(ctx: Ctx, row: FamilyThread, input: z.output<typeof replyInput>) {
  const answer = await reply(ctx, row, input, row.papel);
  await markRead(ctx, row.id);
  return answer;
}

/** Adds the teacher's answer. @throws Refusal 409 for staff who did not write the message, and for an ended thread */
export async function answerThread(ctx: Ctx, row: ThreadRow, input: z.output<typeof replyInput>) {
  if (!isAuthor(ctx.session, row))
    throw conflict('Só quem escreveu a mensagem responde aqui. A escola escreve em Mensagens.', 'not_teacher');
  return reply(ctx, row, input, 'professor');
}

/** Whether a guardian reads along is decided now: the student may have come of age, or the guardian's account may be closed. */
async function reply(
  ctx: Ctx,
  row: ThreadRow,
  input: z.output<typeof replyInput>,
  papel: 'professor' | FamilyThread['papel'],
) {
  await ctx.limits.take('thread-reply', String(ctx.session.userId));
  const answer = await once(ctx, 'thread-reply', input, async (tx) => {
    const fresh = await holdOpen(tx, row, ctx.now());
    await requireOn(tx, fresh.escola_id);
    const student = await guardianNow({ ...ctx, db: tx }, fresh);
    if (student.sozinho)
      throw conflict('Nenhum responsável acompanha esta conversa agora. Fale com a escola.', 'without_guardian');
    const at = ctx.now().toISOString();
    const { id } = await tx
      .insertInto('thread_replies')
      .values({ thread_id: row.id, user_id: ctx.session.userId, papel, texto: input.texto, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const waits_since = papel === 'professor' ? null : (fresh.waits_since ?? at);
    await tx.updateTable('message_threads').set({ last_at: at, waits_since }).where('id', '=', row.id).execute();
    await notifyFamilies(tx, ctx.now(), [{ ...student, thread: row.id }], {
      ...{ turma: row.turma, texto: input.texto, reply: id },
      dueAt: await outgoingAt({ ...ctx, db: tx }, student.id, row.timezone),
      ...(papel !== 'professor' && { by: papel }),
    });
    if (papel !== 'professor' && row.user_id !== null) {
      const params = { id: row.message_id, turma: row.turma };
      await notifyStaff(tx, ctx.now(), { kind: 'resposta_da_turma', about: id, params, at: { teacher: row.user_id } });
    }
    return { id };
  });
  ctx.wake();
  return answer;
}

/** Records that the user read a thread. */
export async function markRead({ db, session, now }: Pick<Ctx, 'db' | 'session' | 'now'>, id: number) {
  await db
    .updateTable('notices')
    .set({ read_at: now().toISOString() })
    .where('user_id', '=', session.userId)
    .where(noticesOf(id))
    .where('read_at', 'is', null)
    .execute();
  return { detail: 'Lida.' };
}

/** Marks a reply that needs no answer as answered. @throws Refusal 409 for staff who did not write the message */
export async function markThreadAnswered({ db, session }: Ctx, row: ThreadRow) {
  if (!isAuthor(session, row)) throw conflict('Só quem escreveu a mensagem faz isto.', 'not_teacher');
  const { id } = row;
  await db.updateTable('message_threads').set({ waits_since: null }).where('id', '=', id).execute();
  return { id };
}

/** Ends one thread of a message, or all open ones: they can only be read from then on. */
export async function endThreads(ctx: Ctx, { id, conversa }: z.output<typeof endThreadsInput>) {
  const row = await taughtMessage(ctx, id);
  const ended_by = isAuthor(ctx.session, row) ? ('professor' as const) : ('escola' as const);
  const ended = await ctx.db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('message_threads')
      .set({ ended_at: ctx.now().toISOString(), ended_by, waits_since: null })
      .where('message_id', '=', id)
      .where('ended_at', 'is', null)
      .$if(conversa !== undefined, (query) => query.where('id', '=', conversa ?? 0))
      .returning('id')
      .execute();
    if (rows.length > 0)
      await audit({ ...ctx, db: tx }, 'thread-end', `class:${row.turma_id}`, { depois: { conversas: rows.length } });
    return rows.length;
  });
  return { encerradas: ended };
}

/** Reports a thread to the office, once. */
export async function reportThread(ctx: Ctx, row: FamilyThread) {
  await ctx.db.transaction().execute(async (tx) => {
    const first = await tx
      .updateTable('message_threads')
      .set({ reported_at: ctx.now().toISOString() })
      .where('id', '=', row.id)
      .where('reported_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!first) return;
    const params = { id: row.message_id, turma: row.turma };
    const at = { unitId: row.company_id };
    await notifyStaff(tx, ctx.now(), { kind: 'conversa_denunciada', about: row.id, params, at, isPressing: true });
  });
  ctx.wake();
  return { detail: 'A escola foi avisada e vai ler a conversa.' };
}
