import { routes } from '#lib/routes.ts';
import { absenceForms } from '../absences/absence.ts';
import type { Verb } from '../submit.ts';
import { makeDocument } from './profile.ts';

/** The forms of a child's page. @param turma the child's enrolment, which absences belong to; absent: no class runs */
export const childForms = (aluno: number, turma: number | undefined): Record<string, Verb> => ({
  ...(turma !== undefined &&
    absenceForms(turma, (feito) => `${routes.profile.child(aluno, { turma: String(turma), feito })}#faltas`)),
  documento: makeDocument,
});
