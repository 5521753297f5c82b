import type { Ctx, Session } from '../../core/http/ctx.ts';
import { type Child, childrenOf, minorsOf } from '../../identity/family/children.ts';
import { type Enrollment, enrollmentOf, unknownEnrollment } from '../pedagogico/class.ts';

/** The user's enrolment that an address names, or that of a person visible to the family. @throws Refusal 404 */
export const enrollmentInFamily = (ctx: Ctx, requested: { id: number }): Promise<Enrollment> =>
  enrollmentAmong(ctx, requested, childrenOf);

/** As above, for actions: a guardian acts only for a child under 18. @throws Refusal 404 */
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

/** The guardian who acts for the student of an enrolment; null if the student acts. */
export const guardianActing = ({ userId }: Pick<Session, 'userId'>, { user_id }: Enrollment): number | null =>
  userId === user_id ? null : userId;
