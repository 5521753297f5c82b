import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, forbidden } from '../../core/http/refusal.ts';
import { endAllSessions } from '../auth/end-sessions.ts';
import { clearFactors } from '../auth/factors.ts';
import { readTeamMember } from './team.ts';

/**
 * Takes the second factors of a colleague away, who lost them. That person is told by mail, and every session ends.
 *
 * @throws Refusal 403 for oneself and for people with more rights, 404, 409 for somebody without a factor
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
