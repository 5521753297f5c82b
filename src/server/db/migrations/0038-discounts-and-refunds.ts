import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Which charges of a bill ask for less by a discount, and which order an older refund is for. */
export const discountsAndRefunds: Step = {
  name: '0038-discounts-and-refunds',
  async up(db) {
    // Null, as in redemptions from before: every charge of the bill is taken to hold the discount.
    await db.schema.alterTable('redemptions').addColumn('cobranca_antes', 'integer').execute();
    // One charge may have paid two orders. The refund of the second one to be cancelled has the id of its order in its reason.
    await sql`update refunds set parcela_id = (select min(i.parcela_id) from charge_items i
        inner join parcelas p on p.id = i.parcela_id
        where i.charge_id = refunds.charge_id and refunds.motivo = 'pedido_cancelado_' || p.pedido_id)
      where parcela_id is null and motivo like 'pedido_cancelado_%'`.execute(db);
    // The first one is of an order that is left: by the amount alone, two orders of one price were taken for each other.
    await sql`update refunds set parcela_id = coalesce((select min(i.parcela_id) from charge_items i
        inner join parcelas p on p.id = i.parcela_id inner join pedidos o on o.id = p.pedido_id
        where i.charge_id = refunds.charge_id and i.valor_centavos = refunds.valor_centavos and o.status = -2
          and not exists (select 1 from refunds r where r.charge_id = refunds.charge_id and r.parcela_id = i.parcela_id
            and r.motivo like 'pedido_cancelado_%')), parcela_id)
      where motivo = 'pedido_cancelado' and (parcela_id is null or exists (select 1 from refunds r
        where r.charge_id = refunds.charge_id and r.parcela_id = refunds.parcela_id and r.motivo like 'pedido_cancelado_%'))`.execute(
      db,
    );
  },
};
