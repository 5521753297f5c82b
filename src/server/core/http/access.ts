import { policy, type Right } from '#lib/rules/people/rights.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID, TEACHER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { loginReasons } from '#lib/words/auth-reasons.ts';
import type { Db } from '../db/connection.ts';
import { people } from '../db/people.ts';
import { NOWHERE, type Reach } from '../db/reach.ts';
import type { Session } from './ctx.ts';
import type { LimitedScope } from './operation.ts';
import { conflict, forbidden, Refusal } from './refusal.ts';

export { type Reach, within } from '../db/reach.ts';

export const isManager = (session: Session) => session.actionIds.has(MANAGER_ACTION_ID);
export const isAdmin = (session: Pick<Session, 'actionIds'>) => session.actionIds.has(ADMIN_ACTION_ID);
export const isTeacher = (session: Session) => session.actionIds.has(TEACHER_ACTION_ID);

/** The school of a session; without one, an id that no school has. */
export const ownSchool = ({ escolaId }: { escolaId: number | null }): number => escolaId ?? NOWHERE;
/** The school that the session acts for. @throws Refusal 409 without a school */
export function decidingSchool({ session: { escolaId } }: { session: Pick<Session, 'escolaId'> }): number {
  if (escolaId !== null) return escolaId;
  throw conflict('Sua conta não está ligada a nenhuma escola, e isto cada escola decide por si.', 'no_school');
}
/** The unit of a session; without one, an id that no unit has. */
export const ownUnit = ({ companyId }: Session): number => companyId ?? NOWHERE;

/** The reach of a session by any of some rights; null without any of them. */
export function reachBy(
  session: Pick<Session, 'actionIds' | 'rights' | 'escolaId'>,
  rights: readonly Right[],
): Reach | null {
  const held = rights.flatMap((right) => {
    const units = session.rights.get(right);
    return units === undefined ? [] : [units];
  });
  if (held.length === 0) return null;
  const lists = held.flatMap((units) => units ?? []);
  return {
    escolaId: isAdmin(session) ? null : ownSchool(session),
    units: held.includes(null) ? null : [...new Set(lists)],
  };
}

/**
 * The reach of a call for staff by any of some rights. The dispatcher puts it into `ctx.reach` (0093).
 *
 * @throws Refusal 403 if the session lacks the right (MANAGER-08)
 */
export function reachByRights(session: Session, rights: readonly Right[]): Reach {
  const reach = reachBy(session, rights);
  if (!reach && session.needsFactor) throw factorNeeded();
  if (!reach) throw isManager(session) ? withoutRight(rights) : forbidden();
  return reach;
}

/** The school requires a second factor before the panel opens (0097). */
const factorNeeded = () =>
  new Refusal(403, 'Antes de usar o painel, ligue o segundo fator em Perfil, Acesso e segurança.', {
    code: 'factor_needed',
  });

const withoutRight = (rights: readonly Right[]) =>
  forbidden(
    `Seu acesso não inclui ${rights.map((right) => policy[right].name).join(' nem ')}. Peça a quem cuida da equipe.`,
  );

/**
 * The school, for things that belong to all of its units, such as rules and rewards. Null for admins: every school.
 *
 * @throws Refusal 403 for staff who are limited to some units
 */
export function wholeSchool({ escolaId, units }: Reach): number | null {
  if (units !== null) throw forbidden('Isto vale para a escola inteira: peça a quem cuida de todas as unidades.');
  return escolaId;
}

/** Whether a person belongs to a reach. */
export async function reachesPerson(db: Db, { escolaId, units }: Reach, userId: number): Promise<boolean> {
  const person = await people(db)
    .select(['companies.id', 'companies.escola_id'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!person) return false;
  if (escolaId === null) return true;
  return person.escola_id === escolaId && (units === null || units.includes(person.id ?? NOWHERE));
}

/** The user named in a body must be the caller. @throws Refusal 403 */
export function requireOwnBody(session: Session, userId: number): void {
  if (session.userId !== userId) throw forbidden('Este pedido é de outro usuário.');
}

export const passwordRequired = () =>
  new Refusal(403, 'Entre com sua senha para continuar.', { code: 'password_required' });

/** @throws Refusal 403 for an operation that a former student, a book code, or another system's key may not use */
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
