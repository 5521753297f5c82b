import type { Ctx, Db } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { presentOrders } from './present.ts';
import { contactsOf, countOrders, type OrderRow, orderOfSchool, ordersOfSchool, type SchoolFilter } from './queries.ts';

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
