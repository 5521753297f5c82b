import { sql } from 'kysely';
import type { ManagedRedemption } from '#lib/contract/club.schema.ts';
import type { setRedemptionStatus as call } from '#lib/contract/club.ts';
import type { ParsedInput } from '#lib/contract/core.ts';
import type { Endereco } from '#lib/contract/shapes.schema.ts';
import type { Db } from '../db/connection.ts';
import { countUpTo } from '../db/count-up-to.ts';
import { likeOf } from '../db/like.ts';
import { withUnit } from '../db/people.ts';
import { within } from '../http/access.ts';
import { audit } from '../http/audit.ts';
import type { Ctx } from '../http/ctx.ts';
import { invalid, notFound } from '../http/refusal.ts';
import { moveRedemption, nextSteps } from './move-redemption.ts';
import { notifyMember } from './notify.ts';
import type { RedemptionRow, RewardRow } from './present.ts';
import { withRewards } from './read-redemptions.ts';
import { mailCode } from './send-code.ts';

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
  const [rows, total] = await Promise.all([
    withColumns(query).orderBy('redemptions.id', 'desc').limit(limit).offset(offset).execute(),
    countUpTo(ctx.db, query, { limit, offset }),
  ]);
  return { items: await present(ctx, ctx.db, rows), total, limit, offset };
}

type NewStatus = ParsedInput<typeof call>['body']['status'];

const words: Readonly<Record<NewStatus, string>> = {
  aprovado: 'Seu pedido foi aprovado',
  pronto: 'Sua recompensa está pronta',
  entregue: 'Recompensa entregue',
  cancelado: 'Seu pedido foi recusado',
};

/** What the member reads, in words that fit the delivery of the reward. `body` follows the name of the reward. */
function told(reward: RewardRow['entrega'], status: NewStatus, redemption: RedemptionRow) {
  const { motivo, codigo_retirada, desconto_centavos } = redemption;
  // The kind of the reward may have changed since.
  const kind = desconto_centavos === null ? reward : 'desconto';
  if (status === 'cancelado') return { title: words.cancelado, body: `: ${motivo}. Os pontos voltaram ao seu saldo.` };
  if (kind === 'escola') return { title: words[status], body: `. Código de retirada: ${codigo_retirada}.` };
  if (kind === 'desconto') {
    const given = status === 'entregue' ? 'A escola já deu o desconto.' : 'A escola ainda vai dar o desconto.';
    return { title: words[status], body: `. ${given}` };
  }
  return status === 'entregue'
    ? { title: 'Seu código chegou', body: '. Ele está no seu e-mail e em Trocas, no clube.' }
    : { title: words[status], body: '. O código chega por e-mail.' };
}

/**
 * Moves a redemption of the manager's own school on inside a transaction, and tells the member.
 *
 * @throws Refusal 404 for another school's, 409 for a step that is not allowed now.
 */
export async function setRedemptionStatus(
  ctx: Ctx,
  tx: Db,
  id: number,
  { status, motivo, codigo }: ParsedInput<typeof call>['body'],
): Promise<ManagedRedemption> {
  const found = await withColumns(redemptionsOf(ctx, tx)).where('redemptions.id', '=', id).executeTakeFirst();
  if (!found) throw notFound('Não encontramos este pedido na sua escola.');
  const at = ctx.now();
  const isHandedOver = status === 'entregue' && found.kind === 'digital';
  if (isHandedOver && codigo === undefined) {
    throw invalid('Escreva o código que o aluno vai usar.', { codigo: 'Informe o código' });
  }
  const moved = await moveRedemption(tx, ctx, found, {
    to: status,
    at,
    by: 'equipe',
    porUserId: ctx.session.userId,
    ...(motivo !== undefined && { motivo }),
    ...(isHandedOver && codigo !== undefined && { codigo }),
  });
  if (isHandedOver && codigo !== undefined) {
    await mailCode(tx, ctx, { recipient: found, reward: found.reward, code: codigo });
    ctx.wake();
  }
  const [shown] = await present(ctx, tx, [{ ...found, ...moved }]);
  if (!shown) throw notFound();
  const { title, body } = told(found.kind, status, moved);
  await notifyMember(tx, found.user_id, 'orders', { title, body: `${found.reward}${body}` }, at);
  await audit({ ...ctx, db: tx }, `redemption-${status}`, `redemption:${id}`, { about: found.user_id });
  return shown;
}

const redemptionsOf = ({ reach }: Ctx, db: Db) =>
  db
    .selectFrom('redemptions')
    .innerJoin('users', 'users.id', 'redemptions.user_id')
    .innerJoin('rewards', 'rewards.id', 'redemptions.reward_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .$call(within(reach));

const withColumns = (query: ReturnType<typeof redemptionsOf>) =>
  query
    .selectAll('redemptions')
    .select(['users.full_name', 'users.email', 'schools.marca'])
    .select(['rewards.nome as reward', 'rewards.entrega as kind']);

async function present(ctx: Ctx, db: Db, rows: readonly (RedemptionRow & { full_name: string })[]) {
  const shown = await withRewards(ctx, db, rows);
  return rows.flatMap((row): ManagedRedemption[] => {
    const resgate = shown.find(({ id }) => id === row.id);
    if (!resgate) return [];
    return [
      {
        ...resgate,
        aluno: { id: row.user_id, full_name: row.full_name },
        proximos: [...nextSteps(row)],
        entrega: row.entrega === null ? null : lineOf(JSON.parse(row.entrega) as Endereco),
      },
    ];
  });
}

const lineOf = ({ cep, street, street_number, complement, district, city, state }: Endereco) => ({
  cep,
  linha: [`${street}, ${street_number}`, complement, district, `${city} - ${state}`].filter(Boolean).join(', '),
});
