import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { gradeWords } from '#lib/words/teaching-grades.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';
import { typedMark } from './work.ts';

/** The grades of a class, as the page shows them. */
export type GradeSheet = AnswerOf<'teaching.getGradeSheet'>;
export type Period = GradeSheet['periodos'][number];
export type Assessment = Period['avaliacoes'][number];

const MAX_MARK = 1000;
const MAX_WEIGHT = 100;

const columnOf = (values: Sent['values']): Omit<Assessment, 'id'> => ({
  nome: values.nome ?? '',
  habilidade: values.habilidade as Assessment['habilidade'],
  data: values.data ?? '',
  nota_maxima: typedMark(values.nota_maxima ?? '', MAX_MARK, 'nota_maxima') ?? 10,
  peso: typedMark(values.peso ?? '', MAX_WEIGHT, 'peso') ?? 1,
});

/** How forms of the sheet name the fields of their operations. */
export const sheetNames = { otherwise: gradeWords.notStored };

/** The forms of a sheet. @param sheet as the page shows it. @param periodId of the shown period */
export function sheetForms(sheet: GradeSheet | null, periodId: number | undefined): Record<string, Verb> {
  const turmaId = sheet?.turma.id ?? 0;
  const id = periodId ?? 0;
  const here = (feito: string) => routes.teacher.gradeSheet(turmaId, { periodo: String(periodId ?? ''), feito });
  const release =
    (liberado: boolean): Verb =>
    async ({ api }) => {
      await api.teaching.releasePeriod({ id, liberado });
      return here(liberado ? 'liberado' : 'escondido');
    };
  return {
    notas: async ({ api, values }) => {
      await api.teaching.saveGrades({ id: turmaId, notas: cellsOf(sheet, values) });
      return here('notas');
    },
    periodo: async ({ api, values }) => {
      const { id } = await api.teaching.addPeriod({ id: turmaId, nome: values.nome ?? '' });
      return routes.teacher.gradeSheet(turmaId, { periodo: String(id), feito: 'periodo' });
    },
    coluna: async ({ api, values }) => {
      await api.teaching.addAssessment({ id, ...columnOf(values) });
      return here('coluna');
    },
    mudar: async ({ api, values }) => {
      await api.teaching.updateAssessment({ id: values.coluna ?? '', ...columnOf(values) });
      return here('mudada');
    },
    trazer: async ({ api, values }) => {
      const atividade_id = values.trabalho || refuse({ trabalho: gradeWords.noWork });
      await api.teaching.bringMarks({ id: values.coluna ?? '', atividade_id });
      return here('trazidas');
    },
    apagar: async ({ api, values }) => {
      const com_notas = values.com_notas === 'sim' ? 'sim' : undefined;
      await api.teaching.removeAssessment({ id: values.coluna ?? '', com_notas });
      return here('apagada');
    },
    liberar: release(true),
    esconder: release(false),
  };
}

/** The cells of a form without scripts. Missing cells are unchanged. @throws ApiError by their names */
function cellsOf(sheet: GradeSheet | null, values: Sent['values']) {
  const max = new Map(
    sheet?.periodos.flatMap(({ avaliacoes }) => avaliacoes.map(({ id, nota_maxima }) => [id, nota_maxima] as const)),
  );
  const cells = Object.entries(values).flatMap(([name, text]) => {
    const [, student, test] = /^nota-(\d{1,9})-(\d{1,9})$/.exec(name) ?? [];
    if (!student || !test) return [];
    const nota = typedMark(text, max.get(Number(test)) ?? 10, name);
    return [{ turma_aluno_id: Number(student), avaliacao_id: Number(test), nota }];
  });
  return cells.length > 0 ? cells : refuse({ notas: gradeWords.nothing });
}
