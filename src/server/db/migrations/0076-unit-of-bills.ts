import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** The unit of a bill. Older bills get the unit of their student, which was theirs until now. */
export const unitOfBills: Step = {
  name: '0076-unit-of-bills',
  async up(db) {
    await db.schema
      .alterTable('parcelas')
      .addColumn('company_id', 'integer', (column) => column.references('companies.id'))
      .execute();
    await sql`update parcelas set company_id = (select drive_users.company_id from users
      join drive_users on drive_users.id = users.drive_user_id where users.id = parcelas.user_id)`.execute(db);
    // An order names its unit itself, and its student may have moved since.
    await sql`update parcelas set company_id = (select pedidos.company_id from pedidos where pedidos.id = parcelas.pedido_id)
      where pedido_id in (select id from pedidos)`.execute(db);
    await db.schema
      .createIndex('parcelas_unit')
      .on('parcelas')
      .columns(['company_id', 'status', 'vencimento'])
      .execute();
  },
};
