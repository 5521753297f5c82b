import type { Role } from '#lib/contract/people-team.schema.ts';

/** Actions that define roles (ROLE-02, ROLE-03). */
export const MANAGER_ACTION_ID = 4;
export const ADMIN_ACTION_ID = 1;
export const TEACHER_ACTION_ID = 2;
export const SECRETARY_ACTION_ID = 3;

export const ROLES = ['admin', 'secretaria', 'gestora', 'professor'] as const satisfies readonly Role[];

interface RoleRule {
  name: string;
  /** The actions that together define the role (ROLE-01, ROLE-03). */
  actions: readonly number[];
  /** The action that only this role has. */
  mark: number;
}

/** The panel requires only the manager action, so every role that works in the panel has it. */
export const roleRules: Readonly<Record<Role, RoleRule>> = {
  admin: { name: 'Administração', actions: [ADMIN_ACTION_ID, MANAGER_ACTION_ID], mark: ADMIN_ACTION_ID },
  secretaria: { name: 'Secretaria', actions: [SECRETARY_ACTION_ID, MANAGER_ACTION_ID], mark: SECRETARY_ACTION_ID },
  gestora: { name: 'Gestão', actions: [MANAGER_ACTION_ID], mark: MANAGER_ACTION_ID },
  professor: { name: 'Docência', actions: [TEACHER_ACTION_ID], mark: TEACHER_ACTION_ID },
};

/** The roles of a person. An admin or a secretary is not also a manager. */
export function rolesOf(actionIds: readonly number[]): Role[] {
  const marked = ROLES.filter((role) => actionIds.includes(roleRules[role].mark));
  const isMore = marked.includes('admin') || marked.includes('secretaria');
  return isMore ? marked.filter((role) => role !== 'gestora') : marked;
}

/** The actions to remove with a role: those that no other role of the person needs. */
export function actionsOfRoleAlone(role: Role, actionIds: readonly number[]): number[] {
  const others = rolesOf(actionIds).filter((other) => other !== role);
  const needed = new Set(others.flatMap((other) => roleRules[other].actions));
  return roleRules[role].actions.filter((id) => actionIds.includes(id) && !needed.has(id));
}

/** Only an admin changes other people who run the school. */
export const isManagement = (actionIds: readonly number[]): boolean =>
  actionIds.includes(ADMIN_ACTION_ID) || actionIds.includes(MANAGER_ACTION_ID);

const STAFF_ACTIONS: ReadonlySet<number> = new Set(ROLES.flatMap((role) => roleRules[role].actions));

/** Whether an action makes somebody work for the school. */
export const isStaffAction = (id: number): boolean => STAFF_ACTIONS.has(id);
