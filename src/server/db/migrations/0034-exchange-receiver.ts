import type { Step } from '../migrate.ts';

/** Who receives what an exchange sends abroad. */
export const exchangeReceiver: Step = {
  name: '0034-exchange-receiver',
  async up(db) {
    await db.schema.alterTable('cambio_pagamentos').addColumn('recebedor', 'text').execute();
  },
};
