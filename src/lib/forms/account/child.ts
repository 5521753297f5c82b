import { routes } from '#lib/routes.ts';
import { absenceForms } from '../absences/absence.ts';
import type { Verb } from '../submit.ts';
import { makeDocument } from './profile.ts';

/** The forms of a child's page. @param turma the child's enrolment, which absences belong to */
export const childForms = (aluno: number, turma: number): Record<string, Verb> => ({
  ...absenceForms(turma, (feito) => `${routes.profile.child(aluno, { turma: String(turma), feito })}#faltas`),
  documento: makeDocument,
});
