import type { Session } from '../http/ctx.ts';
import { forbidden } from '../http/refusal.ts';

/** Orders are for students of units that sell through the portal. @throws Refusal 403 */
export function requireOrders(session: Session): void {
  if (!session.vendaDiretaAllow) throw forbidden('Sua escola ainda não vende material pelo portal.');
}
