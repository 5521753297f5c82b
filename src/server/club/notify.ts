import { routes } from '#lib/routes.ts';
import type { Db } from '../db/connection.ts';

/** Writes a notice about the club, which leads to one of its pages. */
export async function notifyMember(
  tx: Db,
  userId: number,
  page: 'earn' | 'spend' | 'orders' | 'statement',
  { title, body }: { title: string; body: string },
  at: Date,
): Promise<void> {
  await tx
    .insertInto('notices')
    .values({
      user_id: userId,
      title,
      body: body.slice(0, 180),
      path: routes.club[page](),
      category: 'clube',
      created_at: at.toISOString(),
      read_at: null,
    })
    .execute();
}
