import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/**
 * Whether a closed day is a holiday, which moves due days: a day that stands already counts for the payer (0155). And open
 * bills that cost nothing in time, which settle by themselves.
 */
export const holidaysAndBillsOfNothing: Step = {
  name: '0107-holidays-and-bills-of-nothing',
  async up(db) {
    await db.schema
      .alterTable('closed_days')
      .addColumn('is_holiday', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await sql
      .raw(
        `create index bills_of_nothing on parcelas (status) where status = 'aberta'
          and valor_centavos - desconto_centavos - credito_centavos - abatimento_centavos <= 0`,
      )
      .execute(db);
  },
};
