import { routes } from '../../routes.ts';
import { DAY_MS } from '../time/spans.ts';

/** The links of a list of absences: the page, and the page with a lesson to excuse or to make up for. */
export interface AbsenceHrefs {
  page: string;
  justificar(aula: string): string;
  repor(aula: string): string;
}

/** The same on the page of a class. @param id of the student's enrolment */
export function absencesOfClass(id: number): AbsenceHrefs {
  const href = (parts: { justificar?: string; repor?: string }) =>
    routes.pedagogico.grades(id, { parte: 'frequencia', ...parts });
  return { page: href({}), justificar: (justificar) => href({ justificar }), repor: (repor) => href({ repor }) };
}

/** The same on the page of a child. @param turma the child's enrolment */
export function absencesOfChild(aluno: number, turma: number): AbsenceHrefs {
  const href = (parts: { justificar?: string; repor?: string }) =>
    routes.profile.child(aluno, { turma: String(turma), ...parts });
  return { page: href({}), justificar: (justificar) => href({ justificar }), repor: (repor) => href({ repor }) };
}

/** An excuse is accepted for this long after the lesson. */
const EXCUSABLE_MS = 7 * DAY_MS;

/** Whether the school still accepts an excuse for a missed lesson. */
export const isExcusable = (
  { status, motivo, aula }: { status: string; motivo: string | null; aula: { inicio: string } },
  now: Date,
): boolean => status === 'falta' && !motivo && Date.parse(aula.inicio) > now.getTime() - EXCUSABLE_MS;
