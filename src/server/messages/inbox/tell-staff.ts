import type { StaffKind } from '#lib/contract/inbox.schema.ts';
import type { Right } from '#lib/rules/people/rights.ts';
import type { Db } from '../../core/db/connection.ts';
import { unitOf } from '../../core/db/people.ts';
import { tell } from './notify.ts';
import { staffWith } from './staff.ts';
import { type StaffParams, staffKinds } from './staff-kinds.ts';

/** An event for the staff of a unit. */
interface StaffEvent<Kind extends StaffKind> {
  kind: Kind;
  /** The subject: each is told once. At most 60 characters. */
  about: string | number;
  params: StaffParams[Kind];
  /** Where it happened, or whose unit it is; of no unit, one of a school whose whole staff is told; or who teaches, alone. */
  at: { unitId: number | null } | { schoolOf: number } | { userId: number } | { teacher: number };
}

/**
 * Notifies the staff who hold the right of this kind at the unit, each once. Each decides which kinds are pushed.
 *
 * @param tx the transaction in which it happens
 */
export async function tellStaff<Kind extends StaffKind>(
  tx: Db,
  now: Date,
  { kind, about, params, at }: StaffEvent<Kind>,
): Promise<void> {
  const { right, text } = staffKinds[kind];
  for (const userId of await readersOf(tx, right, at)) {
    await tell(tx, now, { userId, category: 'aviso', ...text(params), chave: `${kind}:${about}` });
  }
}

async function readersOf(tx: Db, right: Right, at: StaffEvent<StaffKind>['at']): Promise<number[]> {
  if ('teacher' in at) return [at.teacher];
  if ('schoolOf' in at) return (await staffWith(tx, right, at.schoolOf, true)).map(({ id }) => id);
  const unitId = 'userId' in at ? await unitOf(tx, at.userId) : at.unitId;
  return unitId === null ? [] : (await staffWith(tx, right, unitId)).map(({ id }) => id);
}
