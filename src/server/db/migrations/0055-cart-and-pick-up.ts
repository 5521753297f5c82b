import type { Step } from '../migrate.ts';

/** What a student wants to order together, and how many days a member has to pick a reward up. */
export const cartAndPickUp: Step = {
  name: '0055-cart-and-pick-up',
  async up(db, { required, references }) {
    await db.schema
      .createTable('cart_items')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('product_id', 'integer', references('products.id'))
      .addColumn('quantidade', 'integer', required)
      .addColumn('em', 'varchar(30)', required)
      .addPrimaryKeyConstraint('cart_items_pk', ['user_id', 'product_id'])
      .execute();
    await db.schema.createIndex('cart_items_age').on('cart_items').columns(['em', 'user_id']).execute();
    await db.schema.alterTable('rewards').addColumn('retirada_dias', 'integer').execute();
    await db.schema.alterTable('redemptions').addColumn('retirar_ate', 'varchar(10)').execute();
  },
};
