import { routes } from '#lib/routes.ts';
import { absenceMessages } from '#lib/words/absences.ts';
import { calendarRenewed } from '#lib/words/online-classes.ts';
import { absenceForms } from '../absences/absence.ts';
import type { Verb } from '../submit.ts';
import { makeDocument } from './profile.ts';

/** Messages after each of its forms. */
export const childDone = { ...absenceMessages.done, calendario: calendarRenewed };

/** The forms of a child’s page. @param turma the child’s enrollment, which absences belong to; absent: no class runs */
export const childForms = (aluno: number, turma: number | undefined): Record<string, Verb> => ({
  ...(turma !== undefined &&
    absenceForms(turma, (feito) => `${routes.profile.child(aluno, { turma: String(turma), feito })}#faltas`)),
  documento: makeDocument,
  calendario: async ({ api }) => {
    await api.onlineClasses.rotateFeedUrl();
    return `${routes.profile.child(aluno, { ...(turma && { turma: String(turma) }), feito: 'calendario' })}#calendario`;
  },
});
