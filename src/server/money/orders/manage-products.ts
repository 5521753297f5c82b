import type { z } from 'zod';
import type { Product } from '#lib/contract/orders.schema.ts';
import { productMessages } from '#lib/words/orders-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { wholeSchool } from '../../core/http/access.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, Refusal } from '../../core/http/refusal.ts';
import { booksOfSchool } from '../../study/books/visible-books.ts';
import type { createSchoolProductInput, updateSchoolProductInput } from './inputs.ts';
import { findProduct, NO_PICTURE, presentProduct } from './products.ts';
import { type ProductRow, productsOf } from './queries.ts';

/** All products of the network. */
export async function listSchoolProducts({ db, reach }: Ctx) {
  const rows = await productsOf(db).orderBy('ativo', 'desc').orderBy('products.codigo').execute();
  const pode_editar = reach.units === null && (await isOwner(db, reach.escolaId));
  const books = booksOfSchool(db, reach.escolaId).select(['id', 'nome']).orderBy('nome').orderBy('id');
  return {
    items: rows.map(presentProduct),
    /** Books that a new product may be; none for who makes no products. */
    livros: pode_editar ? await books.execute() : [],
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

/** What a product has from its book. Its picture is the cover, as long as it has one. */
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

/** Products are of the network: an admin changes them, or the school where there is only one. */
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
