import type { CallName } from '#lib/contract/index.schema.ts';
import { type CallParts, isProofFresh, needsProof, PROOF_NEEDED } from '#lib/rules/people/proof.ts';
import type { Ctx, School, Session } from './ctx.ts';
import { Refusal } from './refusal.ts';

/** @throws Refusal 403 for a call that asks for a proof which the session lacks (0098) */
export function requireProof(school: School, session: Session, call: CallName, input: unknown): void {
  if (needsProof(call, input as CallParts)) requireFreshProof({ ...school, session });
}

/**
 * For operations that know only from the data that they need a proof (`callsWithProofByFact`).
 *
 * @throws Refusal 403 without a proof that still counts
 */
export function requireFreshProof({ config, now, session }: Pick<Ctx, 'config' | 'now' | 'session'>): void {
  if (config.connected || isProofFresh(session.provedAt, now().getTime())) return;
  throw new Refusal(403, 'Confirme que é você para continuar.', { code: PROOF_NEEDED });
}
