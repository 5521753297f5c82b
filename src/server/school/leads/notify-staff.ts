import type { Db } from '../../core/db/connection.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import type { TakenLead } from './take-lead.ts';

/**
 * Tells the staff of the unit about a sending, once. Without a known unit, it is the staff of each unit of the school, if
 * there is only one school: they can open it (`scopeOf`). The notice names nobody: it stays longer than a contact who asks to
 * be forgotten.
 *
 * @param units those that may answer
 */
export async function notifyOfLead(
  tx: Db,
  { id, unidade_id, event, isFirst }: TakenLead,
  units: readonly { id: number; escola_id: number; nome: string }[],
  at: Date,
): Promise<void> {
  if (event === null) return;
  const isOneSchool = new Set(units.map(({ escola_id }) => escola_id)).size === 1;
  const notified = unidade_id !== null ? [unidade_id] : isOneSchool ? units.map((unit) => unit.id) : [];
  const unidade = units.find((unit) => unit.id === unidade_id)?.nome ?? null;
  for (const unitId of notified) {
    await notifyStaff(tx, at, { kind: 'contato_novo', about: event, params: { id, isFirst, unidade }, at: { unitId } });
  }
}
