import { sql } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Step } from '../migrate.ts';
import { lockTables } from './lock-tables.ts';

/** The longest time in which a payment that is old by now may still be taken back. */
const WINDOW_DAYS = 190;

/**
 * Money that goes back outside the portal (0156): who said so of a refund, when a paid charge is looked at again, and what
 * came in for a bill that it does not pay whole.
 */
export const returnedMoney: Step = {
  name: '0108-returned-money',
  async up(db, { engine }) {
    // In the order in which a payment takes them.
    const tables = ['parcelas', 'charges', 'refunds'].map((name) => [name, 'access exclusive'] as const);
    if (engine === 'postgres') await lockTables(db, tables);
    await db.schema.alterTable('refunds').addColumn('fora', 'varchar(10)').execute();
    await db.schema.alterTable('charges').addColumn('rever_em', 'varchar(30)').execute();
    await db.schema
      .alterTable('parcelas')
      .addColumn('pago_parcial_centavos', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex('charges_review')
      .on('charges')
      .columns(['rever_em'])
      .where(sql.ref('rever_em'), 'is not', null)
      .execute();
    // Open bills that are alike (0077): what came in for a bill before makes it another.
    await db.schema.dropIndex('parcelas_iguais').execute();
    await sql`create index parcelas_iguais on parcelas (company_id, vencimento, valor_centavos, desconto_centavos,
      credito_centavos, abatimento_centavos, pago_parcial_centavos, sem_encargos, pedido_id, cambio_id, usa_pagamento_id)
      where status = 'aberta'`.execute(db);
    // It may also be all that a bill costs (0107).
    await db.schema.dropIndex('bills_of_nothing').execute();
    await sql`create index bills_of_nothing on parcelas (status) where status = 'aberta'
      and valor_centavos - desconto_centavos - credito_centavos - abatimento_centavos
        - pago_parcial_centavos <= 0`.execute(db);
    const from = new Date(Date.now() - WINDOW_DAYS * DAY_MS).toISOString();
    await sql`update charges set rever_em = pago_em
      where status = 'paga' and provider <> 'balcao' and pago_em > ${from}`.execute(db);
  },
};
