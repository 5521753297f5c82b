import type { Step } from '../migrate.ts';

/** Trips that a school makes for its own students, with a state and what the price includes. */
export const ownTrips: Step = {
  name: '0023-own-trips',
  async up(db) {
    // null: of the network, for every school. Trips that were there before are.
    await db.schema.alterTable('usa_turmas').addColumn('escola_id', 'integer').execute();
    await db.schema
      .alterTable('usa_turmas')
      .addColumn('estado', 'varchar(12)', (column) => column.notNull().defaultTo('publicada'))
      .execute();
    await db.schema.alterTable('usa_turmas').addColumn('inclui', 'text').execute();
    await db.schema.alterTable('usa_turmas').addColumn('regras', 'text').execute();
    await db.schema
      .alterTable('usa_turmas')
      .addColumn('versao', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.createIndex('usa_turmas_escola').on('usa_turmas').columns(['escola_id', 'inicio']).execute();
  },
};
