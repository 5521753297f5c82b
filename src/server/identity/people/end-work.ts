import type { z } from 'zod';
import type { Role } from '#lib/contract/people-team.schema.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { forbidden } from '../../core/http/refusal.ts';
import { handOver, requireNoDuties } from '../../study/teaching/hand-over.ts';
import type { handOverClassesInput } from '../../study/teaching/inputs.ts';
import { endRole } from '../account/change-access.ts';
import { changeAccess } from './access.ts';
import { readTeamMember } from './team.ts';

/** Sorts the teacher's role first, because ending it may be refused: then nothing has ended yet. */
const teachingFirst = (one: Role, other: Role) => Number(other === 'professor') - Number(one === 'professor');

/**
 * Ends all work of a person for the school: hands over the classes in the input, then ends each role, and with the last one the
 * sessions.
 *
 * @throws Refusal 403 for oneself and for people with more rights, 404; for the classes as `handOver`; 409 if some are left
 */
export async function endWork(ctx: Ctx, input: z.output<typeof handOverClassesInput>) {
  const { id, turmas, aulas } = input;
  const { papeis, por_que_nao } = await readTeamMember(ctx, id);
  if (por_que_nao !== null) throw forbidden(por_que_nao);
  if (turmas.length + aulas.length > 0) await handOver(ctx, input);
  for (const papel of papeis.map((each) => each.papel).toSorted(teachingFirst)) {
    await changeAccess(ctx, id, async (actor) => {
      if (papel === 'professor') await requireNoDuties({ ...ctx, db: actor.db }, id);
      return endRole(actor, id, papel);
    });
  }
  return {};
}
