import { people } from '../db/people.ts';
import { audit } from '../http/audit.ts';
import type { Ctx, School } from '../http/ctx.ts';
import { type FactorDeed, factorMail } from './mails.ts';
import { queueMail } from './queue-mail.ts';

type Teller = Pick<School, 'db' | 'now' | 'config' | 'papers'> & Partial<Pick<Ctx, 'session'>>;

/** Notes a change of a person's second factor and tells its owner by mail. @param ctx inside a transaction */
export async function tellOfFactor(ctx: Teller, userId: number, deed: FactorDeed): Promise<void> {
  await audit(ctx, deed, `user:${userId}`);
  const { email, full_name, marca } = await people(ctx.db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.email', 'users.full_name', 'schools.marca'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const mail = await factorMail(ctx, { to: email, name: full_name, brand: marca ?? 'knn', deed });
  await queueMail(ctx.db, 'factor', mail, ctx.now());
}
