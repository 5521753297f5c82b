import type { Db } from '../../core/db/connection.ts';
import { notifyStaff } from '../inbox/notify-staff.ts';
import type { TakenLead } from './take-lead.ts';

/**
 * Tells the staff of the unit about a sending, once; without a known unit, those of the units that may answer. The notice names
 * nobody: it stays longer than a contact who asks to be forgotten.
 *
 * @param units its own is among them; without one, all of them hear, who can open the contact (`scopeOf`)
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
