import { routes } from '#lib/routes.ts';
import type { SessionUser } from '#lib/session.ts';
import { RIGHTS, type Right } from './rights.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID, TEACHER_ACTION_ID } from './roles.ts';

export interface Role {
  isAdmin: boolean;
  isManager: boolean;
  isTeacher: boolean;
  /** Manager, teacher or admin, who may check tickets at the door. */
  isStaff: boolean;
  /** What a member of staff may work with in the panel. */
  rights: ReadonlySet<Right>;
}

/** The pages that a user’s roles and rights open (ROLE-02, ROLE-03). If a host sends no rights, managers hold all. */
export function roleOf(user: Pick<SessionUser, 'user_actions' | 'direitos'> | null): Role {
  const holds = (id: number) => user?.user_actions.some(({ action_id }) => action_id === id) ?? false;
  const [isAdmin, isManager, isTeacher] = [ADMIN_ACTION_ID, MANAGER_ACTION_ID, TEACHER_ACTION_ID].map(holds) as [
    boolean,
    boolean,
    boolean,
  ];
  const rights = new Set(isManager ? (user?.direitos ?? RIGHTS) : []);
  return { isAdmin, isManager, isTeacher, isStaff: isAdmin || isManager || isTeacher, rights };
}

/** A user’s home page. In connected mode the portal has no pages of teachers. */
export const homeOf = (
  { isManager, isTeacher }: Pick<Role, 'isManager' | 'isTeacher'>,
  isConnected: boolean,
): string =>
  isManager ? routes.manager.home() : isTeacher && !isConnected ? routes.teacher.home() : routes.dashboard();
