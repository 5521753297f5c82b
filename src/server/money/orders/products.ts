import { sql } from 'kysely';
import type { z } from 'zod';
import type { Product } from '#lib/contract/orders.schema.ts';
import { LEVELS, nextBookOf } from '#lib/rules/orders/next-book.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import { productMessages } from '#lib/words/orders-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { countUpTo } from '../../core/db/counts.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { folded, hasWords } from '../../core/db/people-by-name.ts';
import { wholeSchool } from '../../core/http/access.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound, Refusal } from '../../core/http/refusal.ts';
import { booksOfSchool } from '../../study/books/read-books.ts';
import { faixasOf, unitPrice } from './coupons.ts';
import type { createSchoolProductInput, listSchoolProductsInput, updateSchoolProductInput } from './inputs.ts';
import { type ProductRow, productsByCode, productsOf } from './queries.ts';

/** The picture of products without a book; a book's cover is the picture otherwise. */
export const NO_PICTURE = '/brand/produtos/material.svg';

export const presentProduct = (row: ProductRow): Product => ({
  codigo: row.codigo,
  nome: row.nome,
  descricao: row.descricao,
  linha: row.linha,
  // A book has one picture, here and among the books of a student.
  imagem_url: row.capa_url ?? row.imagem_url,
  livro_id: row.livro_id,
  nivel_cefr: row.nivel_cefr,
  preco_centavos: unitPrice(row.linha, 1),
  faixas: faixasOf(row.linha),
  exige_teste_nivel: row.exige_teste_nivel,
  ativo: row.ativo,
  estoque: row.estoque,
  prazo_dias: row.prazo_dias,
});

/** @throws Refusal 404 */
export async function findProduct(db: Db, code: string): Promise<ProductRow> {
  const [row] = await productsByCode(db, [code]);
  if (!row) throw notFound('Não encontramos este material.');
  return row;
}

/** Why nobody can order a product now, or null. */
export function productProblem({
  nome,
  ativo,
  estoque,
}: Pick<ProductRow, 'nome' | 'ativo' | 'estoque'>): string | null {
  if (!ativo) return `${nome} não é mais vendido.`;
  return estoque === 'indisponivel' ? `${nome} está em falta no momento.` : null;
}

interface OrderedProduct {
  codigo_produto: string;
  quantidade: number;
}

/**
 * The products of an order with their quantities. Repeated codes are added up.
 *
 * @throws Refusal 404 for an unknown code, 409 for a product that is not on sale.
 */
export async function findLines(db: Db, requested: readonly OrderedProduct[]) {
  const quantities = new Map<string, number>();
  for (const { codigo_produto: code, quantidade } of requested) {
    quantities.set(code, (quantities.get(code) ?? 0) + quantidade);
  }
  const rows = await productsByCode(db, [...quantities.keys()]);
  return [...quantities].map(([code, quantidade]) => {
    const product = rows.find(({ codigo }) => codigo === code);
    if (!product) throw notFound(`Não encontramos o material ${code}.`);
    const problem = productProblem(product);
    if (problem) throw conflict(problem, 'product_unavailable');
    return { product, linha: product.linha, quantidade };
  });
}

/** Ids of the products of an order. */
export const idsOf = (lines: readonly { product: ProductRow }[]): number[] => lines.map(({ product }) => product.id);

/** Products on sale first. */
const shownFirst: Order = [
  [sql`case when products.ativo = 0 then '1' else '0' end`, 'asc'],
  ['products.codigo', 'asc'],
  ['products.id', 'asc'],
];

/** All products of the network. */
export async function listSchoolProducts(
  { db, reach }: Ctx,
  { q, limit, depois }: z.output<typeof listSchoolProductsInput>,
) {
  const all = productsOf(db).$if(Boolean(q), (some) =>
    some.where(hasWords(q ?? '', folded('products.codigo'), folded('products.nome'))),
  );
  const pode_editar = reach.units === null && (await isOwner(db, reach.escolaId));
  const [found, total, livros] = await Promise.all([
    pageAfter(all, shownFirst, { depois, limit }).execute(),
    countUpTo(db, all, { limit, offset: 0 }),
    pode_editar ? booksOfSchool(db, reach.escolaId).select(['id', 'nome']).orderBy('nome').orderBy('id').execute() : [],
  ]);
  const { rows, next } = cutPage(found, limit, ({ ativo, codigo, id }) => [ativo ? '0' : '1', codigo, id]);
  return {
    items: rows.map((row) => ({ id: row.id, ...presentProduct(row), pode_editar })),
    total,
    next,
    /** Books for a new product; empty for users who may not create products. */
    livros,
    pode_editar,
  };
}

/** @throws Refusal 403, 409 for a known code or where several schools sell the same products, 422 for an unknown book */
export function createSchoolProduct(
  ctx: Ctx,
  { prazo_dias, livro_id, ...input }: z.output<typeof createSchoolProductInput>,
): Promise<Product> {
  const escola = wholeSchool(ctx.reach);
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await isOwner(tx, escola))) throw conflict(productMessages.ofNetwork, 'of_network');
    const row = await tx
      .insertInto('products')
      .values({ ...input, ...(await fromBook(tx, escola, livro_id ?? null)), prazo_dias: prazo_dias ?? null })
      .onConflict((known) => known.column('codigo').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) {
      const fields = { codigo: productMessages.known };
      throw new Refusal(409, productMessages.known, { code: 'product_known', fields });
    }
    await audit({ ...ctx, db: tx }, 'product-create', `product:${row.id}`, { depois: loggedProduct(row) });
    return presentProduct(await findProduct(tx, row.codigo));
  });
}

/** The fields that a product takes from its book. Its picture is the book's cover, if there is one. */
async function fromBook(tx: Db, escolaId: number | null, id: number | null) {
  if (id === null) return { livro_id: null, nivel_cefr: null, imagem_url: NO_PICTURE };
  const book = await booksOfSchool(tx, escolaId).select(['id', 'nivel_cefr']).where('id', '=', id).executeTakeFirst();
  if (!book) throw invalid(productMessages.noBook, { livro_id: productMessages.noBook });
  return { livro_id: book.id, nivel_cefr: book.nivel_cefr, imagem_url: NO_PICTURE };
}

/** @throws Refusal 403, 404, 409 where several schools sell the same products */
export function updateSchoolProduct(
  ctx: Ctx,
  { code, prazo_dias, ...input }: z.output<typeof updateSchoolProductInput>,
): Promise<Product> {
  const escola = wholeSchool(ctx.reach);
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await isOwner(tx, escola))) throw conflict(productMessages.ofNetwork, 'of_network');
    const before = await findProduct(tx, code);
    const columns = { ...input, prazo_dias: prazo_dias ?? null };
    const row = await tx
      .updateTable('products')
      .set(columns)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit({ ...ctx, db: tx }, 'product-update', `product:${before.id}`, {
      antes: loggedProduct(before),
      depois: loggedProduct(row),
    });
    return presentProduct(await findProduct(tx, code));
  });
}

/** Products belong to the network: admins change them, or the school if it is the only one. */
async function isOwner(db: Db, escolaId: number | null): Promise<boolean> {
  if (escolaId === null) return true;
  return !(await db.selectFrom('schools').select('id').where('id', '<>', escolaId).limit(1).executeTakeFirst());
}

type LoggedProduct = Omit<ProductRow, 'capa_url'>;
const loggedProduct = ({
  codigo,
  nome,
  linha,
  estoque,
  prazo_dias,
  exige_teste_nivel,
  ativo,
}: LoggedProduct): Values => ({
  codigo,
  nome,
  linha,
  estoque,
  prazo_dias,
  exige_teste_nivel,
  ativo,
});

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

/** The book that a student needs next among these products, or null. Owned and ordered books are skipped. */
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
