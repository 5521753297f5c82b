import type { z } from 'zod';
import type { Endereco } from '#lib/contract/shapes.schema.ts';
import { ownStepName } from '#lib/rules/club/redemption-words.ts';
import { codeMessages, redemptionWords } from '#lib/words/club-panel.ts';
import type { Db } from '../core/db/connection.ts';
import { countsOf, countUpTo } from '../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../core/db/keyset.ts';
import { withUnit } from '../core/db/people.ts';
import { hasWords, personText } from '../core/db/people-by-name.ts';
import { within } from '../core/http/access.ts';
import { audit, changeOf } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { invalid, notFound } from '../core/http/refusal.ts';
import { isToDeliver } from './figures.ts';
import { handCodeOver, handTypedCode } from './hand-code-over.ts';
import type { listManagedRedemptionsInput, updateRedemptionsInput } from './inputs.ts';
import { notifyMember } from './notify.ts';
import type { RedemptionRow, RewardRow } from './present.ts';
import { movedMeanwhile, moveRedemption, nextSteps, withRewards } from './redemptions.ts';

const newest: Order = [['redemptions.id', 'desc']];
const OPEN = ['solicitado', 'aprovado', 'pronto'] as const;

/** Redemptions of the own school, the newest first. */
export async function listManagedRedemptions(
  ctx: Ctx,
  { q, status, limit, depois }: z.output<typeof listManagedRedemptionsInput>,
) {
  let all = redemptionsOf(ctx, ctx.db);
  if (q) {
    all = all.where((where) =>
      where.or([hasWords(q, personText()), where('redemptions.codigo_retirada', '=', q.toUpperCase())]),
    );
  }
  const toDeliver = all.where(isToDeliver);
  const query = status === 'a_entregar' ? toDeliver : status ? all.where('redemptions.status', '=', status) : all;
  const [found, total, states, a_entregar] = await Promise.all([
    pageAfter(withColumns(query), newest, { depois, limit }).execute(),
    countUpTo(ctx.db, query, { limit, offset: 0 }),
    // Ended redemptions grow without limit, and nobody needs their number.
    all
      .where('redemptions.status', 'in', OPEN)
      .select(['redemptions.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('redemptions.status')
      .execute(),
    countUpTo(ctx.db, toDeliver, { limit: 0, offset: 0 }),
  ]);
  const { rows, next } = cutPage(found, limit, ({ id }) => [id]);
  const contagens: Record<string, number> = { ...countsOf(states), a_entregar };
  return { items: await present(ctx, ctx.db, rows), total, next, contagens };
}

type NewStatus = z.output<typeof updateRedemptionsInput>['status'];

const words: Readonly<Record<NewStatus, string>> = {
  aprovado: 'Seu pedido foi aprovado',
  pronto: 'Sua recompensa está pronta',
  entregue: 'Recompensa entregue',
  cancelado: 'Seu pedido foi recusado',
};

/** The notice's words, which depend on the delivery of the reward. `body` follows the name of the reward. */
function noticeOf(reward: RewardRow['entrega'], status: NewStatus, redemption: RedemptionRow) {
  const { motivo, codigo_retirada, desconto_centavos } = redemption;
  // The delivery of the reward may have been changed since the redemption.
  const kind = desconto_centavos === null ? reward : 'desconto';
  if (status === 'cancelado') return { title: words.cancelado, body: `: ${motivo}. Os pontos voltaram ao seu saldo.` };
  if (kind === 'escola') return { title: words[status], body: `. Código de retirada: ${codigo_retirada}.` };
  if (kind === 'desconto') {
    const discount = status === 'entregue' ? 'A escola já deu o desconto.' : 'A escola ainda vai dar o desconto.';
    return { title: words[status], body: `. ${discount}` };
  }
  return { title: words[status], body: '. O código chega em Trocas, no clube.' };
}

/** Notifies a member of a redemption's new state. @param found its previous state, with the name and delivery of its reward */
async function notifyOfStep(
  tx: Db,
  found: { reward: string; kind: RewardRow['entrega'] },
  moved: RedemptionRow,
  at: Date,
): Promise<void> {
  const { title, body } = noticeOf(found.kind, moved.status as NewStatus, moved);
  await notifyMember(tx, moved.user_id, 'orders', { title, body: `${found.reward}${body}` }, at);
}

/**
 * Moves a redemption of the manager's own school to its next state inside a transaction, and notifies the member.
 *
 * @throws Refusal 404 for another school's redemption, 409 for a step that is not allowed now.
 */
export async function moveOn(
  ctx: Ctx,
  tx: Db,
  id: number,
  { status, motivo, codigo, de }: Omit<z.output<typeof updateRedemptionsInput>, 'ids'>,
) {
  const found = await withColumns(redemptionsOf(ctx, tx)).where('redemptions.id', '=', id).executeTakeFirst();
  if (!found) throw notFound('Não encontramos este pedido na sua escola.');
  if (de && !de.includes(found.status)) throw movedMeanwhile();
  const at = ctx.now();
  const step = { to: status, at, by: 'equipe' as const, porUserId: ctx.session.userId };
  let moved: RedemptionRow;
  if (status === 'entregue' && found.kind === 'digital') {
    moved = await handOver(ctx, tx, found, codigo);
  } else {
    moved = await moveRedemption(tx, ctx, found, { ...step, ...(motivo && { motivo }) });
    await notifyOfStep(tx, found, moved, at);
  }
  await audit({ ...ctx, db: tx }, `redemption-${status}`, `redemption:${id}`, {
    about: found.user_id,
    ...changeOf(found, moved, ['status', 'motivo']),
  });
  return { found, moved };
}

/**
 * Hands a digital reward over by a typed code, otherwise by a stored one. @throws Refusal 409, 422 without any code and for a
 * used code
 */
async function handOver(ctx: Ctx, tx: Db, found: RedemptionRow, codigo?: string | null): Promise<RedemptionRow> {
  const porUserId = ctx.session.userId;
  ctx.wake();
  if (!codigo) {
    const handed = await handCodeOver(tx, ctx, found, porUserId);
    if (!handed) throw invalid(codeMessages.missing, { codigo: 'Informe o código' });
    return handed;
  }
  return handTypedCode(tx, ctx, found, codigo, porUserId);
}

export const redemptionsOf = ({ reach }: Ctx, db: Db) =>
  db
    .selectFrom('redemptions')
    .innerJoin('users', 'users.id', 'redemptions.user_id')
    .innerJoin('rewards', 'rewards.id', 'redemptions.reward_id')
    .$call(withUnit)
    .$call(within(reach));

export const withColumns = (query: ReturnType<typeof redemptionsOf>) =>
  query
    .selectAll('redemptions')
    .select('users.full_name')
    .select(['rewards.nome as reward', 'rewards.entrega as kind']);

async function present(ctx: Ctx, db: Db, rows: readonly (RedemptionRow & { full_name: string })[]) {
  const shown = await withRewards(ctx, db, rows);
  return rows.flatMap((row) => {
    const resgate = shown.find(({ id }) => id === row.id);
    if (!resgate) return [];
    return [
      {
        ...resgate,
        reward: { nome: resgate.reward.nome, entrega: resgate.reward.entrega },
        /** In words. */
        situacao: ownStepName(resgate, row.status) ?? redemptionWords[row.status].name,
        aluno: { id: row.user_id, full_name: row.full_name },
        /** Possible next states, in the order of the buttons. */
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
