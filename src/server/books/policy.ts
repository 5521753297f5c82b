import { isAdmin, isManager } from '../http/access.ts';
import type { Db, Session } from '../http/ctx.ts';
import { notFound } from '../http/refusal.ts';

/** Own books, a manager's own school, or an admin; anybody else's user does not exist (ROLE-08, MANAGER-08). */
export async function requireBooksOf(db: Db, session: Session, userId: number): Promise<void> {
  if (session.userId === userId) return;
  if (session.scope !== 'full' || !(isManager(session) || isAdmin(session))) throw notFound();
  if (isAdmin(session)) return;
  const owner = await db
    .selectFrom('users')
    .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .innerJoin('companies', 'companies.id', 'drive_users.company_id')
    .select('companies.escola_id')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!owner || owner.escola_id !== session.escolaId) throw notFound();
}
