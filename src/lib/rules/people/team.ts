import { RIGHTS, type Right, type Rights, type Units } from './rights.ts';
import { ADMIN_ACTION_ID } from './roles.ts';

interface Person {
  userId: number;
  actionIds: ReadonlySet<number>;
  rights: Rights;
}

const covers = (own: Units | undefined, other: Units): boolean => {
  if (own === undefined) return false;
  return own === null || (other?.every((unit) => own.includes(unit)) ?? false);
};

/** Whether somebody holds all of these rights, in all of their units. */
export const holdsAll = (own: Rights, others: Rights): boolean =>
  [...others].every(([right, units]) => covers(own.get(right), units));

/**
 * Why one person may not change the access of another; null: allowed. Nobody changes the own access, and one needs all
 * rights of the other person, so that nobody gains more than the one who decides.
 */
export function whyNotManage(actor: Person, other: Person): string | null {
  if (actor.userId === other.userId) return 'O seu próprio acesso só outra pessoa da equipe pode mudar.';
  if (actor.actionIds.has(ADMIN_ACTION_ID)) return null;
  if (other.actionIds.has(ADMIN_ACTION_ID)) return 'O acesso da administração só a administração muda.';
  if (!holdsAll(actor.rights, other.rights)) return 'Esta pessoa cuida de mais partes do painel do que você.';
  return null;
}

/** The same rights in the same units. */
export const rightsIn = (rights: readonly Right[], units: Units): Rights =>
  new Map(RIGHTS.filter((right) => rights.includes(right)).map((right) => [right, units]));
