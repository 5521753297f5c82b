import { unitMessages } from '#lib/words/units.ts';
import type { Db } from '../db/connection.ts';
import { closedName } from '../db/units.ts';
import { conflict, invalid } from './refusal.ts';

/** @param field of the form that names the unit. @throws Refusal 422 for a closed unit */
export async function requireOpenUnit(db: Db, id: number, field = 'unidade_id'): Promise<void> {
  const name = await closedName(db, id);
  if (name !== undefined) throw invalid(unitMessages.closed(name), { [field]: 'Unidade encerrada' });
}

/** As `requireOpenUnit`, where no form names the unit. @throws Refusal 409 */
export async function refuseClosedUnit(db: Db, id: number): Promise<void> {
  const name = await closedName(db, id);
  if (name !== undefined) throw conflict(unitMessages.closed(name), 'unit_closed');
}
