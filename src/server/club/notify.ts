import { routes } from '#lib/routes.ts';
import type { Db } from '../core/db/connection.ts';
import { notifyPerson } from '../messages/inbox/notify.ts';

/** Writes a notice about the club. It leads to one of the club's pages. */
export async function notifyMember(
  tx: Db,
  userId: number,
  page: 'earn' | 'spend' | 'orders' | 'statement',
  { title, body }: { title: string; body: string },
  at: Date,
): Promise<void> {
  await notifyPerson(tx, at, { userId, category: 'clube', title, body, path: routes.club[page]() });
}
