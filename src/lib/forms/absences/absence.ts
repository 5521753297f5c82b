import { wholeOf } from '#lib/rules/forms/whole.ts';
import { absenceMessages } from '#lib/words/absences.ts';
import { namedAs, refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';

type Done = keyof typeof absenceMessages.done;

/**
 * The forms of a student's absences in one class. @param id of the student's enrolment @param hrefOf the page after the
 * action
 */
export const absenceForms = (id: number, hrefOf: (feito: Done) => string): Record<string, Verb> => ({
  avisar: async ({ api, values: { aula = '', motivo = '' } }) => {
    const missing = {
      ...(!aula && { aula: absenceMessages.chooseLesson }),
      ...(!motivo && { motivo: absenceMessages.writeReason }),
    };
    if (Object.keys(missing).length > 0) refuse(missing);
    const reported = api.absences.reportAbsence({ id, aula_id: Number(aula), motivo });
    await namedAs((field) => (field === 'aula_id' ? 'aula' : field), reported);
    return hrefOf('avisada');
  },
  retirar: async ({ api, values: { aula = '' } }) => {
    await api.absences.withdrawAbsence({ id, aula });
    return hrefOf('retirada');
  },
  repor: async ({ api, values: { aula, destino } }) => {
    if (!destino) refuse({ destino: absenceMessages.chooseReplacement });
    const body = { aula_id_destino: Number(destino), aula_id: wholeOf(aula) };
    // The missed lesson is no field of the form. It keeps the operation’s name, which the sentence needs.
    await namedAs(
      (field) => (field === 'aula_id_destino' ? 'destino' : field),
      api.absences.bookReplacement({ id, ...body }),
    );
    return hrefOf('reposta');
  },
  cancelar: async ({ api, values: { aula = '' } }) => {
    await api.absences.cancelReplacement({ id, aula });
    return hrefOf('cancelada');
  },
});
