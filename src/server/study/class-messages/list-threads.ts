import { clip } from '#lib/format/text.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { childrenOf } from '../../identity/family/children.ts';
import { endOf, guardianNow, KIND, threadsOfStudents } from './thread.ts';

const SHOWN = 80;

/**
 * Open threads of the user, and of children whose guardian the user is; for each class and student the newest. `desligadas`:
 * their schools that switched messages off, where nobody answers.
 */
export async function listOwnThreads(ctx: Ctx) {
  const { db, session, now } = ctx;
  const [children, related] = await Promise.all([childrenOf(ctx), relatedTo(db, session.userId)]);
  const students = [...new Set([session.userId, ...children.map(({ id }) => id), ...related])];
  const [rows, desligadas] = await Promise.all([threadsOfStudents(db, students), schoolsWithout(db, students)]);
  const open = rows.filter((row) => !desligadas.includes(row.escola_id) && endOf(row, now()) === null);
  const newest = [...Map.groupBy(open, ({ turma_id, aluno_id }) => `${turma_id} ${aluno_id}`).values()];
  const readable = newest.map(async ([row]) => {
    if (!row) return [];
    const isOwn = row.aluno_id === session.userId;
    const guardian = isOwn ? null : await guardianNow(ctx, row);
    if (guardian && !(guardian.com_responsavel && guardian.conta === session.userId)) return [];
    const { id, turma, professor, aluno, texto, created_at } = row;
    return [{ id, turma, professor, aluno: isOwn ? null : aluno, texto: clip(texto, SHOWN), created_at }];
  });
  return { conversas: (await Promise.all(readable)).flat(), desligadas };
}

/** People with an account linked to the user's: `guardianNow` decides for whom the user is the guardian. */
async function relatedTo(db: Db, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('related_users').select('user_id').where('related_user_id', '=', userId).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Schools with these students' classes that switched messages off. */
async function schoolsWithout(db: Db, students: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('notice_kinds_off', 'notice_kinds_off.escola_id', 'companies.escola_id')
    .select('notice_kinds_off.escola_id')
    .distinct()
    .where('notice_kinds_off.kind', '=', KIND)
    .where('turma_alunos.user_id', 'in', students)
    .where(isInClass)
    .execute();
  return rows.map(({ escola_id }) => escola_id);
}
