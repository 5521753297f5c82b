import type { Ctx } from '../../core/http/ctx.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { enrollLead } from '../../school/leads/enroll-lead.ts';
import { queueWelcomes } from '../auth/queue-welcomes.ts';
import type { StudentData } from './add-students.ts';

interface Wishes {
  contato_id?: number | null;
  convidar?: boolean;
}

/** Actions requested together with a new student, as a proposal stores them until it is decided. */
export const storedWishes = ({ contato_id, convidar }: Wishes): Record<string, string> => ({
  ...(contato_id && { contato_id: String(contato_id) }),
  ...(convidar && { convidar: 'sim' }),
});

/**
 * Does the requested actions of a proposal, inside the transaction that decides it: the lead becomes the student, and a student
 * who never logged in is invited, and so is the guardian of a minor. The person who requested it had the right at that time. A
 * lead that was enrolled or deleted meanwhile does not block the decision.
 *
 * @param ctx `db` is the transaction
 */
export async function doWishes(ctx: Ctx, data: StudentData, userId: number, escolaId: number | null): Promise<void> {
  const { db: tx } = ctx;
  if (data.contato_id) {
    const reach = { escolaId, units: null };
    await enrollLead({ ...ctx, reach }, tx, Number(data.contato_id), userId).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      ctx.log.info({ reason: error.code ?? error.status }, 'a contact does not become the student');
    });
  }
  if (!data.convidar) return;
  const { email, last_seen_at } = await tx
    .selectFrom('users')
    .select(['email', 'last_seen_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await queueWelcomes(ctx, tx, [userId], { own: email && last_seen_at === null ? [userId] : [] });
}
