import { dayIn } from '#lib/rules/account/registration.ts';
import type { School } from '../http/ctx.ts';
import { lockAccount, movePoints } from './move-points.ts';

const AT_ONCE = 200;

/**
 * Takes out points whose last day is over: one entry for each person and day, in any number of processes. What is left is
 * counted behind the lock of the account, since points may be spent meanwhile.
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
      // Lots that expire first are taken first: exactly these.
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
