import type { Ctx, Session } from '../../core/http/ctx.ts';
import { type Child, childrenOf, minorsOf } from '../../identity/family/children.ts';
import { type Enrollment, enrollmentOf, unknownEnrollment } from '../pedagogico/class.ts';

/** The own enrolment that an address names, or that of somebody whom the family sees. @throws Refusal 404 */
export const enrollmentInFamily = (ctx: Ctx, requested: { id: number }): Promise<Enrollment> =>
  enrollmentAmong(ctx, requested, childrenOf);

/** The same for acts: the guardian acts for a child under 18 alone. @throws Refusal 404 */
export const enrollmentToAct = (ctx: Ctx, requested: { id: number }): Promise<Enrollment> =>
  enrollmentAmong(ctx, requested, minorsOf);

/** The children for whom the user acts. */
export const minorIds = async (ctx: Ctx): Promise<number[]> => (await minorsOf(ctx)).map(({ id }) => id);

async function enrollmentAmong(
  ctx: Ctx,
  { id }: { id: number },
  read: (ctx: Ctx) => Promise<readonly Child[]>,
): Promise<Enrollment> {
  const own = await enrollmentOf(ctx.db, ctx.session.userId, id);
  if (own) return own;
  const children = await read(ctx);
  const theirs = await Promise.all(children.map((child) => enrollmentOf(ctx.db, child.id, id)));
  const found = theirs.find((enrollment) => enrollment !== undefined);
  if (!found) throw unknownEnrollment();
  return found;
}

/** Who acts for the student of an enrolment; null for the student. */
export const guardianActing = ({ userId }: Pick<Session, 'userId'>, { user_id }: Enrollment): number | null =>
  userId === user_id ? null : userId;
