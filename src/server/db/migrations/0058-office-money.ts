import { sql } from 'kysely';
import { isPostgres } from '../locking.ts';
import type { Step } from '../migrate.ts';

/** Discounts and waivers of the office, plans that replace bills, and payments at the counter. */
export const officeMoney: Step = {
  name: '0058-office-money',
  async up(db, { flag }) {
    await db.schema.alterTable('parcelas').addColumn('abatimento_centavos', 'integer', flag).execute();
    await db.schema.alterTable('parcelas').addColumn('sem_encargos', 'integer', flag).execute();
    await db.schema.alterTable('parcelas').addColumn('novo_contrato_id', 'integer').execute();
    // The ways of the counter have longer names. SQLite ignores lengths.
    for (const table of isPostgres(db as never) ? ['parcelas', 'charges'] : []) {
      await sql`alter table ${sql.table(table)} alter column forma type varchar(20)`.execute(db);
    }
    await db.schema.createIndex('charges_pagas').on('charges').columns(['pago_em']).execute();
    await db.schema.createIndex('refunds_feitas').on('refunds').columns(['feita_em']).execute();
  },
};
