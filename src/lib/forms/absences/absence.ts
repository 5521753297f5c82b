import type { PageSession } from '#gateway/page-session.ts';
import { ApiError, type Client } from '#lib/api/client.ts';
import {
  bookReplacement,
  cancelReplacement,
  decideAbsence,
  recordReplacement,
  reportAbsence,
  withdrawAbsence,
} from '#lib/contract/absences.ts';
import { type RefusedForm, textsOf, wholeOf } from '#lib/rules/forms/refused-form.ts';
import { absenceMessages } from '#lib/words/absences.ts';

type Outcome = { done: keyof typeof absenceMessages.done } | RefusedForm;

/** Takes the forms of a student's absences in one class. @param id of the own enrolment */
export async function takeAbsences({ api }: Pick<PageSession, 'api'>, id: number, form: FormData): Promise<Outcome> {
  const values = textsOf(form);
  const { passo, aula = '', motivo = '', destino = '' } = values;
  const missing = {
    ...(passo === 'avisar' && !aula && { aula: absenceMessages.chooseLesson }),
    ...(passo === 'avisar' && !motivo && { motivo: absenceMessages.writeReason }),
    ...(passo === 'repor' && !destino && { destino: absenceMessages.chooseReplacement }),
  };
  if (Object.keys(missing).length > 0) return { problem: absenceMessages.check, fields: missing, values };
  try {
    switch (passo) {
      case 'avisar':
        await api(reportAbsence, { params: { id }, body: { aula_id: Number(aula), motivo } });
        return { done: 'avisada' };
      case 'retirar':
        await api(withdrawAbsence, { params: { id, aula } });
        return { done: 'retirada' };
      case 'repor':
        await api(bookReplacement, {
          params: { id },
          body: { aula_id_destino: Number(destino), aula_id: wholeOf(aula) },
        });
        return { done: 'reposta' };
      case 'cancelar':
        await api(cancelReplacement, { params: { id, aula } });
        return { done: 'cancelada' };
      default:
        return { problem: absenceMessages.notDone, fields: {}, values };
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { aula_id, aula_id_destino, motivo: reason } = error.fields;
    return {
      problem: error.detail || absenceMessages.notDone,
      fields: {
        ...(aula_id && { aula: aula_id }),
        ...(reason && { motivo: reason }),
        ...(aula_id_destino && { destino: aula_id_destino }),
      },
      values,
    };
  }
}

/** Takes what the staff decides about an absence or a replacement. */
export async function takeStaffDecision(api: Client, form: FormData): Promise<{ done: string } | { problem: string }> {
  const { falta, reposicao, resultado = '' } = textsOf(form);
  try {
    if (falta !== undefined) {
      await api(decideAbsence, {
        params: { id: falta },
        body: { resultado: resultado as 'justificada' | 'nao_aceita' },
      });
    } else {
      await api(recordReplacement, { params: { id: reposicao ?? '' }, body: { presente: resultado === 'feita' } });
    }
    return { done: resultado };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: error.detail || absenceMessages.notDone };
  }
}
