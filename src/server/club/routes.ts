import * as club from '#lib/contract/club.ts';
import { addMonths, dayIn } from '#lib/registration.ts';
import { requireFullScope } from '../http/access.ts';
import { allLater, type Routes } from '../http/handler.ts';
import { forbidden } from '../http/refusal.ts';
import { balanceOf } from './points.ts';

export const clubRoutes: Routes<typeof club> = {
  ...allLater(club),
  listRewards: async (_input, { db, session, now, config }) => {
    requireFullScope(session);
    if (!session.isClub) throw forbidden('Participe do clube para ver as recompensas.');
    const today = dayIn(config.SCHOOL_TIME_ZONE, now());
    const [entries, rewards] = await Promise.all([
      db
        .selectFrom('point_entries')
        .select(['pontos', 'status', 'expira_em', 'criado_em'])
        .where('user_id', '=', session.userId)
        .execute(),
      db.selectFrom('rewards').selectAll().where('ativo', '=', true).orderBy('pontos').orderBy('id').execute(),
    ]);
    const balance = balanceOf(entries, today, addMonths(today, 1));
    return {
      ...balance,
      rewards: rewards
        .filter(({ valido_ate }) => valido_ate === null || valido_ate >= today)
        .map(({ ativo, valido_de, escola_id, imagem_chave, imagem_mime, imagem_bytes, ...reward }) => ({
          ...reward,
          disponivel: reward.estoque === null || reward.estoque > 0,
          falta_pontos: Math.max(0, reward.pontos - balance.saldo),
        })),
    };
  },
};
