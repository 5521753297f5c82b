import type { Notas } from '#lib/contract/pedagogico.schema.ts';
import { LEAST_PRESENCE_PERCENT } from '#lib/rules/pedagogico/mean.ts';

/** Smaller differences between periods do not count. Tenths: as a float, 7.3 is less than 0.3 above 7. */
const NOTICEABLE = 3;

/** The trend of the periods' means, oldest first; null until two are known. */
export function trendOf(means: readonly (number | null)[]): Notas['tendencia'] {
  const [before, last] = means.filter((mean) => mean !== null).slice(-2);
  if (before === undefined || last === undefined) return null;
  if (Math.abs(Math.round((last - before) * 10)) < NOTICEABLE) return 'estavel';
  return last > before ? 'subindo' : 'caindo';
}

export type PresenceStatus = 'presente' | 'falta' | 'justificada' | 'reposta';

/**
 * Presence over the lessons that have a record of the student. An excused absence counts as neither presence nor absence.
 * A lesson without a record counts for nobody: its roll was not taken, or the student came to the class later.
 *
 * @param given how many lessons the class had
 */
export function presenceOf(given: number, statuses: readonly PresenceStatus[]): Notas['frequencia'] {
  const presencas = statuses.filter((status) => status === 'presente' || status === 'reposta').length;
  const faltas = statuses.filter((status) => status === 'falta').length;
  const excused = statuses.filter((status) => status === 'justificada').length;
  const counted = presencas + faltas;
  return {
    aulas: given,
    presencas,
    faltas,
    contadas: counted,
    justificadas: excused,
    percentual: counted === 0 ? 100 : Math.floor((presencas * 100) / counted),
    minimo_percentual: LEAST_PRESENCE_PERCENT,
  };
}

/** The records of one student with the absences that the school excused: an excused absence counts as none. */
export function withExcuses(
  recorded: readonly { aula_id: number; status: PresenceStatus }[],
  excuses: readonly { aula_id: number }[],
): PresenceStatus[] {
  const excused = new Set(excuses.map(({ aula_id }) => aula_id));
  const statuses = new Map<number, PresenceStatus>([...excused].map((id) => [id, 'justificada']));
  for (const { aula_id, status } of recorded) {
    if (status !== 'falta' || !excused.has(aula_id)) statuses.set(aula_id, status);
  }
  return [...statuses.values()];
}
