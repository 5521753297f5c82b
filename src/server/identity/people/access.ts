import { roleRules, rolesOf } from '#lib/rules/people/roles.ts';
import { whyNotManage } from '#lib/rules/people/team.ts';
import { reachesPerson } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, forbidden, notFound } from '../../core/http/refusal.ts';
import type { Actor } from '../account/change-access.ts';
import { clearFactors } from '../auth/factors.ts';
import { endAllSessions } from '../auth/session.ts';
import { personOf } from './person-rights.ts';
import { accessOf } from './queries.ts';
import { readTeamMember } from './team.ts';

/** Whether a person of the user's school is blocked, and the person's roles. @throws Refusal 404 */
export async function readAccess(ctx: Pick<Ctx, 'db' | 'session' | 'reach'>, id: number) {
  if (!(await reachesPerson(ctx.db, ctx.reach, id))) throw notFound();
  const { isBlocked, ownDataOnly, actionIds } = await accessOf(ctx.db, id);
  return {
    bloqueado: isBlocked,
    // Limited by the end of the course to the own data.
    so_dados: ownDataOnly,
    papeis: rolesOf(actionIds).map((papel) => ({ papel, nome: roleRules[papel].name })),
    // Why the logged-in manager cannot change the access.
    por_que_nao: whyNotManage(ctx.session, await personOf(ctx.db, id)),
  };
}

/**
 * Changes the access of a person of the user's school, with a log entry.
 *
 * @throws Refusal 404 for a person of another school, 403 for oneself and, unless an admin calls, for the management
 */
export async function changeAccess(ctx: Ctx, id: number, change: (actor: Actor) => Promise<boolean>) {
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const { por_que_nao: reason } = await readAccess(within, id);
    if (reason) throw forbidden(reason);
    await change(within);
    return readAccess(within, id);
  });
}

/**
 * Removes the second factors of a colleague who lost them. That person is notified by mail, and every session ends.
 *
 * @throws Refusal 403 for oneself and for people with more rights, 404, 409 for a person without a second factor
 */
export async function resetFactors(ctx: Ctx, id: number) {
  const member = await readTeamMember(ctx, id);
  if (member.por_que_nao) throw forbidden(member.por_que_nao);
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    if (!(await clearFactors(within, id))) throw conflict('Esta pessoa não tem segundo fator.');
    await endAllSessions(tx, id);
    return readTeamMember(within, id);
  });
  ctx.wake();
  return answer;
}
