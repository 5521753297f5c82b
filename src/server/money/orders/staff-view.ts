import type { Found } from '#lib/contract/panel.schema.ts';
import { routes } from '#lib/routes.ts';
import { orderStatus } from '#lib/rules/orders/status.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/db/reach.ts';
import { countOrders, ordersOfSchool } from './queries.ts';

/** Orders whose next step is the school's. */
export const countOrdersToMove = async (db: Db, reach: Reach): Promise<number> => (await countOrders(db, reach)).toMove;

/** Orders by words of the number, the student's name or number, for the search of the panel. */
export async function findOrders(db: Db, reach: Reach, q: string, limit: number): Promise<Found[]> {
  const { rows } = await ordersOfSchool(db, reach, { q, limit, offset: 0 });
  return rows.map(({ id, numero, aluno_nome, status }) => ({
    tipo: 'pedido',
    id,
    titulo: numero,
    detalhe: `${aluno_nome} · ${orderStatus(status).name}`,
    path: routes.manager.order(id),
  }));
}
