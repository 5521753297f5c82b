import type { PreInvoice } from '#lib/contract/orders.schema.ts';
import type { Found } from '#lib/contract/panel.schema.ts';
import type { Endereco } from '#lib/contract/shapes.schema.ts';
import { listInWords } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { needsRegistrationUpdate } from '#lib/rules/account/registration.ts';
import { orderStatus } from '#lib/rules/orders/status.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/db/reach.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { presentOrders } from './present.ts';
import { levelMiss, productProblem, testedLevel } from './products.ts';
import {
  buyerOf,
  contactsOf,
  countOrders,
  type OrderRow,
  orderOf,
  orderOfSchool,
  ordersOfSchool,
  type ProductRow,
  type SchoolFilter,
} from './queries.ts';

/** Orders of the manager's own school, with the contact for each (MANAGER-08). */
export async function listSchoolOrders(ctx: Ctx, filter: SchoolFilter) {
  const { limit, offset } = filter;
  const [{ rows, total }, { byStatus, toMove }] = await Promise.all([
    ordersOfSchool(ctx.db, ctx.reach, filter),
    countOrders(ctx.db, ctx.reach, filter.q),
  ]);
  return { items: await withContacts(ctx.db, rows), total, limit, offset, contagens: byStatus, a_avancar: toMove };
}

/** @throws Refusal 404, the same for another school's order and for none (ROLE-08). */
export async function readSchoolOrder(ctx: Ctx, id: number) {
  const row = await orderOfSchool(ctx.db, ctx.reach, id);
  if (!row) throw notFound('Não encontramos este pedido na sua escola.');
  const [found] = await withContacts(ctx.db, [row]);
  return found as NonNullable<typeof found>;
}

/**
 * Orders as the staff of their school sees them, without the payment details, which only the student and the payment
 * service know.
 */
async function withContacts(db: Db, rows: readonly OrderRow[]) {
  const [orders, contacts] = await Promise.all([
    presentOrders(db, rows),
    contactsOf(db, [...new Set(rows.map(({ user_id }) => user_id))]),
  ]);
  return orders.map(({ cobranca, ...order }, index) => {
    const userId = (rows[index] as OrderRow).user_id;
    const contact = contacts.find(({ id }) => id === userId);
    return {
      order,
      aluno: { user_id: userId, nome: order.aluno.nome, email: contact?.email ?? '', telefone: contact?.phone ?? null },
    };
  });
}

/** @throws Refusal 404, the same for another person's order and for none (ROLE-08). */
export async function ownOrder(db: Db, userId: number, id: number): Promise<OrderRow> {
  const row = await orderOf(db, userId, id);
  if (!row) throw notFound('Não encontramos este pedido entre os seus.');
  return row;
}

export async function presentOrder(db: Db, row: OrderRow): Promise<PreInvoice> {
  const [order] = await presentOrders(db, [row]);
  return order as PreInvoice;
}

/** @throws Refusal 404 */
export const readOrder = async (db: Db, userId: number, id: number): Promise<PreInvoice> =>
  presentOrder(db, await ownOrder(db, userId, id));

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

/** What a student confirms before an order of these products: who it is for, where it goes, and what stands in the way. */
export async function deskOf({ db, session, now, config }: Ctx, products: readonly ProductRow[]) {
  const [buyer, user] = await Promise.all([
    buyerOf(db, session.userId),
    db.selectFrom('users').selectAll().where('id', '=', session.userId).executeTakeFirstOrThrow(),
  ]);
  const tested = products.filter(({ exige_teste_nivel }) => exige_teste_nivel);
  const level = tested.length > 0 ? await testedLevel(db, session.userId) : null;
  const zone = zoneOr(buyer.timezone, config.SCHOOL_TIME_ZONE);
  const pendencias = [
    ...products.map(productProblem),
    tested.length > 0 && level === null
      ? `${listInWords(tested.map(({ nome }) => nome))}: o pagamento é liberado quando você terminar o teste de nível.`
      : null,
    level && levelMiss(products, level),
    needsRegistrationUpdate(user, now(), zone) ? 'Seu cadastro precisa ser confirmado.' : null,
  ].filter((words) => words !== null);
  const entrega_padrao: Endereco = {
    cep: user.cep ?? '',
    street: user.street ?? '',
    street_number: user.street_number ?? '',
    complement: user.complement,
    district: user.district ?? '',
    city: user.city ?? '',
    state: user.state ?? '',
  };
  return { aluno: { drive_user_id: buyer.drive_user_id, nome: buyer.nome }, pendencias, entrega_padrao };
}
