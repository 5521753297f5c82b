import { partOf } from '#lib/api/part.ts';
import { getTodayOfClass } from '#lib/contract/online-classes.ts';
import { deleteActivityFile, getGrades, getHomeGrades, uploadActivity } from '#lib/contract/pedagogico.ts';
import { MAX_ACTIVITY_FILE } from '#lib/format/limits.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { type ClassPart, routes } from '#lib/routes.ts';
import { workAnchor } from '#lib/rules/pedagogico/work-files.ts';
import { absenceForms } from '../absences/absence.ts';
import { fileOf } from '../file.ts';
import { confirmOwnPresence } from '../online-classes/presence.ts';
import { namedAs } from '../refusal.ts';
import type { Verb } from '../submit.ts';

interface ClassIds {
  turmaId: number;
  /** The reader's enrolment. */
  turmaAlunoId: number;
}

interface RequestedPart {
  part: ClassPart;
  /** The missed lesson to make up for. */
  repor: string | null | undefined;
  connected: boolean;
}

/** The data of one part of a class page. Data of other parts is null, and is not requested. */
export async function partOfClass(
  api: PageApi,
  { turmaId, turmaAlunoId }: ClassIds,
  { part, repor, connected }: RequestedPart,
) {
  const ofClass = { params: { id: turmaId } };
  const enrollment = { id: turmaAlunoId };
  const isGrades = part === 'notas';
  const isPresence = part === 'frequencia';
  const [grades, home, absences, offers, today] = await Promise.all([
    isGrades || isPresence ? partOf(api(getGrades, ofClass)) : null,
    isGrades ? partOf(api(getHomeGrades, { params: enrollment })) : null,
    isPresence && !connected ? partOf(api.absences.listAbsences(enrollment)) : null,
    isPresence && !connected && repor ? partOf(api.absences.listReplacements(enrollment)) : null,
    part === 'aulas' ? partOf(api(getTodayOfClass, ofClass)) : null,
  ]);
  return { grades, home, absences, offers, today };
}

/** The forms of a class page. */
export function classForms({ turmaId, turmaAlunoId }: ClassIds): Record<string, Verb> {
  const { grades } = routes.pedagogico;
  return {
    ...workForms(turmaAlunoId),
    ...absenceForms(turmaAlunoId, (feito) => grades(turmaAlunoId, { parte: 'frequencia', feito: String(feito) })),
    boletim: askForReport(turmaId),
    presenca: confirmOwnPresence(grades(turmaAlunoId, { parte: 'aulas' })),
  };
}

/** Submits the file of an assignment and withdraws it without scripts (PED-08, PED-10). */
function workForms(turmaAlunoId: number): Record<string, Verb> {
  const hrefOf = (feito: string, id: number) =>
    `${routes.pedagogico.grades(turmaAlunoId, { feito })}#${workAnchor(id)}`;
  return {
    enviar: async (submitted) => {
      const body = fileOf(submitted, { max: MAX_ACTIVITY_FILE });
      const sent = submitted.api(uploadActivity, { params: { id: submitted.values.atividade ?? '' }, body });
      // Renamed to no field of the form, because the school’s sentence says more than an error beside a field.
      const { turma_atividade_id } = await namedAs((name) => `${name}_recusado`, sent);
      return hrefOf('enviado', turma_atividade_id);
    },
    apagar: async ({ api, values: { atividade = '', n = '' } }) => {
      const { turma_atividade_id } = await api(deleteActivityFile, { params: { id: atividade, n } });
      return hrefOf('apagado', turma_atividade_id);
    },
  };
}

/** Creates the report of a class as PDF, and opens its address. */
const askForReport =
  (turmaId: number): Verb =>
  async ({ api }) =>
    (await api.account.createDocument({ tipo: 'boletim', referencia: String(turmaId) })).url;
