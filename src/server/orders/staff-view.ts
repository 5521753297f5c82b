import type { Found } from '#lib/contract/panel.schema.ts';
import { routes } from '#lib/routes.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import type { Db } from '../db/connection.ts';
import { type Reach, within } from '../db/reach.ts';
import { ordersOfSchool } from './queries.ts';

/** States that the school moves on. */
const TO_MOVE = [
  STATUS.processing,
  STATUS.toAttend,
  STATUS.released,
  STATUS.picking,
  STATUS.waitingForCarrier,
  STATUS.collected,
];

/** Orders whose next step is the school's. */
export async function countOrdersToMove(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('pedidos')
    .innerJoin('companies', 'companies.id', 'pedidos.company_id')
    .$call(within(reach))
    .where('pedidos.status', 'in', TO_MOVE)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Orders by a part of the number or the student's name, for the search of the panel. */
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
