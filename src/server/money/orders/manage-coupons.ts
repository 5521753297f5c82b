import type { z } from 'zod';
import type { CouponInput } from '#lib/contract/orders.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { couponMessages } from '#lib/words/orders-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { wholeSchool } from '../../core/http/access.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireProofAbove } from '../../core/http/proof.ts';
import { forbidden, invalid, notFound, Refusal } from '../../core/http/refusal.ts';
import { couponSituation } from './coupons.ts';
import type { updateSchoolCouponInput } from './inputs.ts';

type Input = z.output<typeof CouponInput>;
type Change = z.output<typeof updateSchoolCouponInput>;

/** Coupons that students of the own school may use, the newest first. */
export async function listSchoolCoupons(ctx: Ctx) {
  const { db, reach } = ctx;
  const products = db.selectFrom('products').select(['codigo', 'nome']).orderBy('codigo');
  const [items, produtos] = await Promise.all([present(ctx, db), products.execute()]);
  return { items, produtos, pode_criar: reach.units === null && ctx.session.escolaId !== null };
}

/** @throws Refusal 403 for staff of some units, 409 for a code that the school or the network has, 422 for an unknown product */
export async function createSchoolCoupon(ctx: Ctx, { produtos, name, ...input }: Input) {
  const { escolaId } = ctx.session;
  if (escolaId === null) throw forbidden(couponMessages.noSchool);
  await requireProofFor(ctx, input);
  return ctx.db.transaction().execute(async (tx) => {
    const school = await tx
      .selectFrom('schools')
      .select(['nome', 'cidade'])
      .where('id', '=', escolaId)
      .executeTakeFirstOrThrow();
    if (await isOfNetwork(tx, name)) throw knownCode();
    const made = await tx
      .insertInto('cupons')
      .values({
        ...columnsOf(input),
        name,
        escola_id: escolaId,
        aplica_em: 'pedido',
        parceiro_nome: school.nome,
        parceiro_logo_url: null,
        parceiro_categoria: 'Material',
        parceiro_cidade: school.cidade,
        usos: 0,
      })
      .onConflict((known) => known.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw knownCode();
    await setProducts(tx, made.id, produtos);
    await audit({ ...ctx, db: tx }, 'coupon-create', `coupon:${made.id}`, { depois: told(name, input, produtos) });
    return presentOne(ctx, tx, made.id);
  });
}

/** @throws Refusal 403, 404 for another school's, 422 for an unknown product */
export function updateSchoolCoupon(ctx: Ctx, { id, produtos, ativo, ...input }: Change) {
  const escola = wholeSchool(ctx.reach);
  return ctx.db.transaction().execute(async (tx) => {
    const before = (await present(ctx, tx)).find((each) => each.id === id);
    if (!before) throw notFound(couponMessages.missing);
    if (!before.pode_editar) throw forbidden(couponMessages.ofNetwork);
    if (ativo && givesMore(before, input, produtos)) await requireProofFor({ ...ctx, db: tx }, input);
    await tx
      .updateTable('cupons')
      .set({ ...columnsOf(input), ativo })
      .where('id', '=', id)
      .$if(escola !== null, (own) => own.where('escola_id', '=', escola))
      .execute();
    await setProducts(tx, id, produtos);
    const antes = { ...told(before.name, before, before.produtos), ativo: before.situacao !== 'encerrado' };
    const depois = { ...told(before.name, input, produtos), ativo };
    await audit({ ...ctx, db: tx }, 'coupon-update', `coupon:${id}`, { antes, depois });
    return presentOne(ctx, tx, id);
  });
}

/** What a percentage is worth shows only in the order, so it always asks. */
const requireProofFor = (ctx: Ctx, { desconto_tipo, desconto_valor }: Fields): Promise<void> =>
  requireProofAbove(ctx, ctx.db, { centavos: desconto_tipo === 'valor' ? desconto_valor : Number.POSITIVE_INFINITY });

/** Texts and an earlier end give nobody more. */
function givesMore(
  before: Awaited<ReturnType<typeof presentOne>>,
  after: Fields,
  produtos: readonly string[],
): boolean {
  const lasts = (until: string | null | undefined) => until || '9999-12-31';
  return (
    before.situacao === 'encerrado' ||
    before.desconto_tipo !== after.desconto_tipo ||
    after.desconto_valor > before.desconto_valor ||
    lasts(after.valido_ate) > lasts(before.valido_ate) ||
    (after.usos_max ?? Number.POSITIVE_INFINITY) > (before.usos_max ?? Number.POSITIVE_INFINITY) ||
    before.produtos.toSorted().join() !== produtos.toSorted().join()
  );
}

/** A code of the network counts in every school. */
const isOfNetwork = (tx: Db, name: string) =>
  tx.selectFrom('cupons').select('id').where('name', '=', name).where('escola_id', 'is', null).executeTakeFirst();

const knownCode = () =>
  new Refusal(409, couponMessages.known, { code: 'coupon_known', fields: { name: couponMessages.known } });

type Fields = Omit<Input, 'produtos' | 'name'>;

const columnsOf = ({ descricao, regras, desconto_tipo, desconto_valor, valido_de, valido_ate, usos_max }: Fields) => ({
  descricao,
  regras: regras ?? '',
  desconto_tipo,
  desconto_valor,
  valido_de: valido_de ?? null,
  valido_ate: valido_ate ?? null,
  usos_max: usos_max ?? null,
});

const told = (name: string, fields: Fields, produtos: readonly string[]): Values => ({
  ...columnsOf(fields),
  codigo: name,
  produtos: produtos.join(', '),
});

async function setProducts(tx: Db, id: number, codes: readonly string[]): Promise<void> {
  await tx.deleteFrom('cupom_produtos').where('cupom_id', '=', id).execute();
  if (codes.length === 0) return;
  const rows = await tx.selectFrom('products').select('id').where('codigo', 'in', codes).execute();
  if (rows.length !== new Set(codes).size) {
    throw invalid(couponMessages.noProduct, { produtos: couponMessages.noProduct });
  }
  await tx
    .insertInto('cupom_produtos')
    .values(rows.map((product) => ({ cupom_id: id, product_id: product.id })))
    .execute();
}

async function presentOne(ctx: Ctx, tx: Db, id: number) {
  const coupon = (await present(ctx, tx)).find((each) => each.id === id);
  if (!coupon) throw notFound(couponMessages.missing);
  return coupon;
}

async function present({ reach, session, now }: Ctx, db: Db) {
  const { escolaId, units } = reach;
  const today = dayIn(session.timeZone, now());
  const rows = await db
    .selectFrom('cupons')
    .selectAll()
    .$if(escolaId !== null, (all) =>
      all.where(({ or, eb }) => or([eb('escola_id', 'is', null), eb('escola_id', '=', escolaId)])),
    )
    .orderBy('id', 'desc')
    .execute();
  const named = await db
    .selectFrom('cupom_produtos')
    .innerJoin('products', 'products.id', 'cupom_produtos.product_id')
    .select(['cupom_produtos.cupom_id', 'products.codigo'])
    .orderBy('products.codigo')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    aplica_em: row.aplica_em,
    parceiro: row.parceiro_nome,
    descricao: row.descricao,
    regras: row.regras,
    desconto_tipo: row.desconto_tipo,
    desconto_valor: row.desconto_valor,
    valido_de: row.valido_de,
    valido_ate: row.valido_ate,
    usos_max: row.usos_max,
    usos: row.usos,
    produtos: named.flatMap(({ cupom_id, codigo }) => (cupom_id === row.id ? [codigo] : [])),
    situacao: couponSituation(row, today),
    /** false: belongs to the whole network, and only admins change it. */
    pode_editar: units === null && row.aplica_em === 'pedido' && (escolaId === null || row.escola_id === escolaId),
  }));
}
