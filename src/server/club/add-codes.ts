import { MAX_CODES, readCodes } from '#lib/rules/club/code-list.ts';
import { codeMessages } from '#lib/words/club-panel.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { conflict, invalid } from '../core/http/refusal.ts';
import { rewardInReach } from './manage-rewards.ts';
import { freeCodes, givenCodes } from './queries.ts';

/** Some statements take few parameters. */
const IN_ONE = 200;

/**
 * Adds pasted codes to a digital reward. Members who wait for one get theirs at the job's next turn. The log tells how
 * many came, never a code.
 *
 * @returns how many are new, the lines that repeat another or a stored code, and how many are free
 * @throws Refusal 403, 404, 409 for a reward without codes, 422
 */
export async function addRewardCodes(ctx: Ctx, id: number, text: string) {
  const { codes, repeated, tooLong } = readCodes(text);
  if (tooLong.length > 0) throw unusable(codeMessages.tooLong(tooLong));
  if (codes.length === 0) throw unusable(codeMessages.none);
  if (codes.length > MAX_CODES) throw unusable(codeMessages.tooMany);
  const added = await ctx.db.transaction().execute(async (tx) => {
    const { entrega } = await rewardInReach(ctx, tx, id);
    if (entrega !== 'digital') throw conflict(codeMessages.notDigital, 'not_digital');
    const at = ctx.now().toISOString();
    const stored = new Set<string>();
    for (let from = 0; from < codes.length; from += IN_ONE) {
      const some = codes.slice(from, from + IN_ONE);
      const given = await givenCodes(
        tx,
        id,
        some.map(({ codigo }) => codigo),
      );
      const fresh = some.filter(({ codigo }) => !given.has(codigo));
      if (fresh.length === 0) continue;
      const rows = await tx
        .insertInto('reward_codes')
        .values(
          fresh.map(({ codigo }) => ({
            reward_id: id,
            codigo,
            adicionado_em: at,
            usado_em: null,
            redemption_id: null,
          })),
        )
        .onConflict((known) => known.columns(['reward_id', 'codigo']).doNothing())
        .returning('codigo')
        .execute();
      for (const { codigo } of rows) stored.add(codigo);
    }
    const livres = await freeCodes(tx, id);
    await audit({ ...ctx, db: tx }, 'reward-codes', `reward:${id}`, {
      antes: { livres: livres - stored.size },
      depois: { livres },
    });
    const known = codes.filter(({ codigo }) => !stored.has(codigo)).map(({ line }) => line);
    return { novos: stored.size, repetidos: [...known, ...repeated].toSorted((a, b) => a - b), livres };
  });
  ctx.wake();
  return added;
}

const unusable = (problem: string) => invalid(problem, { codigos: problem });

/** Throws the free codes of a reward away, as when their partner ends them. @throws Refusal 403, 404 */
export function discardRewardCodes(ctx: Ctx, id: number) {
  return ctx.db.transaction().execute(async (tx) => {
    await rewardInReach(ctx, tx, id);
    const gone = await tx
      .deleteFrom('reward_codes')
      .where('reward_id', '=', id)
      .where('usado_em', 'is', null)
      .returning('id')
      .execute();
    const antes = { livres: gone.length };
    await audit({ ...ctx, db: tx }, 'reward-codes-discard', `reward:${id}`, { antes, depois: { livres: 0 } });
    return { descartados: gone.length };
  });
}
