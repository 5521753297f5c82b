import { isReauthenticationFresh, REAUTHENTICATION_NEEDED } from '#lib/rules/people/reauthentication.ts';
import type { Db } from '../db/connection.ts';
import type { Ctx } from './ctx.ts';
import { Refusal } from './refusal.ts';

/**
 * The dispatcher calls it by the facts of an operation (0097); an operation calls it itself if only its data shows that
 * re-authentication is needed (`reauthenticate: 'by data'`).
 *
 * @throws Refusal 403 without a recent re-authentication
 */
export function requireReauthentication({ config, now, session }: Pick<Ctx, 'config' | 'now' | 'session'>): void {
  if (config.connected || isReauthenticationFresh(session.reauthenticatedAt, now().getTime())) return;
  throw new Refusal(403, 'Confirme que é você para continuar.', { code: REAUTHENTICATION_NEEDED });
}

/** How much staff may give without re-authentication. */
interface ReauthenticationLimits {
  centavos: number;
  pontos: number;
}

/** Until the school sets its own: R$ 100,00 and 1,000 points. */
const USUAL: ReauthenticationLimits = { centavos: 10_000, pontos: 1_000 };

/** The limits of a school; the default ones for staff without a school. */
export async function reauthenticationLimitsOf(db: Db, escolaId: number | null): Promise<ReauthenticationLimits> {
  const row = await db
    .selectFrom('schools')
    .select(['confirma_centavos', 'confirma_pontos'])
    .where('id', '=', escolaId ?? 0)
    .executeTakeFirst();
  return { centavos: row?.confirma_centavos ?? USUAL.centavos, pontos: row?.confirma_pontos ?? USUAL.pontos };
}

/**
 * Requires re-authentication if staff gives more than the school's limit, so that nobody can give money's worth from a screen
 * that was left open (0097).
 *
 * @param gift what the receiver gets, in centavos or points. @throws Refusal 403 `proof_needed`
 */
export async function requireReauthenticationAbove(
  ctx: Ctx,
  db: Db,
  gift: Partial<ReauthenticationLimits>,
): Promise<void> {
  const limits = await reauthenticationLimitsOf(db, ctx.session.escolaId);
  if ((gift.centavos ?? 0) > limits.centavos || (gift.pontos ?? 0) > limits.pontos) requireReauthentication(ctx);
}
