import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { openWards, queueGuardians } from './guardian-invitation.ts';
import { queueInvitations } from './invitation.ts';

/**
 * Invites students, and the guardians of minors among them. If both have one address, only the guardian is invited at first: the
 * child's own invitation is sent after she has accepted.
 *
 * @param own the students to be mailed themselves
 */
export async function queueWelcomes(
  school: Pick<Ctx, 'now' | 'config'> & { session?: Ctx['session'] },
  tx: Db,
  ids: readonly number[],
  { own, again = false }: { own: readonly number[]; again?: boolean },
) {
  const open = await openWards(school, tx, ids);
  const guardians = await queueGuardians(school, tx, open, { again });
  const hers = new Set(open.flatMap(({ id, email_key, mailbox }) => (email_key === mailbox ? [id] : [])));
  const students = own.filter((id) => !hers.has(id));
  return {
    na_fila: await queueInvitations(school, tx, students),
    /** The number of guardians whose mail is queued now. */
    responsaveis: new Set(guardians.map(({ guardian, mailbox }) => `${guardian.cpf} ${mailbox}`)).size,
    /** The number of students whose guardian is invited in their place. */
    por_ela: own.length - students.length,
  };
}
