import { RIGHTS, type Right } from '../../src/lib/rules/people/rights.ts';
import { MANAGER_ACTION_ID, TEACHER_ACTION_ID } from '../../src/lib/rules/people/roles.ts';
import { addAccount } from './accounts.ts';
import type { TestSchool } from './school.ts';

interface Staff {
  company?: number;
  rights?: readonly Right[];
  /** null: all units of the school. */
  units?: readonly number[] | null;
}

/** Adds a member of staff with rights in some units. @returns the user's id */
export async function addStaff(
  portal: TestSchool,
  { company = 101, rights = RIGHTS, units = null }: Staff = {},
): Promise<number> {
  const { id } = await addAccount(portal, { company });
  const { db } = portal.school;
  await db.insertInto('user_actions').values({ user_id: id, action_id: MANAGER_ACTION_ID }).execute();
  const rows = rights.flatMap((direito) =>
    (units ?? [null]).map((company_id) => ({ user_id: id, direito, company_id })),
  );
  await db.insertInto('staff_rights').values(rows).execute();
  return id;
}

/** Adds a teacher of the first school without a class. @returns the user's id */
export async function addTeacher(portal: TestSchool): Promise<number> {
  const { id } = await addAccount(portal);
  await portal.school.db.insertInto('user_actions').values({ user_id: id, action_id: TEACHER_ACTION_ID }).execute();
  return id;
}

/** Adds a unit to the first school. @returns its id */
export async function addUnit(portal: TestSchool, nome: string, timezone = 'America/Sao_Paulo'): Promise<number> {
  const { id } = await portal.school.db
    .insertInto('companies')
    .values({ escola_id: 1, nome, telefone: null, whatsapp: null, timezone, venda_direta_allow: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
