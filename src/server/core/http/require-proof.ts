import { isProofFresh, PROOF_NEEDED } from '#lib/rules/people/proof.ts';
import type { Ctx } from './ctx.ts';
import { Refusal } from './refusal.ts';

/**
 * The dispatcher asks by the facts of an operation (0098); an operation asks itself where only the data says that it needs
 * a proof (`proof: 'by data'`).
 *
 * @throws Refusal 403 without a proof that still counts
 */
export function requireFreshProof({ config, now, session }: Pick<Ctx, 'config' | 'now' | 'session'>): void {
  if (config.connected || isProofFresh(session.provedAt, now().getTime())) return;
  throw new Refusal(403, 'Confirme que é você para continuar.', { code: PROOF_NEEDED });
}
