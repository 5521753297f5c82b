import { randomUUID } from 'node:crypto';
import type { CallInput } from '../../src/lib/contract/core.ts';
import { createOrder } from '../../src/lib/contract/orders.ts';
import { STATUS } from '../../src/lib/rules/orders/status.ts';
import type { NewAccount } from './accounts.ts';
import { addAccount } from './accounts.ts';
import { withKey } from './points.ts';
import type { TestSchool } from './school.ts';

const HELENA = 7;

type OrderBody = CallInput<typeof createOrder>['body'];

/** An order of one book for pickup at the school. */
export const orderBody = (overrides: Partial<OrderBody> = {}): OrderBody => ({
  itens: [{ codigo_produto: 'WAY-2', quantidade: 1 }],
  parcelas: 1,
  entrega: { tipo: 'escola' },
  aceite_termos: true,
  ...overrides,
});

export const placeOrder = (portal: TestSchool, as: number, overrides: Partial<OrderBody> = {}, key?: string) =>
  portal.call(createOrder, { body: orderBody(overrides) }, withKey({ as, key }));

/** A new person with one order, which by default waits for its payment. */
export async function addOrder(portal: TestSchool, overrides: Partial<OrderBody> = {}, account: NewAccount = {}) {
  const { id: owner } = await addAccount(portal, account);
  const { status, body } = await placeOrder(portal, owner, overrides);
  if (status !== 200) throw new Error(`no order: ${status} ${body.detail}`);
  return { owner, order: body };
}

/** Sets the status of an order without checking transitions. */
export const putInto = (portal: TestSchool, id: number, status: number) =>
  portal.school.db.updateTable('pedidos').set({ status }).where('id', '=', id).execute();

/** The staff moves orders on; a refusal has a reason. */
export const moveOrders = (
  portal: TestSchool,
  ids: number[],
  status_id: number,
  more: object = {},
  sent: Parameters<typeof withKey>[0] = { as: HELENA },
) =>
  portal.ops.orders.updateOrders(
    { ids, status_id, ...(status_id === STATUS.cancelled && { nota: 'Edição esgotada' }), ...more },
    withKey(sent),
  );

/** A coupon of ten per cent for orders. */
export async function addCoupon(
  portal: TestSchool,
  overrides: { aplica_em?: 'pedido' | 'parceiro'; usos_max?: number | null; usos?: number; valido_ate?: string } = {},
): Promise<{ id: number; name: string }> {
  const name = `TESTE${randomUUID().slice(0, 8).toUpperCase()}`;
  const { id } = await portal.school.db
    .insertInto('cupons')
    .values({
      name,
      aplica_em: 'pedido',
      parceiro_nome: 'Parceiro',
      parceiro_categoria: 'Teste',
      parceiro_cidade: 'Campinas',
      descricao: 'Teste',
      regras: 'Nenhuma',
      desconto_tipo: 'percentual',
      desconto_valor: 10,
      usos_max: null,
      usos: 0,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, name };
}

export const usesOf = async (portal: TestSchool, couponId: number): Promise<number> =>
  (await portal.school.db.selectFrom('cupons').select('usos').where('id', '=', couponId).executeTakeFirstOrThrow())
    .usos;

export const billsOf = (portal: TestSchool, orderId: number) =>
  portal.school.db.selectFrom('parcelas').selectAll().where('pedido_id', '=', orderId).orderBy('id').execute();
