import { sql } from 'kysely';
import type { z } from 'zod';
import { formatPhone } from '#lib/format/documents.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { auditView } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { withGuardians } from './families.ts';
import type { listInput } from './inputs.ts';
import { outgoingAt } from './notify-families.ts';
import { endOf, type FamilyThread, isAuthor, noticesOf, repliesIn, taughtMessage, todayOf, waitsAt } from './thread.ts';

/** The own messages to classes that the user still teaches, the newest first, and the number of unanswered replies. */
export async function listOwnMessages({ db, session, now }: Ctx, { limit, offset, turma }: z.output<typeof listInput>) {
  const own = db
    .selectFrom('class_messages')
    .innerJoin('turmas', 'turmas.id', 'class_messages.turma_id')
    .where('class_messages.user_id', '=', session.userId)
    .where('turmas.professor_user_id', '=', session.userId)
    .$if(turma !== undefined, (query) => query.where('turmas.id', '=', turma ?? 0));
  const [items, counted, esperam] = await Promise.all([
    own
      .select(['class_messages.id', 'class_messages.texto', 'class_messages.created_at', 'turmas.nome as turma'])
      .orderBy('class_messages.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
    countWaiting(db, session.userId, now()),
  ]);
  const states = await statesOf(
    db,
    items.map(({ id }) => id),
    now(),
  );
  return {
    items: items.map((item) => ({ ...item, ...(states.get(item.id) ?? { alunos: 0, lidas: 0, esperam: 0 }) })),
    total: Number(counted.total),
    esperam,
    limit,
    offset,
  };
}

/** The number of threads that wait for an answer of this teacher. */
async function countWaiting(db: Db, userId: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('message_threads')
    .innerJoin('class_messages', 'class_messages.id', 'message_threads.message_id')
    .innerJoin('turmas', 'turmas.id', 'class_messages.turma_id')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'message_threads.turma_aluno_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('class_messages.user_id', '=', userId)
    .where('turmas.professor_user_id', '=', userId)
    .where(waitsAt(now))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether the notice of a thread's message was read, by the student or a guardian. */
const isRead = sql<number>`(case when exists (select 1 from notices where notices.chave like 'mensagem_da_turma:%'
  and notices.chave = 'mensagem_da_turma:' || cast(message_threads.id as text) and notices.read_at is not null)
  then 1 else 0 end)`;

async function statesOf(db: Db, messageIds: readonly number[], now: Date) {
  if (messageIds.length === 0) return new Map<number, { alunos: number; lidas: number; esperam: number }>();
  const rows = await db
    .selectFrom('message_threads')
    .innerJoin('class_messages', 'class_messages.id', 'message_threads.message_id')
    .innerJoin('turmas', 'turmas.id', 'class_messages.turma_id')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'message_threads.turma_aluno_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['message_id', sql<number>`count(*)`.as('alunos'), sql<number>`sum(${isRead})`.as('lidas')])
    .select(sql<number>`sum(case when ${waitsAt(now)} then 1 else 0 end)`.as('esperam'))
    .where('message_id', 'in', messageIds)
    .groupBy('message_id')
    .execute();
  return new Map(
    rows.map(({ message_id, alunos, lidas, esperam }) => [
      message_id,
      { alunos: Number(alunos), lidas: Number(lidas), esperam: Number(esperam) },
    ]),
  );
}

/** A push or mail not delivered within this time counts as not delivered. */
const MAX_WAIT_MS = HOUR_MS;

/** A message with its readers and their replies. A view by the office is logged. @throws Refusal 404 */
export async function readMessage(ctx: Ctx, id: number) {
  const { db, session, now } = ctx;
  const { professor_user_id, user_id, company_id: _, turma_status, ...row } = await taughtMessage(ctx, id);
  const isOwn = isAuthor(session, { professor_user_id, user_id });
  if (!isOwn) await auditView(ctx, 'class-message-read', `class:${row.turma_id}`);
  const threads = await withGuardians(db, await threadsOf(db, id), todayOf(ctx, row));
  const accounts = await phonesOf(
    db,
    threads.flatMap(({ conta }) => conta ?? []),
  );
  const replies = Map.groupBy(
    await repliesIn(
      db,
      threads.map(({ thread }) => thread),
    ),
    ({ thread_id }) => thread_id,
  );
  const at = now();
  const written = { ...ctx, now: () => new Date(row.created_at) };
  const wentOut = threads[0] && (await outgoingAt(written, threads[0].id, row.timezone));
  const isLate = wentOut !== undefined && wentOut.getTime() + MAX_WAIT_MS <= at.getTime();
  const conversas = threads.map(({ lida, chegou, ...each }) => {
    const encerrada = endOf({ ...each, user_id, professor_user_id, turma_status }, at);
    const phone = each.com_responsavel ? (guardianPhone(each) ?? accounts.get(each.conta ?? 0) ?? null) : each.phone;
    return {
      ...{ id: each.thread, aluno: each.aluno, aluno_id: each.id, com_responsavel: each.com_responsavel },
      ...{ lida: Boolean(lida), espera: each.waits_since !== null && encerrada === null, encerrada },
      sem_aviso: isLate && !lida && !chegou,
      // Only the office sees telephones; for a minor, the guardian's.
      telefone: isOwn || phone === null ? null : formatPhone(phone),
      // The author of the message does not see who reported it.
      denunciada: !isOwn && each.reported_at !== null,
      respostas: replies.get(each.thread) ?? [],
    };
  });
  return {
    ...row,
    propria: isOwn,
    alunos: conversas.length,
    lidas: conversas.filter(({ lida }) => lida).length,
    conversas,
  };
}

const guardianPhone = ({ guardian }: { guardian: string | null }): string | null =>
  (JSON.parse(guardian ?? '{}') as { phone?: string }).phone || null;

async function phonesOf(db: Db, ids: readonly number[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'phone']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, phone }) => [id, phone]));
}

const threadsOf = (db: Db, messageId: number) =>
  db
    .selectFrom('message_threads')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'message_threads.turma_aluno_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['message_threads.id as thread', 'users.id', 'users.full_name as aluno', 'users.phone'])
    .select(['users.birth_date', 'users.guardian', 'users.is_blocked', 'turma_alunos.status as aluno_status'])
    .select(['message_threads.last_at', 'message_threads.waits_since'])
    .select(['message_threads.ended_at', 'message_threads.ended_by', 'message_threads.reported_at'])
    .select([isRead.as('lida'), hasArrived.as('chegou')])
    .where('message_threads.message_id', '=', messageId)
    .orderBy('users.full_name')
    .orderBy('message_threads.id')
    .execute();

/** Whether a push or mail of the message reached the student or the guardian. */
const hasArrived = sql<number>`(case when exists (select 1 from deliveries
    join notices on notices.id = deliveries.notice_id
    where notices.chave like 'mensagem_da_turma:%'
    and notices.chave = 'mensagem_da_turma:' || cast(message_threads.id as text)
    and deliveries.status in ('aceita', 'mostrada', 'clicada'))
  or exists (select 1 from deliveries where deliveries.target = 'mail'
    and deliveries.key = 'mensagem_da_turma:' || cast(message_threads.id as text) and deliveries.status = 'aceita')
  then 1 else 0 end)`;

/** A thread for its student or guardian. */
export async function readThread({ db, session, now }: Ctx, row: FamilyThread) {
  const [respostas, unread] = await Promise.all([
    repliesIn(db, [row.id]),
    db
      .selectFrom('notices')
      .select('id')
      .where('user_id', '=', session.userId)
      .where(noticesOf(row.id))
      .where('read_at', 'is', null)
      .executeTakeFirst(),
  ]);
  return {
    ...{ id: row.id, turma: row.turma, turma_id: row.turma_id, texto: row.texto, created_at: row.created_at },
    professor: row.professor,
    aluno: row.aluno,
    papel: row.papel,
    com_responsavel: row.com_responsavel,
    timezone: row.timezone,
    encerrada: endOf(row, now()),
    denunciada: row.reported_at !== null,
    nova: unread !== undefined,
    respostas,
  };
}
