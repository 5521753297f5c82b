import type { Ctx, Session } from '../../core/http/ctx.ts';
import { childrenOf } from '../../identity/family/children.ts';
import { type Enrolment, enrolmentOf, unknownEnrolment } from '../pedagogico/class.ts';

/** The own enrolment that an address names, or that of a child of the guardian who asks. @throws Refusal 404 */
export async function enrolmentInFamily(ctx: Ctx, { id }: { id: number }): Promise<Enrolment> {
  const own = await enrolmentOf(ctx.db, ctx.session.userId, id);
  if (own) return own;
  const children = await childrenOf(ctx);
  const theirs = await Promise.all(children.map((child) => enrolmentOf(ctx.db, child.id, id)));
  const found = theirs.find((enrolment) => enrolment !== undefined);
  if (!found) throw unknownEnrolment();
  return found;
}

/** Who acts for the student of an enrolment; null for the student. */
export const guardianActing = ({ userId }: Pick<Session, 'userId'>, { user_id }: Enrolment): number | null =>
  userId === user_id ? null : userId;
