import { LEVELS } from '#lib/rules/orders/next-book.ts';
import type { Db } from '../../core/db/connection.ts';
import { type ProductRow, productsByCode } from './queries.ts';

/** The level of a person's latest finished test; null without one. */
export async function testedLevel(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('english_tests')
    .select('result')
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  // A test without a level does not block an order.
  return (JSON.parse(row.result ?? '{}') as { nivel?: string }).nivel ?? 'C2';
}

type Leveled = Pick<ProductRow, 'nome' | 'nivel_cefr' | 'exige_teste_nivel'>;

/**
 * Names the product that is too hard by a test. A book fits students of its own level and of the level below.
 *
 * @returns the message; null when every product fits, or none needs a test.
 */
export function levelMiss(products: readonly Leveled[], level: string): string | null {
  const reached = LEVELS.indexOf(level);
  const missed = products.find(
    ({ exige_teste_nivel, nivel_cefr }) =>
      exige_teste_nivel && nivel_cefr !== null && LEVELS.indexOf(nivel_cefr) > reached + 1,
  );
  if (!missed) return null;
  return `Seu teste deu ${level}, e ${missed.nome} é de nível ${missed.nivel_cefr}. A escola confere com você antes de liberar o pagamento.`;
}

/** Why orders cannot be paid yet although the test is done, by order. */
export async function levelMisses(
  db: Db,
  orders: readonly { id: number; user_id: number }[],
): Promise<Map<number, string>> {
  const misses = new Map<number, string>();
  for (const { id, user_id } of orders) {
    const level = await testedLevel(db, user_id);
    const items = await db.selectFrom('pedido_itens').select('codigo_produto').where('pedido_id', '=', id).execute();
    const codes = items.map(({ codigo_produto }) => codigo_produto);
    const words = level !== null && codes.length > 0 ? levelMiss(await productsByCode(db, codes), level) : null;
    if (words !== null) misses.set(id, words);
  }
  return misses;
}
