import { dayIn } from '#lib/rules/time/zones.ts';
import type { School } from '../http/ctx.ts';
import { lockAccount, movePoints } from './move-points.ts';

const AT_ONCE = 200;

/**
 * Removes points after their last day: one entry per person and day, also with several processes. The rest is counted
 * under the account's lock, because the member may spend points meanwhile.
 */
export async function expirePoints({ db, now, config }: School): Promise<void> {
  const at = now();
  const today = dayIn(config.SCHOOL_TIME_ZONE, at);
  const people = await db
    .selectFrom('point_lots')
    .select('user_id')
    .distinct()
    .where('restante', '>', 0)
    .where('expira_em', '<', today)
    .limit(AT_ONCE)
    .execute();
  for (const { user_id: userId } of people) {
    await db.transaction().execute(async (tx) => {
      await lockAccount(tx, userId);
      const { pontos } = await tx
        .selectFrom('point_lots')
        .select(({ fn }) => fn.sum<number | string | null>('restante').as('pontos'))
        .where('user_id', '=', userId)
        .where('restante', '>', 0)
        .where('expira_em', '<', today)
        .executeTakeFirstOrThrow();
      if (!Number(pontos)) return;
      // Lots that expire first are used first, so this takes exactly these.
      await movePoints(tx, {
        userId,
        pontos: -Number(pontos),
        origem: 'expiracao',
        descricao: 'Pontos vencidos',
        contra: 'expiracao',
        chave: `expiracao:${today}:user:${userId}`,
        at,
      });
    });
  }
}
