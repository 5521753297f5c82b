import type { z } from 'zod';
import type { Cart } from '#lib/contract/orders.schema.ts';
import { MAX_ORDER } from '#lib/format/limits.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import type { setCartItemInput } from './inputs.ts';
import { quoteOrder } from './price.ts';
import { findProduct, presentProduct, productProblem } from './products.ts';
import type { ProductRow } from './queries.ts';
import { deskOf } from './school-orders.ts';

type ItemInput = z.output<typeof setCartItemInput>;

const cartRows = (db: Db, userId: number) =>
  db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .leftJoin('livros', 'livros.id', 'products.livro_id')
    .selectAll('products')
    .select(['livros.capa_url', 'cart_items.quantidade'])
    .where('cart_items.user_id', '=', userId)
    .orderBy('products.id')
    .execute();

const pieceRows = prepared((db, userId: number) =>
  db
    .selectFrom('cart_items')
    .innerJoin('products', 'products.id', 'cart_items.product_id')
    .select(['products.nome', 'products.ativo', 'products.estoque', 'cart_items.quantidade'])
    .where('cart_items.user_id', '=', userId),
);

const piecesOf = (rows: readonly { quantidade: number }[]) => rows.reduce((sum, { quantidade }) => sum + quantidade, 0);

/** How many pieces can be ordered now. Called by every page of a student who may order. */
export async function countCart(db: Db, userId: number): Promise<number> {
  return piecesOf((await pieceRows(db, userId)).filter((row) => productProblem(row) === null));
}

/** The student's cart with its price for pick-up. Items that cannot be ordered now stay in it and do not count. */
export async function readCart(ctx: Ctx): Promise<z.input<typeof Cart>> {
  const rows = await cartRows(ctx.db, ctx.session.userId);
  const sold = rows.filter((row) => productProblem(row) === null);
  const itens = sold.map(({ codigo, quantidade }) => ({ codigo_produto: codigo, quantidade }));
  const [desk, quote] = await Promise.all([
    deskOf(ctx, sold),
    itens.length > 0 ? quoteOrder(ctx, { itens, entrega: { tipo: 'escola' } }) : null,
  ]);
  return {
    itens: rows.map(({ quantidade, ...row }) => ({
      produto: presentProduct(row),
      quantidade,
      problema: productProblem(row),
    })),
    quantidade_total: piecesOf(sold),
    quote,
    pendencias: desk.pendencias,
    entrega_padrao: desk.entrega_padrao,
  };
}

/**
 * Sets the quantity of a product in the cart; 0 removes it. Idempotent.
 *
 * @throws Refusal 404 for an unknown product, 409 for one that is not on sale, and for a full cart.
 */
export async function setCartItem(ctx: Ctx, tx: Db, { codigo_produto, quantidade }: ItemInput): Promise<void> {
  const user_id = ctx.session.userId;
  const product = await findProduct(tx, codigo_produto);
  if (quantidade === 0) {
    await tx.deleteFrom('cart_items').where('user_id', '=', user_id).where('product_id', '=', product.id).execute();
    return;
  }
  const problem = productProblem(product);
  if (problem) throw conflict(problem, 'product_unavailable');
  // Otherwise two concurrent products would each be counted without the other.
  await locked(tx, tx.selectFrom('users').select('id').where('id', '=', user_id), 'update').execute();
  const updated_at = ctx.now().toISOString();
  await tx
    .insertInto('cart_items')
    .values({ user_id, product_id: product.id, quantidade, updated_at })
    .onConflict((known) => known.columns(['user_id', 'product_id']).doUpdateSet({ quantidade, updated_at }))
    .execute();
  if ((await cartRows(tx, user_id)).length > MAX_ORDER.lines) {
    throw conflict(`Um pedido leva até ${MAX_ORDER.lines} materiais diferentes.`, 'cart_full');
  }
}

/**
 * Removes ordered products from the cart. Of several simultaneous orders of the same cart, one succeeds.
 *
 * @throws Refusal 409 `cart_changed` for a product that is no longer there in this quantity.
 */
export async function takeFromCart(
  tx: Db,
  userId: number,
  lines: readonly { product: ProductRow; quantidade: number }[],
): Promise<void> {
  for (const { product, quantidade } of lines) {
    const taken = await tx
      .deleteFrom('cart_items')
      .where('user_id', '=', userId)
      .where('product_id', '=', product.id)
      .where('quantidade', '=', quantidade)
      .returning('product_id')
      .executeTakeFirst();
    if (!taken) throw conflict('Seu carrinho mudou em outra aba. Abra o carrinho de novo e confira.', 'cart_changed');
  }
}
