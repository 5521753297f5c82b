import { clip } from '#lib/format/text.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { childrenOf } from '../../identity/family/children.ts';
import { endOf, guardianNow, threadsOfStudents } from './thread.ts';

const SHOWN = 80;

/** Open threads of the user, and of children whose threads the user reads; of each class and student the newest. */
export async function listOwnThreads(ctx: Ctx) {
  const { db, session, now } = ctx;
  const children = await childrenOf(ctx);
  const rows = await threadsOfStudents(db, [session.userId, ...children.map(({ id }) => id)]);
  const open = rows.filter((row) => endOf(row, now()) === null);
  const newest = [...Map.groupBy(open, ({ turma_id, aluno_id }) => `${turma_id} ${aluno_id}`).values()];
  const readable = newest.map(async ([row]) => {
    if (!row) return [];
    const isOwn = row.aluno_id === session.userId;
    if (!isOwn && (await guardianNow(ctx, row)).conta !== session.userId) return [];
    const { id, turma, professor, aluno, texto, created_at } = row;
    return [{ id, turma, professor, aluno: isOwn ? null : aluno, texto: clip(texto, SHOWN), created_at }];
  });
  return (await Promise.all(readable)).flat();
}
