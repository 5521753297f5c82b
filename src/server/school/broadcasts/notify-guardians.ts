import { clip, firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { notifyGuardian } from '../../messages/inbox/guardian.ts';
import { guardianAccounts } from '../../messages/inbox/guardian-accounts.ts';
import { BODY_LENGTH } from '../../messages/inbox/kinds.ts';
import { makeLink } from '../../money/finance/payer.ts';
import type { BroadcastRow } from './queries.ts';

/**
 * Notifies guardians about the bills of minors, as events of bills do: in the guardian's account, or by mail. The text begins
 * with the minor's name and links to the minor's next open bill, which a guardian can pay without an account.
 *
 * @param wordsOf the text for each minor
 */
export async function notifyGuardians(
  tx: Db,
  school: School,
  row: Pick<BroadcastRow, 'id' | 'category'>,
  wordsOf: ReadonlyMap<number, { title: string; body: string }>,
  at: Date,
): Promise<void> {
  if (wordsOf.size === 0) return;
  const ids = [...wordsOf.keys()];
  const minors = await people(tx)
    .select(['users.id', 'users.full_name', 'users.birth_date', 'users.guardian', 'companies.timezone'])
    .where('users.id', 'in', ids)
    .orderBy('users.id')
    .execute();
  const bills = await firstBills(tx, ids);
  const todayOf = (zone: string | null) => dayIn(zoneOr(zone, school.config.SCHOOL_TIME_ZONE), at);
  const accounts = await guardianAccounts(
    tx,
    minors.map((owner) => ({ owner, today: todayOf(owner.timezone) })),
  );
  for (const { full_name, timezone: _, ...owner } of minors) {
    const bill = bills.get(owner.id);
    const { title, body } = wordsOf.get(owner.id) as { title: string; body: string };
    await notifyGuardian(tx, at, {
      ...{ owner, account: accounts.get(owner.id) },
      category: row.category,
      chave: `envio:${row.id}:${owner.id}`,
      title,
      body: clip(`Sobre ${clip(firstName(full_name), 25)}: ${body}`, BODY_LENGTH),
      path: bill === undefined ? routes.dashboard() : routes.pay((await makeLink(school, bill)).token),
    });
  }
}

/** The open course bill with the earliest due date, by person. */
async function firstBills(tx: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('parcelas')
    .select(['id', 'user_id', 'pedido_id', 'cambio_id'])
    .where('user_id', 'in', [...userIds])
    .where('status', '=', 'aberta')
    .orderBy('vencimento', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const courses = rows.filter(({ pedido_id, cambio_id }) => pedido_id === null && cambio_id === null);
  return new Map(courses.map(({ id, user_id }) => [user_id, id]));
}
