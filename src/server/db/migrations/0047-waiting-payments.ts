import type { Step } from '../migrate.ts';

/** A job asks every five seconds which payments abroad are over. */
export const waitingPayments: Step = {
  name: '0047-waiting-payments',
  async up(db) {
    await db.schema
      .createIndex('cambio_pagamentos_waiting')
      .on('cambio_pagamentos')
      .columns(['status', 'expira_em'])
      .execute();
  },
};
