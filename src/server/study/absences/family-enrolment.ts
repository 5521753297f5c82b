import type { Ctx, Session } from '../../core/http/ctx.ts';
import { type Child, childrenOf, minorsOf } from '../../identity/family/children.ts';
import { type Enrolment, enrolmentOf, unknownEnrolment } from '../pedagogico/class.ts';

/** The own enrolment that an address names, or that of somebody whom the family sees. @throws Refusal 404 */
export const enrolmentInFamily = (ctx: Ctx, asked: { id: number }): Promise<Enrolment> =>
  enrolmentAmong(ctx, asked, childrenOf);

/** The same for acts: the guardian acts for a child under 18 alone. @throws Refusal 404 */
export const enrolmentToAct = (ctx: Ctx, asked: { id: number }): Promise<Enrolment> =>
  enrolmentAmong(ctx, asked, minorsOf);

/** The children for whom the user acts. */
export const minorIds = async (ctx: Ctx): Promise<number[]> => (await minorsOf(ctx)).map(({ id }) => id);

async function enrolmentAmong(
  ctx: Ctx,
  { id }: { id: number },
  read: (ctx: Ctx) => Promise<readonly Child[]>,
): Promise<Enrolment> {
  const own = await enrolmentOf(ctx.db, ctx.session.userId, id);
  if (own) return own;
  const children = await read(ctx);
  const theirs = await Promise.all(children.map((child) => enrolmentOf(ctx.db, child.id, id)));
  const found = theirs.find((enrolment) => enrolment !== undefined);
  if (!found) throw unknownEnrolment();
  return found;
}

/** Who acts for the student of an enrolment; null for the student. */
export const guardianActing = ({ userId }: Pick<Session, 'userId'>, { user_id }: Enrolment): number | null =>
  userId === user_id ? null : userId;
