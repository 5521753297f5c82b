import type { z } from 'zod';
import type { PreInvoice } from '#lib/contract/orders.schema.ts';
import type { Found } from '#lib/contract/panel.schema.ts';
import type { Endereco } from '#lib/contract/shapes.schema.ts';
import { formatCep, formatPhone } from '#lib/format/documents.ts';
import { listInWords } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { needsRegistrationUpdate } from '#lib/rules/account/registration.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { countUpTo } from '../../core/db/counts.ts';
import { cutPage, pageAfter } from '../../core/db/keyset.ts';
import type { Reach } from '../../core/db/reach.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { methodsOf } from '../finance/accounts.ts';
import type { listSchoolOrdersInput } from './inputs.ts';
import { presentOrders } from './present.ts';
import { levelMiss, productProblem, testedLevel } from './products.ts';
import {
  buyerOf,
  contactsOf,
  countOrders,
  newestOrders,
  type OrderRow,
  orderOf,
  orderOfSchool,
  ordersOfSchool,
  type ProductRow,
} from './queries.ts';

/** Orders of the manager's own school, with the contact for each (MANAGER-08). */
export async function listSchoolOrders(ctx: Ctx, { limit, depois, ...filter }: z.output<typeof listSchoolOrdersInput>) {
  const { db, reach } = ctx;
  const query = ordersOfSchool(db, reach, filter);
  const [found, total, { byStatus, toMove }] = await Promise.all([
    pageAfter(query, newestOrders, { depois, limit }).execute(),
    countUpTo(db, query, { limit, offset: 0 }),
    countOrders(db, reach, filter.q),
  ]);
  const { rows, next } = cutPage(found, limit, ({ criado_em, id }) => [criado_em, id]);
  const entries = await schoolOrders(db, rows);
  return { items: entries.map(({ row }) => row), total, next, contagens: byStatus, a_avancar: toMove };
}

/** An order of the own school. @throws Refusal 404, also for another school's order (ROLE-08). */
export async function schoolOrderIn(db: Db, reach: Reach, id: number): Promise<OrderRow> {
  const row = await orderOfSchool(db, reach, id);
  if (!row) throw notFound('Não encontramos este pedido na sua escola.');
  return row;
}

/** One order of the own school with its items, its history, and whether its student can pay in the portal. @throws Refusal 404 */
export async function readSchoolOrder(ctx: Ctx, id: number) {
  const found = await schoolOrderIn(ctx.db, ctx.reach, id);
  const [entry] = await schoolOrders(ctx.db, [found]);
  const { row, order } = entry as NonNullable<typeof entry>;
  const { subtotal_centavos, economia_centavos, desconto_cupom_centavos, frete_centavos, parcelas } = order;
  const methods = row.a_receber_id === null ? [] : (await methodsOf(ctx))(found);
  return {
    ...row,
    ...{ subtotal_centavos, economia_centavos, desconto_cupom_centavos, frete_centavos, parcelas },
    itens: order.itens,
    /** As lines; null: it is picked up at the school. */
    endereco: order.entrega.endereco ? linesOf(order.entrega.endereco) : null,
    rastreio: order.rastreio,
    /** The level test was below the level of a book. */
    tem_duvida_de_nivel: Boolean(order.aviso),
    paga_no_portal: methods.length > 0,
    historico: order.historico.toReversed(),
  };
}

const linesOf = ({ cep, street, street_number, complement, district, city, state }: Endereco) => [
  [street, street_number, complement].filter(Boolean).join(', '),
  `${district}, ${city}/${state}`,
  `CEP ${formatCep(cep)}`,
];

/**
 * Orders as the staff of their school sees them, without the payment details, which only the student and the payment
 * service know.
 */
async function schoolOrders(db: Db, rows: readonly OrderRow[]) {
  const [orders, contacts] = await Promise.all([
    presentOrders(db, rows),
    contactsOf(db, [...new Set(rows.map(({ user_id }) => user_id))]),
  ]);
  return orders.map((order, at) => {
    const { user_id } = rows[at] as OrderRow;
    const contact = contacts.find(({ id }) => id === user_id);
    return { order, row: presentSchoolOrder(order, { user_id, ...contact }) };
  });
}

/** What the list of the school shows of an order. */
function presentSchoolOrder(
  order: PreInvoice,
  { user_id, email = '', phone = null }: { user_id: number; email?: string; phone?: string | null },
) {
  const { id, numero, status, aluno, criado_em, pago_em, itens, total_centavos, cupom, parcela_id } = order;
  const isWaiting = status.id === STATUS.waitingForPayment;
  return {
    ...{ id, numero, criado_em, pago_em, total_centavos, cupom },
    status_id: status.id,
    aluno: { id: user_id, nome: aluno.nome, email },
    telefone: phone,
    telefone_escrito: phone && formatPhone(phone),
    itens: itens.map(({ nome, quantidade }) => ({ nome, quantidade })),
    entrega: { tipo: order.entrega.tipo },
    parcela_id,
    /** Its bill, while it can be paid at the counter: no other payment is in progress. */
    a_receber_id: isWaiting && order.pode_cancelar ? parcela_id : null,
  };
}

/** @throws Refusal 404, also for another person's order (ROLE-08). */
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
  const rows = await pageAfter(ordersOfSchool(db, reach, { q }), newestOrders, { limit })
    .limit(limit)
    .execute();
  return rows.map(({ id, numero, aluno_nome, status }) => ({
    tipo: 'pedido',
    id,
    titulo: numero,
    detalhe: `${aluno_nome} · ${orderStatus(status).name}`,
    path: routes.manager.order(id),
  }));
}

/** What a student confirms before an order of these products: the recipient, the delivery, and any obstacles. */
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
