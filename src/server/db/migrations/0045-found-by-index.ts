import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Indexes for queries that read whole tables of a large school. */
export const foundByIndex: Step = {
  name: '0045-found-by-index',
  async up(db) {
    const index = (name: string, table: string, columns: string[]) =>
      db.schema.createIndex(name).on(table).columns(columns);
    await index('point_lots_user', 'point_lots', ['user_id']).execute();
    await index('point_lot_uses_lot', 'point_lot_uses', ['lot_id']).execute();
    await index('drive_users_matricula', 'drive_users', ['company_id', 'matricula']).execute();
    await index('push_deliveries_device', 'push_deliveries', ['subscription_id']).execute();
    await index('cupom_usos_pedido', 'cupom_usos', ['pedido_id']).execute();
    await index('usa_requests_turma', 'usa_requests', ['turma_id', 'status']).execute();
    await index('auth_tokens_expiry', 'auth_tokens', ['expires_at']).execute();
    await index('ended_tokens_expiry', 'ended_tokens', ['expires_at']).execute();
    await index('recovery_requests_age', 'recovery_requests', ['created_at']).execute();
    await sql`create index users_birthday on users (substr(birth_date, 6, 5))`.execute(db);
    await sql`create index redemptions_discounts on redemptions (status) where desconto_centavos is not null`.execute(
      db,
    );
    await sql`create index travel_tickets_known on travel_tickets (campaign_id)
      where cpf is not null or birth_date is not null`.execute(db);
    // Most bills are of courses: with them in it, an index seems to find hundreds of bills for one order.
    for (const [name, column] of [
      ['parcelas_pedido', 'pedido_id'],
      ['parcelas_cambio', 'cambio_id'],
      ['parcelas_usa', 'usa_pagamento_id'],
    ] as const) {
      await db.schema.dropIndex(name).execute();
      await index(name, 'parcelas', [column]).where(sql.ref(column), 'is not', sql.lit(null)).execute();
    }
  },
};
