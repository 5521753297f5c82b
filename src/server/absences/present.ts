import type { Absence, Lesson } from '#lib/contract/absences.schema.ts';
import { lessonWindow } from '../pedagogico/lesson-window.ts';
import type { LessonRow } from './queries.ts';
import { absenceStatus, type MissedFacts, mayReplace } from './rules.ts';

type LessonFields = Lesson & Record<string, unknown>;

export const presentLesson = ({ aula_id, turma, titulo, inicio, fim, tipo, sala }: LessonFields): Lesson => ({
  ...{ aula_id, turma, titulo, inicio, fim, tipo },
  sala: tipo === 'presencial' ? sala : null,
});

/** A missed lesson as its student sees it; null when the student missed nothing. */
export function presentAbsence(
  lesson: Lesson,
  facts: MissedFacts,
  { motivo, target, now }: { motivo: string | null; target: LessonRow | null; now: Date },
): Absence | null {
  const status = absenceStatus(facts);
  if (status === null) return null;
  const hasBegun = (each: Lesson) => now >= new Date(each.inicio);
  return {
    aula: presentLesson(lesson),
    status,
    motivo,
    pode_retirar: facts.report === 'avisada' && facts.replacement !== 'marcada' && !hasBegun(lesson),
    pode_repor: mayReplace(facts, new Date(lesson.fim), now),
    reposicao:
      target && facts.replacement !== null && facts.replacement !== 'cancelada'
        ? {
            aula: presentLesson(target),
            status: facts.replacement,
            pode_cancelar: facts.replacement === 'marcada' && !hasBegun(target),
            link_reuniao:
              facts.replacement === 'marcada' && lessonWindow(target, now).isOpen ? target.link_reuniao : null,
          }
        : null,
  };
}
