import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** What units ask for late bills, who they are before the law, of what a charge was made, and which bill a refund is for. */
export const billTerms: Step = {
  name: '0031-bill-terms',
  async up(db) {
    for (const [name, usual] of [
      ['multa_bps', 200],
      ['juros_bps', 100],
      ['carencia_dias', 0],
    ] as const) {
      await db.schema
        .alterTable('companies')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(usual))
        .execute();
    }
    await db.schema.alterTable('companies').addColumn('razao_social', 'varchar(150)').execute();
    await db.schema.alterTable('companies').addColumn('cnpj', 'varchar(14)').execute();
    await db.schema.alterTable('charge_items').addColumn('multa_centavos', 'integer').execute();
    await db.schema.alterTable('charge_items').addColumn('juros_centavos', 'integer').execute();
    await db.schema.alterTable('refunds').addColumn('parcela_id', 'integer').execute();
    // Older refunds: the only bill of their charge, else the cancelled order that cost as much.
    await sql`update refunds set parcela_id = (select min(parcela_id) from charge_items i where i.charge_id = refunds.charge_id)
      where (select count(*) from charge_items i where i.charge_id = refunds.charge_id) = 1`.execute(db);
    await sql`update refunds set parcela_id = (select min(i.parcela_id) from charge_items i
        inner join parcelas p on p.id = i.parcela_id inner join pedidos o on o.id = p.pedido_id
        where i.charge_id = refunds.charge_id and i.valor_centavos = refunds.valor_centavos and o.status = -2)
      where parcela_id is null and motivo = 'pedido_cancelado'`.execute(db);
  },
};
