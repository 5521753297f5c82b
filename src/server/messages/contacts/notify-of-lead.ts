import type { Db } from '../../core/db/connection.ts';
import { notifyStaff } from '../inbox/notify-staff.ts';
import type { TakenLead } from './take-lead.ts';

/**
 * Notifies the staff of the unit about a submitted form, once; without a known unit, the staff of the units that may answer. The
 * notice contains no name, because it is stored longer than the data of a lead who requests deletion.
 *
 * @param units includes the lead's own unit; if none is known, all who can open the lead are notified (`scopeOf`)
 */
export async function notifyOfLead(
  tx: Db,
  { id, unidade_id, event, isFirst }: TakenLead,
  units: readonly { id: number; nome: string }[],
  at: Date,
): Promise<void> {
  if (event === null) return;
  const notified = unidade_id !== null ? [unidade_id] : units.map((unit) => unit.id);
  const unidade = units.find((unit) => unit.id === unidade_id)?.nome ?? null;
  for (const unitId of notified) {
    await notifyStaff(tx, at, { kind: 'contato_novo', about: event, params: { id, isFirst, unidade }, at: { unitId } });
  }
}
