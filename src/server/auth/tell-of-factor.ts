import { people } from '../db/people.ts';
import { audit } from '../http/audit.ts';
import type { School, Session } from '../http/ctx.ts';
import type { Mail } from '../ports/mail.ts';
import { type FactorDeed, factorMail } from './mails.ts';
import { queueMail } from './queue-mail.ts';

type Drawer = Pick<School, 'db' | 'config' | 'papers'>;
/** Without a session the operator acts. */
type Noter = Pick<School, 'db' | 'now'> & { session?: Pick<Session, 'userId'> };

/** Notes a change of a person's second factor and tells its owner by mail. @param ctx inside a transaction */
export async function tellOfFactor(ctx: Drawer & Noter, userId: number, deed: FactorDeed): Promise<void> {
  await noteFactor(ctx, userId, deed, await drawFactorMail(ctx, userId, deed));
}

/** The mail that tells a person of a change of the second factor. */
export async function drawFactorMail(ctx: Drawer, userId: number, deed: FactorDeed): Promise<Mail> {
  const { email, full_name, marca } = await people(ctx.db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.email', 'users.full_name', 'schools.marca'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return factorMail(ctx, { to: email, name: full_name, brand: marca ?? 'knn', deed });
}

/** Notes a change and queues its mail. @param ctx inside a transaction */
export async function noteFactor(ctx: Noter, userId: number, deed: FactorDeed, mail: Mail): Promise<void> {
  await audit(ctx, deed, `user:${userId}`);
  await queueMail(ctx.db, 'factor', mail, ctx.now());
}
