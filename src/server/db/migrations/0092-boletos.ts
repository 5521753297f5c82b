import type { Step } from '../migrate.ts';

/** What a boleto has, and where its payer asks for the money back. */
export const boletos: Step = {
  name: '0092-boletos',
  async up(db) {
    const columns = { linha_digitavel: 60, codigo_barras: 60, boleto_url: 500, vence_em: 10 };
    for (const [name, size] of Object.entries(columns)) {
      await db.schema.alterTable('charges').addColumn(name, `varchar(${size})`).execute();
    }
    await db.schema.alterTable('refunds').addColumn('link_do_pagador', 'varchar(500)').execute();
  },
};
