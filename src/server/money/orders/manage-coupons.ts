import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { CouponInput } from '#lib/contract/orders.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { couponMessages, type couponStates } from '#lib/words/orders-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { countsOf, countUpTo } from '../../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { folded, hasWords } from '../../core/db/people-by-name.ts';
import { decidingSchool, wholeSchool } from '../../core/http/access.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireReauthenticationAbove } from '../../core/http/reauthentication.ts';
import { forbidden, invalid, notFound, Refusal } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import { situationOn } from './coupons.ts';
import type { listSchoolCouponsInput, updateSchoolCouponInput } from './inputs.ts';

type Input = z.output<typeof CouponInput>;
type Change = z.output<typeof updateSchoolCouponInput>;

const newest: Order = [['cupons.id', 'desc']];

/** Coupons that students of the own school may use, the newest first. */
export async function listSchoolCoupons(
  ctx: Ctx,
  { q, situacao, limit, depois }: z.output<typeof listSchoolCouponsInput>,
) {
  const { db, reach } = ctx;
  const all = couponsOf(ctx, db).$if(Boolean(q), (some) => some.where(hasWords(q ?? '', folded('cupons.name'))));
  const state = situationOn(todayOf(ctx));
  const query = situacao ? all.where(state, '=', situacao) : all;
  const [found, total, states, produtos] = await Promise.all([
    pageAfter(query.selectAll('cupons').select(state.as('situacao')), newest, { depois, limit }).execute(),
    countUpTo(db, query, { limit, offset: 0 }),
    db
      .selectFrom(all.select(state.as('status')).as('each'))
      .select(['status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('status')
      .execute(),
    db.selectFrom('products').select(['id', 'codigo', 'nome']).orderBy('codigo').execute(),
  ]);
  const { rows, next } = cutPage(found, limit, ({ id }) => [id]);
  const pode_criar = reach.units === null && ctx.session.escolaId !== null;
  return { items: await present(ctx, db, rows), total, next, contagens: countsOf(states), produtos, pode_criar };
}

/** @throws Refusal 403 for staff of some units, 409 for a code that the school or the network has, 422 for an unknown product */
export async function createSchoolCoupon(ctx: Ctx, { produtos, name, ...input }: Input) {
  const escolaId = decidingSchool(ctx);
  await requireReauthenticationFor(ctx, input);
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
    const coupon = await presentOne(ctx, tx, made.id);
    const { ativo: _, ...depois } = auditValues(coupon);
    await audit({ ...ctx, db: tx }, 'coupon-create', `coupon:${made.id}`, { depois });
    return coupon;
  });
}

/** @throws Refusal 403, 404 for another school's, 422 for an unknown product */
export function updateSchoolCoupon(ctx: Ctx, { id, produtos, ativo, ...input }: Change) {
  const escola = wholeSchool(ctx.reach);
  return ctx.db.transaction().execute(async (tx) => {
    const before = await presentOne(ctx, tx, id);
    if (!before.pode_editar) throw forbidden(couponMessages.ofNetwork);
    if (ativo && givesMore(before, input, produtos)) await requireReauthenticationFor({ ...ctx, db: tx }, input);
    await tx
      .updateTable('cupons')
      .set({ ...columnsOf(input), ativo })
      .where('id', '=', id)
      .$if(escola !== null, (own) => own.where('escola_id', '=', escola))
      .execute();
    await setProducts(tx, id, produtos);
    const after = await presentOne(ctx, tx, id);
    await audit({ ...ctx, db: tx }, 'coupon-update', `coupon:${id}`, {
      antes: auditValues(before),
      depois: auditValues(after),
    });
    return after;
  });
}

/** The value of a percentage depends on the order, so it always requires re-authentication. */
const requireReauthenticationFor = (ctx: Ctx, { desconto_tipo, desconto_valor }: Fields): Promise<void> =>
  requireReauthenticationAbove(ctx, ctx.db, {
    centavos: desconto_tipo === 'valor' ? desconto_valor : Number.POSITIVE_INFINITY,
  });

/** Whether a change increases the discount; texts and an earlier end do not. */
function givesMore(before: Coupon, after: Fields, produtos: readonly number[]): boolean {
  const lasts = (until: string | null | undefined) => until || '9999-12-31';
  return (
    before.situacao === 'encerrado' ||
    before.desconto_tipo !== after.desconto_tipo ||
    after.desconto_valor > before.desconto_valor ||
    lasts(after.valido_ate) > lasts(before.valido_ate) ||
    (after.usos_max ?? Number.POSITIVE_INFINITY) > (before.usos_max ?? Number.POSITIVE_INFINITY) ||
    setOf(before.produtos.map(({ id }) => id)) !== setOf(produtos)
  );
}

const setOf = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b).join();

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

const auditValues = (coupon: Coupon): Values => ({
  ...columnsOf(coupon),
  codigo: coupon.name,
  produtos: coupon.produtos.map(({ codigo }) => codigo).join(', '),
  ativo: coupon.situacao !== 'encerrado',
});

async function setProducts(tx: Db, id: number, requested: readonly number[]): Promise<void> {
  await tx.deleteFrom('cupom_produtos').where('cupom_id', '=', id).execute();
  const ids = [...new Set(requested)];
  if (ids.length === 0) return;
  const rows = await tx.selectFrom('products').select('id').where('id', 'in', ids).execute();
  if (rows.length !== ids.length) throw invalid(couponMessages.noProduct, { produtos: couponMessages.noProduct });
  await tx
    .insertInto('cupom_produtos')
    .values(ids.map((product_id) => ({ cupom_id: id, product_id })))
    .execute();
}

/** @throws Refusal 404 */
async function presentOne(ctx: Ctx, tx: Db, id: number) {
  const query = couponsOf(ctx, tx)
    .selectAll('cupons')
    .select(situationOn(todayOf(ctx)).as('situacao'));
  const rows = await query.where('cupons.id', '=', id).execute();
  const [coupon] = await present(ctx, tx, rows);
  if (!coupon) throw notFound(couponMessages.missing);
  return coupon;
}
type Coupon = Awaited<ReturnType<typeof presentOne>>;

const todayOf = ({ session, now }: Ctx) => dayIn(session.timeZone, now());

/** Coupons of the own school and of the network. */
const couponsOf = ({ reach: { escolaId } }: Ctx, db: Db) =>
  db
    .selectFrom('cupons')
    .$if(escolaId !== null, (all) =>
      all.where(({ or, eb }) => or([eb('cupons.escola_id', 'is', null), eb('cupons.escola_id', '=', escolaId)])),
    );

type Found = Selectable<Schema['cupons']> & { situacao: keyof typeof couponStates };

async function present({ reach: { escolaId, units } }: Ctx, db: Db, rows: readonly Found[]) {
  if (rows.length === 0) return [];
  const named = await db
    .selectFrom('cupom_produtos')
    .innerJoin('products', 'products.id', 'cupom_produtos.product_id')
    .select(['cupom_produtos.cupom_id', 'products.id', 'products.codigo'])
    .where(
      'cupom_produtos.cupom_id',
      'in',
      rows.map(({ id }) => id),
    )
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
    produtos: named.flatMap(({ cupom_id, id, codigo }) => (cupom_id === row.id ? [{ id, codigo }] : [])),
    situacao: row.situacao,
    /** false: belongs to the whole network, so only admins change it. */
    pode_editar: units === null && row.aplica_em === 'pedido' && (escolaId === null || row.escola_id === escolaId),
  }));
}
