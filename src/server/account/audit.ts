import type { Ctx } from '../http/ctx.ts';

/** Notes what the logged-in user did to whom, such as `user:7`. */
export async function audit({ db, session, now }: Ctx, action: string, target: string): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ user_id: session.userId, action, target, at: now().toISOString(), data: null })
    .execute();
}
