import { loginReasons } from '#lib/words/auth-reasons.ts';
import type { Session } from './ctx.ts';
import type { LimitedScope } from './operation.ts';
import { Refusal } from './refusal.ts';

export const passwordRequired = () =>
  new Refusal(403, 'Entre com sua senha para continuar.', { code: 'password_required' });

/** @throws Refusal 403 for what the course's end closed, and for what a printed book code, or a key of another system, does not open */
export function requireOpen(scopes: readonly LimitedScope[], session: Session): void {
  if (session.scope === 'key') {
    if (scopes.includes('key')) return;
    throw new Refusal(403, 'Uma chave abre só a sincronização de tabelas.', { code: 'key_scope' });
  }
  if (session.ownDataOnly) {
    if (scopes.includes('former')) return;
    throw new Refusal(403, loginReasons.encerrado, { code: 'course_ended' });
  }
  if (session.scope === 'full' || scopes.includes('book')) return;
  throw passwordRequired();
}
