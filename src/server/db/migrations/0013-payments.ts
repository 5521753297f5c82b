import type { Step } from '../migrate.ts';

/** Charges of bills, what they cover, and what keeps a payment from happening twice. */
export const payments: Step = {
  name: '0013-payments',
  async up(db, { table, required, references, referencesOrNull }) {
    await db.schema
      .alterTable('contratos')
      .addColumn('origem', 'varchar(10)', (column) => column.notNull().defaultTo('curso'))
      .execute();
    for (const name of ['pedido_id', 'cambio_id', 'charge_id']) {
      await db.schema.alterTable('parcelas').addColumn(name, 'integer').execute();
    }
    await db.schema.createIndex('parcelas_pedido').on('parcelas').columns(['pedido_id']).execute();
    await db.schema.createIndex('parcelas_cambio').on('parcelas').columns(['cambio_id']).execute();
    await table(db, 'charges')
      .addColumn('txid', 'varchar(35)', (column) => column.notNull().unique())
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('forma', 'varchar(10)', required)
      .addColumn('provider', 'varchar(30)', required)
      .addColumn('valor_centavos', 'integer', required)
      .addColumn('status', 'varchar(12)', required)
      // The set of bills of a running Pix charge; null once it ended, so that a set has one running charge at most.
      .addColumn('chave', 'varchar(64)', (column) => column.unique())
      .addColumn('br_code', 'text')
      .addColumn('criada_em', 'varchar(30)', required)
      .addColumn('expira_em', 'varchar(30)')
      .addColumn('pago_em', 'varchar(30)')
      .addColumn('consultada_em', 'varchar(30)')
      .addColumn('bandeira', 'varchar(20)')
      .addColumn('final', 'varchar(4)')
      .addColumn('parcelas', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('codigo_autorizacao', 'varchar(40)')
      .addColumn('nsu', 'varchar(40)')
      .addColumn('motivo', 'varchar(40)')
      .execute();
    await db.schema.createIndex('charges_user').on('charges').columns(['user_id', 'criada_em']).execute();
    await db.schema.createIndex('charges_status').on('charges').columns(['status', 'criada_em']).execute();
    await db.schema
      .createTable('charge_items')
      .addColumn('charge_id', 'integer', references('charges.id'))
      .addColumn('parcela_id', 'integer', references('parcelas.id'))
      .addColumn('valor_centavos', 'integer', required)
      .addPrimaryKeyConstraint('charge_items_pk', ['charge_id', 'parcela_id'])
      .execute();
    await db.schema.createIndex('charge_items_parcela').on('charge_items').columns(['parcela_id']).execute();
    await db.schema
      .createTable('idempotency_keys')
      .addColumn('owner', 'varchar(40)', required)
      .addColumn('key', 'varchar(64)', required)
      .addColumn('call', 'varchar(100)', required)
      .addColumn('body_hash', 'varchar(64)', required)
      .addColumn('charge_id', 'integer', referencesOrNull('charges.id'))
      .addColumn('answer', 'text')
      .addColumn('created_at', 'varchar(30)', required)
      .addPrimaryKeyConstraint('idempotency_keys_pk', ['owner', 'key'])
      .execute();
    await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').columns(['created_at']).execute();
    await db.schema
      .createTable('payment_events')
      .addColumn('provider', 'varchar(30)', required)
      .addColumn('event_id', 'varchar(100)', required)
      .addColumn('txid', 'varchar(35)', required)
      .addColumn('kind', 'varchar(30)', required)
      .addColumn('received_at', 'varchar(30)', required)
      .addPrimaryKeyConstraint('payment_events_pk', ['provider', 'event_id'])
      .execute();
    await table(db, 'refunds')
      .addColumn('charge_id', 'integer', references('charges.id'))
      .addColumn('valor_centavos', 'integer', required)
      .addColumn('motivo', 'varchar(40)', required)
      .addColumn('status', 'varchar(10)', required)
      .addColumn('pedida_em', 'varchar(30)', required)
      .addColumn('feita_em', 'varchar(30)')
      .addUniqueConstraint('refunds_once', ['charge_id', 'motivo'])
      .execute();
    await db.schema.createIndex('refunds_status').on('refunds').columns(['status']).execute();
    await db.schema
      .createTable('sandbox_charges')
      .addColumn('reference', 'varchar(35)', (column) => column.primaryKey())
      .addColumn('kind', 'varchar(10)', required)
      .addColumn('amount', 'integer', required)
      .addColumn('status', 'varchar(12)', required)
      .addColumn('reason', 'varchar(40)')
      .addColumn('brand', 'varchar(20)')
      .addColumn('last4', 'varchar(4)')
      .addColumn('installments', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('code', 'text')
      .addColumn('authorization', 'varchar(40)')
      .addColumn('created_at', 'varchar(30)', required)
      .addColumn('decides_at', 'varchar(30)')
      .addColumn('expires_at', 'varchar(30)')
      .addColumn('paid_at', 'varchar(30)')
      .addColumn('refunded', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('sandbox_refunds')
      .addColumn('reference', 'varchar(60)', (column) => column.primaryKey())
      .addColumn('charge', 'varchar(35)', required)
      .addColumn('amount', 'integer', required)
      .execute();
  },
};
