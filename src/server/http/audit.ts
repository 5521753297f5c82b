import type { Ctx } from './ctx.ts';

/** Values by field name: only what changed. */
export type Values = Readonly<Record<string, string | number | boolean | null>>;

export interface Deed {
  /** The person concerned; left out: the person that the target names. */
  about?: number | null;
  antes?: Values;
  depois?: Values;
}

/**
 * Notes an action of the logged-in user, its subject (such as `user:7`), and the change. Without a session the actor is
 * the operator, by a command, or the person who opened a link of a mail (`BY_LINK`). The caller masks values that a log
 * should not spread (a CPF).
 */
export async function audit(
  { db, session, now }: Pick<Ctx, 'db' | 'now'> & Partial<Pick<Ctx, 'session'>>,
  action: string,
  target: string,
  { about, antes, depois }: Deed = {},
): Promise<void> {
  const named = /^user:(\d{1,9})$/.exec(target)?.[1];
  await db
    .insertInto('audit_log')
    .values({
      user_id: session?.userId ?? null,
      action,
      target,
      at: now().toISOString(),
      data: antes || depois ? JSON.stringify({ ...(antes && { antes }), ...(depois && { depois }) }) : null,
      about_user_id: about ?? (named ? Number(named) : null),
    })
    .execute();
}
