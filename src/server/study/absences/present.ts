import { lessonWindow } from '../pedagogico/lessons-ahead.ts';
import type { LessonRow } from './queries.ts';
import { absenceStatus, type MissedFacts, mayReplace } from './rules.ts';

export const presentLesson = ({ aula_id, turma, titulo, inicio, fim, tipo, sala }: LessonRow) => ({
  ...{ aula_id, turma, titulo, inicio, fim, tipo },
  sala: tipo === 'presencial' ? sala : null,
});

/** A missed lesson as its student sees it; null when the student missed nothing. */
export function presentAbsence(
  lesson: LessonRow,
  facts: MissedFacts,
  { motivo, target, now }: { motivo: string | null; target: LessonRow | null; now: Date },
) {
  const status = absenceStatus(facts);
  if (status === null) return null;
  const hasBegun = (each: LessonRow) => now >= new Date(each.inicio);
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
            // For an online lesson, from ten minutes before until its end.
            link_reuniao:
              facts.replacement === 'marcada' && lessonWindow(target, now).isOpen ? target.link_reuniao : null,
          }
        : null,
  };
}
