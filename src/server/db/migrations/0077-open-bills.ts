import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/**
 * Open bills of a unit that are alike lie together in an index, so their sums need no row; a second index holds them in
 * the order of the list. Queries name the conditions literally, since a bound value matches no part of a table. The one
 * of the list says what a bill is not: no index of states can answer that, so the list is never sorted as a whole.
 */
export const openBillIndexes: Step = {
  name: '0077-open-bills',
  async up(db) {
    await sql`create index parcelas_iguais on parcelas (company_id, vencimento, valor_centavos, desconto_centavos,
      credito_centavos, abatimento_centavos, sem_encargos, pedido_id, cambio_id, usa_pagamento_id)
      where status = 'aberta'`.execute(db);
    await sql`create index parcelas_abertas on parcelas (vencimento, id)
      where status not in ('paga', 'cancelada')`.execute(db);
  },
};
