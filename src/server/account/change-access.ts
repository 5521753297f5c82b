import type { Role } from '#lib/contract/people.schema.ts';
import { actionsOfRoleAlone, roleRules, rolesOf } from '#lib/rules/people/roles.ts';
import { endAllSessions } from '../auth/end-sessions.ts';
import { audit } from '../http/audit.ts';
import type { Ctx } from '../http/ctx.ts';
import { userActionIds } from './queries.ts';

/** Who changes what somebody may do: the logged-in user, or the operator, who has no session. */
export type Actor = Pick<Ctx, 'db' | 'now'> & { session?: Ctx['session'] };

/**
 * Shuts somebody out, or lets somebody in again. Sessions and devices end at once (S16), and none of them comes back with
 * the block's end.
 *
 * @returns false where somebody had decided so before; what a start without the demo did is nobody's decision.
 */
export async function setBlock(actor: Actor, userId: number, isBlocked: boolean): Promise<boolean> {
  const changed = await actor.db
    .updateTable('users')
    // Whatever a start without the demo did: this was decided by somebody.
    .set({ is_blocked: isBlocked, closed_with_demo: false })
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('is_blocked', '=', !isBlocked), eb('closed_with_demo', '=', true)]))
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  if (isBlocked) await endAllSessions(actor.db, userId);
  await audit(actor, isBlocked ? 'user-block' : 'user-unblock', `user:${userId}`);
  return true;
}

/** @returns false where the person held the role before. */
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

/** Takes a role from somebody, whose sessions and devices end at once (S16). @returns false where it was not held. */
export async function endRole(actor: Actor, userId: number, role: Role): Promise<boolean> {
  const held = await userActionIds(actor.db, userId);
  if (!rolesOf(held).includes(role)) return false;
  await actor.db
    .deleteFrom('user_actions')
    .where('user_id', '=', userId)
    .where('action_id', 'in', actionsOfRoleAlone(role, held))
    .execute();
  await endAllSessions(actor.db, userId);
  await audit(actor, 'role-end', `user:${userId}`, { antes: { papel: roleRules[role].name } });
  return true;
}
