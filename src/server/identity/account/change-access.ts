import type { Role } from '#lib/contract/people-team.schema.ts';
import { actionsOfRoleAlone, roleRules, rolesOf } from '#lib/rules/people/roles.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { endRemindersOf } from '../../money/finance/end-reminders.ts';
import { endAllSessions } from '../auth/session.ts';
import { userActionIds } from './queries.ts';

/** Who changes a person's access: the logged-in user, or the operator, without a session. */
export type Actor = Pick<Ctx, 'db' | 'now'> & { session?: Ctx['session'] };

/**
 * Blocks or unblocks a person. Sessions and devices end at once (S16), and so do queued reminders of bills; unblocking restores
 * none of them.
 *
 * @returns false if the person was already in that state; a block by a start without the demo does not count.
 */
export async function setBlock(actor: Actor, userId: number, isBlocked: boolean): Promise<boolean> {
  const changed = await actor.db
    .updateTable('users')
    // From now on a person's decision, even if a start without the demo had blocked the account.
    .set({ is_blocked: isBlocked, closed_with_demo: false, own_data_only: false })
    .where('id', '=', userId)
    .where(({ or, eb }) =>
      or([eb('is_blocked', '=', !isBlocked), eb('closed_with_demo', '=', true), eb('own_data_only', '=', true)]),
    )
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  if (isBlocked) {
    await endAllSessions(actor.db, userId);
    await endRemindersOf(actor.db, userId, actor.now());
  }
  await audit(actor, isBlocked ? 'user-block' : 'user-unblock', `user:${userId}`);
  return true;
}

/**
 * Limits the access when the course ends: the person can still log in to export the own data or request erasure (0006).
 *
 * @returns false if the person was already blocked; the block stays.
 */
export async function endAccess(actor: Actor, userId: number): Promise<boolean> {
  const open = actor.db.selectFrom('users').select('id').where('id', '=', userId).where('is_blocked', '=', false);
  if (!(await open.executeTakeFirst()) || !(await setBlock(actor, userId, true))) return false;
  await actor.db.updateTable('users').set({ own_data_only: true }).where('id', '=', userId).execute();
  return true;
}

/** @returns false if the person already has the role. */
export async function giveRole(actor: Actor, userId: number, role: Role): Promise<boolean> {
  const held = await userActionIds(actor.db, userId);
  const missing = roleRules[role].actions.filter((id) => !held.includes(id));
  if (missing.length === 0) return false;
  await actor.db
    .insertInto('user_actions')
    .values(missing.map((action_id) => ({ user_id: userId, action_id })))
    .onConflict((known) => known.columns(['user_id', 'action_id']).doNothing())
    .execute();
  await audit(actor, 'role-give', `user:${userId}`, { depois: { papel: roleRules[role].name } });
  return true;
}

/** Takes a role from a person. Sessions and devices end at once (S16). @returns false if the person lacks the role. */
export async function endRole(actor: Actor, userId: number, role: Role): Promise<boolean> {
  const held = await userActionIds(actor.db, userId);
  if (!rolesOf(held).includes(role)) return false;
  await actor.db
    .deleteFrom('user_actions')
    .where('user_id', '=', userId)
    .where('action_id', 'in', actionsOfRoleAlone(role, held))
    .execute();
  if (role !== 'professor') await actor.db.deleteFrom('staff_rights').where('user_id', '=', userId).execute();
  await endAllSessions(actor.db, userId);
  await audit(actor, 'role-end', `user:${userId}`, { antes: { papel: roleRules[role].name } });
  return true;
}
