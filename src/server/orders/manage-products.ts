import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import type { Product } from '#lib/contract/orders.schema.ts';
import type * as staff from '#lib/contract/orders-staff.ts';
import { productMessages } from '#lib/words/orders-office.ts';
import type { Db } from '../db/connection.ts';
import { wholeSchool } from '../http/access.ts';
import { audit, type Values } from '../http/audit.ts';
import type { Ctx } from '../http/ctx.ts';
import { conflict } from '../http/refusal.ts';
import { findProduct, presentProduct } from './products.ts';
import type { ProductRow } from './queries.ts';

/** All products of the network. */
export async function listSchoolProducts({ db, reach }: Ctx): Promise<CallAnswer<typeof staff.listSchoolProducts>> {
  const rows = await db.selectFrom('products').selectAll().orderBy('ativo', 'desc').orderBy('codigo').execute();
  return { items: rows.map(presentProduct), pode_editar: reach.units === null && (await isOwner(db, reach.escolaId)) };
}

/** @throws Refusal 403, 404, 409 where several schools sell the same products */
export function updateSchoolProduct(
  ctx: Ctx,
  code: string,
  { prazo_dias, ...input }: ParsedInput<typeof staff.updateSchoolProduct>['body'],
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
      antes: told(before),
      depois: told(row),
    });
    return presentProduct(row);
  });
}

/** Products are of the network: an admin changes them, or the school where there is only one. */
async function isOwner(db: Db, escolaId: number | null): Promise<boolean> {
  if (escolaId === null) return true;
  return !(await db.selectFrom('schools').select('id').where('id', '<>', escolaId).limit(1).executeTakeFirst());
}

const told = ({ codigo, nome, linha, estoque, prazo_dias, exige_teste_nivel, ativo }: ProductRow): Values => ({
  codigo,
  nome,
  linha,
  estoque,
  prazo_dias,
  exige_teste_nivel,
  ativo,
});
