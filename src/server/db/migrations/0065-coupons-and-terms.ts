import type { Step } from '../migrate.ts';

/** Coupons of a school with days and products, and terms for late bills that held before. */
export const couponsAndTerms: Step = {
  name: '0065-coupons-and-terms',
  async up(db, { references }) {
    await db.schema
      .alterTable('cupons')
      .addColumn('escola_id', 'integer', (column) => column.references('schools.id').onDelete('cascade'))
      .execute();
    await db.schema.alterTable('cupons').addColumn('valido_de', 'varchar(10)').execute();
    await db.schema
      .alterTable('cupons')
      .addColumn('ativo', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .createTable('cupom_produtos')
      .addColumn('cupom_id', 'integer', references('cupons.id'))
      .addColumn('product_id', 'integer', references('products.id'))
      .addPrimaryKeyConstraint('cupom_produtos_pk', ['cupom_id', 'product_id'])
      .execute();
    await db.schema.alterTable('companies').addColumn('termos_antes', 'text').execute();
  },
};
