import type { Caller } from '#lib/api/request.ts';
import { people } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { School, Session } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import type { Mail } from '../../core/ports/mail.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { type AccessDeed, accessMail } from './mails.ts';

/** Without a caller the operator is acting. */
type Drawer = Pick<School, 'db' | 'config'> & { caller?: Caller };
/** Without a session the operator is acting. */
type Noter = Pick<School, 'db' | 'now'> & { session?: Pick<Session, 'userId'> };

/** Records a change of a person's access, and notifies the person by mail. @param ctx inside a transaction */
export async function notifyOfAccess(ctx: Drawer & Noter, userId: number, deed: AccessDeed): Promise<void> {
  await noteAccess(ctx, userId, deed, await drawAccessMail(ctx, userId, deed));
}

/** The mail that notifies a person of a change of their own access. */
export async function drawAccessMail(ctx: Drawer, userId: number, deed: AccessDeed): Promise<Mail> {
  const { email, full_name, marca } = await people(ctx.db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.email', 'users.full_name', 'schools.marca'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const { caller, config } = ctx;
  const brand = marca ?? (caller ? brandOfHost({ caller, config }) : 'knn');
  return accessMail(ctx, { to: email, name: full_name, brand, deed });
}

/** Records a change and queues its mail. @param ctx inside a transaction */
export async function noteAccess(ctx: Noter, userId: number, deed: AccessDeed, mail: Mail): Promise<void> {
  await audit(ctx, deed, `user:${userId}`);
  if (mail.to) await queueMail(ctx.db, 'access', mail, ctx.now());
}
