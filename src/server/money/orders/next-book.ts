import { nextBookOf } from '#lib/rules/orders/next-book.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import type { ProductRow } from './queries.ts';

/** The book that a student needs next among these products, or null. Owned and ordered books count as had. */
export async function findNextBook(db: Db, userId: number, products: readonly ProductRow[]): Promise<string | null> {
  const [classes, books, ordered] = await Promise.all([
    db
      .selectFrom('turma_alunos')
      .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
      .select('turmas.livro_id')
      .where('turma_alunos.user_id', '=', userId)
      .where(isInClass)
      .orderBy('turma_alunos.id')
      .execute(),
    db.selectFrom('user_books').select('livro_id').where('user_id', '=', userId).execute(),
    db
      .selectFrom('pedido_itens')
      .innerJoin('pedidos', 'pedidos.id', 'pedido_itens.pedido_id')
      .select('pedido_itens.codigo_produto')
      .distinct()
      .where('pedidos.user_id', '=', userId)
      .where('pedidos.status', '<>', STATUS.cancelled)
      .execute(),
  ]);
  return nextBookOf(products, {
    enrolled: classes.map(({ livro_id }) => livro_id),
    owned: new Set(books.map(({ livro_id }) => livro_id)),
    ordered: new Set(ordered.map(({ codigo_produto }) => codigo_produto)),
  });
}
