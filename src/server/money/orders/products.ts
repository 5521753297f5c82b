import type { Product } from '#lib/contract/orders.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { faixasOf, unitPrice } from './group-discount.ts';
import { type ProductRow, productsByCode } from './queries.ts';

/** For products without a book, whose cover would be the picture. */
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

interface Wanted {
  codigo_produto: string;
  quantidade: number;
}

/**
 * The products of an order with their quantities. A code that comes twice is added up.
 *
 * @throws Refusal 404 for an unknown code, 409 for a product that is not on sale.
 */
export async function findLines(db: Db, wanted: readonly Wanted[]) {
  const quantities = new Map<string, number>();
  for (const { codigo_produto: code, quantidade } of wanted) {
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
