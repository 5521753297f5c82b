import type { Session } from '../core/http/ctx.ts';
import { forbidden } from '../core/http/refusal.ts';

/** Nobody may give points to themselves. @param id the member who gets the points. @throws Refusal 403 */
export function refuseOwn({ userId }: Session, id: number): void {
  if (userId === id) throw forbidden('Peça a outra pessoa da gestão para mexer nos seus próprios pontos.');
}
