import { sql } from 'kysely';
import type { ManagedRedemption } from '#lib/contract/club.schema.ts';
import type { setRedemptionStatus as call } from '#lib/contract/club.ts';
import type { ParsedInput } from '#lib/contract/core.ts';
import type { Endereco } from '#lib/contract/shapes.schema.ts';
import { audit } from '../account/audit.ts';
import type { Db } from '../db/connection.ts';
import type { Ctx } from '../http/ctx.ts';
import { notFound } from '../http/refusal.ts';
import { managedSchool } from './access.ts';
import { moveRedemption, nextSteps } from './move-redemption.ts';
import { notifyMember } from './notify.ts';
import type { RedemptionRow } from './present.ts';
import { likeOf } from './queries.ts';
import { withRewards } from './read-redemptions.ts';

interface Query {
  q?: string;
  status?: RedemptionRow['status'];
  limit: number;
  offset: number;
}

/** Redemptions of the own school, the newest first. */
export async function listManagedRedemptions(ctx: Ctx, { q, status, limit, offset }: Query) {
  let query = redemptionsOf(ctx, ctx.db);
  if (status) query = query.where('redemptions.status', '=', status);
  if (q) {
    query = query.where((where) =>
      where.or([
        sql<boolean>`lower(users.full_name) like ${likeOf(q)} escape '\\'`,
        where('redemptions.codigo_retirada', '=', q.toUpperCase()),
      ]),
    );
  }
  const [rows, { total }] = await Promise.all([
    withColumns(query).orderBy('redemptions.id', 'desc').limit(limit).offset(offset).execute(),
    query.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items: await present(ctx, ctx.db, rows), total: Number(total), limit, offset };
}

const words: Readonly<Record<ParsedInput<typeof call>['body']['status'], string>> = {
  aprovado: 'Seu pedido foi aprovado',
  pronto: 'Sua recompensa está pronta',
  entregue: 'Recompensa entregue',
  cancelado: 'Seu pedido foi recusado',
};

/**
 * Moves a redemption of the own school on inside a transaction, and tells the member.
 *
 * @throws Refusal 404 for another school's, 409 where the step is not open.
 */
export async function setRedemptionStatus(
  ctx: Ctx,
  tx: Db,
  id: number,
  { status, motivo }: ParsedInput<typeof call>['body'],
): Promise<ManagedRedemption> {
  const found = await withColumns(redemptionsOf(ctx, tx)).where('redemptions.id', '=', id).executeTakeFirst();
  if (!found) throw notFound('Não encontramos este pedido na sua escola.');
  const at = ctx.now();
  const moved = await moveRedemption(tx, ctx, found, {
    to: status,
    at,
    by: 'equipe',
    porUserId: ctx.session.userId,
    ...(motivo !== undefined && { motivo }),
  });
  const [shown] = await present(ctx, tx, [{ ...found, ...moved }]);
  if (!shown) throw notFound();
  const body =
    status === 'cancelado'
      ? `${shown.reward.nome}: ${motivo}. Os pontos voltaram ao seu saldo.`
      : `${shown.reward.nome}. Código de retirada: ${moved.codigo_retirada}.`;
  await notifyMember(tx, found.user_id, 'orders', { title: words[status], body }, at);
  await audit({ ...ctx, db: tx }, `redemption-${status}`, `redemption:${id}`, { about: found.user_id });
  return shown;
}

function redemptionsOf({ session }: Ctx, db: Db) {
  const escola = managedSchool(session);
  const query = db
    .selectFrom('redemptions')
    .innerJoin('users', 'users.id', 'redemptions.user_id')
    .leftJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .leftJoin('companies', 'companies.id', 'drive_users.company_id');
  return escola === null ? query : query.where('companies.escola_id', '=', escola);
}

const withColumns = (query: ReturnType<typeof redemptionsOf>) =>
  query.selectAll('redemptions').select(['users.full_name']);

async function present(ctx: Ctx, db: Db, rows: readonly (RedemptionRow & { full_name: string })[]) {
  const shown = await withRewards(ctx, db, rows);
  return rows.flatMap((row): ManagedRedemption[] => {
    const resgate = shown.find(({ id }) => id === row.id);
    if (!resgate) return [];
    return [
      {
        ...resgate,
        aluno: { id: row.user_id, full_name: row.full_name },
        proximos: [...nextSteps(row.status)],
        entrega: row.entrega === null ? null : lineOf(JSON.parse(row.entrega) as Endereco),
      },
    ];
  });
}

const lineOf = ({ cep, street, street_number, complement, district, city, state }: Endereco) => ({
  cep,
  linha: [`${street}, ${street_number}`, complement, district, `${city} - ${state}`].filter(Boolean).join(', '),
});
