import type { StaffKind } from '#lib/contract/inbox.schema.ts';
import type { Right } from '#lib/rules/people/rights.ts';
import { MANAGER_ACTION_ID } from '#lib/rules/people/roles.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled, unitOf } from '../../core/db/people.ts';
import { readRights } from '../../identity/auth/read-rights.ts';
import { kinds, type NoticeParams, noticeText } from './kinds.ts';
import { notifyPerson } from './notify.ts';

/** An event for the staff of a unit. */
interface StaffEvent<Kind extends StaffKind> {
  kind: Kind;
  /** The subject: each is notified of once. At most 60 characters. */
  about: string | number;
  params: NoticeParams[Kind];
  /** Urgent: staff without a device get a mail. */
  isPressing?: boolean;
  /** The unit or person concerned; a school whose whole staff is notified; or a single teacher. */
  at: { unitId: number | null } | { schoolOf: number } | { userId: number } | { teacher: number };
}

/**
 * Notifies the staff who hold the right of this kind at the unit, each once. Each member chooses which kinds are pushed.
 *
 * @param tx the transaction of the event
 */
export async function notifyStaff<Kind extends StaffKind>(
  tx: Db,
  now: Date,
  { kind, about, params, at, isPressing = false }: StaffEvent<Kind>,
): Promise<void> {
  const text = noticeText(kind, params);
  for (const userId of await readersOf(tx, kinds[kind].right, at)) {
    await notifyPerson(tx, now, { userId, category: 'aviso', ...text, chave: `${kind}:${about}`, isPressing });
  }
}

async function readersOf(tx: Db, right: Right, at: StaffEvent<StaffKind>['at']): Promise<number[]> {
  if ('teacher' in at) return [at.teacher];
  if ('schoolOf' in at) return (await staffWith(tx, right, at.schoolOf, true)).map(({ id }) => id);
  const unitId = 'userId' in at ? await unitOf(tx, at.userId) : at.unitId;
  return unitId === null ? [] : (await staffWith(tx, right, unitId)).map(({ id }) => id);
}

/**
 * Staff of a unit's school who hold a right at the unit, by name.
 *
 * @param isWhole only those who hold it in the whole school
 */
export async function staffWith(
  db: Db,
  right: Right,
  unitId: number,
  isWhole = false,
): Promise<{ id: number; full_name: string }[]> {
  const staff = await enrolled(db)
    .innerJoin('companies as home', 'home.escola_id', 'companies.escola_id')
    .select(['users.id', 'users.full_name', 'drive_users.company_id'])
    .where('home.id', '=', unitId)
    .where('users.is_blocked', '=', false)
    .where('users.id', 'in', ({ selectFrom }) =>
      selectFrom('user_actions').select('user_actions.user_id').where('user_actions.action_id', '=', MANAGER_ACTION_ID),
    )
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute();
  const holders: { id: number; full_name: string }[] = [];
  for (const { id, full_name, company_id } of staff) {
    const actions = await db.selectFrom('user_actions').select('action_id').where('user_id', '=', id).execute();
    const actionIds = new Set(actions.map(({ action_id }) => action_id));
    const units = (await readRights(db, { userId: id, actionIds, companyId: company_id })).get(right);
    if (units === null || (!isWhole && units?.includes(unitId))) holders.push({ id, full_name });
  }
  return holders;
}
