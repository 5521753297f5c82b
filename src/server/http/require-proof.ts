import type { CallName } from '#lib/contract/index.schema.ts';
import { isProofFresh, needsProof, PROOF_NEEDED } from '#lib/rules/people/proof.ts';
import type { School, Session } from './ctx.ts';
import { Refusal } from './refusal.ts';

/** @throws Refusal 403 for a call that asks for a proof which the session lacks (0098) */
export function requireProof({ config, now }: School, session: Session, call: CallName, input: unknown): void {
  if (config.connected || isProofFresh(session.provedAt, now().getTime())) return;
  if (!needsProof(call, (input as { body?: unknown }).body)) return;
  throw new Refusal(403, 'Confirme que é você para continuar.', { code: PROOF_NEEDED });
}
