import type { Aula, Turma } from '#lib/contract/pedagogico.schema.ts';

export interface NextClass {
  turma: Turma;
  aula: Aula;
  /** Runs right now. */
  isNow: boolean;
}

/** The next (or current) lesson over all classes of a student; null if none is planned. */
export function nextClassOf(turmas: Turma[], now: Date): NextClass | null {
  const planned = turmas.flatMap((turma) =>
    turma.proxima_aula && turma.proxima_aula.status !== 'cancelada' ? [{ turma, aula: turma.proxima_aula }] : [],
  );
  const upcoming = planned.filter(({ aula }) => new Date(aula.fim) > now);
  const first = upcoming.sort((a, b) => a.aula.inicio.localeCompare(b.aula.inicio))[0];
  return first ? { ...first, isNow: new Date(first.aula.inicio) <= now } : null;
}
