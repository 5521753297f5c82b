import { type Kysely, sql } from 'kysely';
import type { Step } from '../migrate.ts';

const COLUMNS = sql.raw(
  'id, name, aplica_em, parceiro_nome, parceiro_logo_url, parceiro_categoria, parceiro_cidade, descricao, regras, ' +
    'desconto_tipo, desconto_valor, valido_ate, usos_max, usos, escola_id, valido_de, ativo',
);

/** Two schools may each have a coupon of the same code. Until now a code was one for the whole franchise. */
export const couponsBySchool: Step = {
  name: '0079-coupons-by-school',
  async up(db, { engine, table, required, flag }) {
    if (engine === 'postgres') {
      await sql`alter table cupons drop constraint cupons_name_key`.execute(db);
    } else {
      await table(db, 'cupons_after')
        .addColumn('name', 'varchar(60)', required)
        .addColumn('aplica_em', 'varchar(10)', required)
        .addColumn('parceiro_nome', 'varchar(120)', required)
        .addColumn('parceiro_logo_url', 'varchar(300)')
        .addColumn('parceiro_categoria', 'varchar(40)', required)
        .addColumn('parceiro_cidade', 'varchar(80)', required)
        .addColumn('descricao', 'text', required)
        .addColumn('regras', 'text', required)
        .addColumn('desconto_tipo', 'varchar(10)', required)
        .addColumn('desconto_valor', 'integer', required)
        .addColumn('valido_ate', 'varchar(10)')
        .addColumn('usos_max', 'integer')
        .addColumn('usos', 'integer', flag)
        .addColumn('escola_id', 'integer', (column) => column.references('schools.id').onDelete('cascade'))
        .addColumn('valido_de', 'varchar(10)')
        .addColumn('ativo', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
      await replaceInSqlite(db);
    }
    await sql`create unique index cupons_name on cupons (name, coalesce(escola_id, 0))`.execute(db);
  },
};

/**
 * SQLite takes a unique column's rule away only with its table. A dropped table empties what refers to its rows, so
 * these references are kept aside and written again. Ids go on from where they were.
 */
async function replaceInSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`insert into sqlite_sequence (name, seq)
    select 'cupons_after', seq from sqlite_sequence where name = 'cupons'`.execute(db);
  await sql`insert into cupons_after (${COLUMNS}) select ${COLUMNS} from cupons`.execute(db);
  await sql`create table kept_uses as select * from cupom_usos`.execute(db);
  await sql`create table kept_products as select * from cupom_produtos`.execute(db);
  await sql`create table kept_orders as select id, cupom_id from pedidos where cupom_id is not null`.execute(db);
  await db.schema.dropTable('cupons').execute();
  await db.schema.alterTable('cupons_after').renameTo('cupons').execute();
  await sql`insert into cupom_usos (cupom_id, user_id, pedido_id, usado_em)
    select cupom_id, user_id, pedido_id, usado_em from kept_uses`.execute(db);
  await sql`insert into cupom_produtos (cupom_id, product_id) select cupom_id, product_id from kept_products`.execute(
    db,
  );
  await sql`update pedidos set cupom_id = (select kept_orders.cupom_id from kept_orders where kept_orders.id = pedidos.id)
    where id in (select id from kept_orders)`.execute(db);
  for (const kept of ['kept_uses', 'kept_products', 'kept_orders']) await db.schema.dropTable(kept).execute();
}
