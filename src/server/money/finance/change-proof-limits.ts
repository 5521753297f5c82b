import type { ProofLimits } from '#lib/contract/finance.schema.ts';
import { formatMoney } from '#lib/format/money.ts';
import { proofLimitWords } from '#lib/words/finance-limits.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { proofLimitsOf } from '../../core/http/proof-limits.ts';
import { conflict } from '../../core/http/refusal.ts';

/** The limits of the user's school. `pode_mudar`: the reader works for the whole of it. */
export async function readProofLimits({ db, session, reach }: Ctx) {
  const limits = await proofLimitsOf(db, session.escolaId);
  return { ...limits, pode_mudar: reach.units === null && session.escolaId !== null };
}

/** Sets the limits of the user's school. @throws Refusal 403 for staff of some units, 409 without a school */
export async function updateProofLimits(ctx: Ctx, { centavos, pontos }: ProofLimits) {
  const { escolaId } = ctx.session;
  if (escolaId === null) throw conflict(proofLimitWords.noSchool, 'no_school');
  await ctx.db.transaction().execute(async (tx) => {
    const before = await proofLimitsOf(tx, escolaId);
    await tx
      .updateTable('schools')
      .set({ confirma_centavos: centavos, confirma_pontos: pontos })
      .where('id', '=', escolaId)
      .execute();
    await audit({ ...ctx, db: tx }, 'proof-limits', `school:${escolaId}`, {
      antes: loggedLimits(before),
      depois: loggedLimits({ centavos, pontos }),
    });
  });
  return readProofLimits(ctx);
}

const loggedLimits = ({ centavos, pontos }: ProofLimits) => ({
  valor_sem_senha: formatMoney(centavos),
  pontos_sem_senha: pontos,
});
