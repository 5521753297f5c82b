import { uploadLessonFile } from '#lib/contract/teaching.ts';
import type { AttendanceMark, TaughtLesson } from '#lib/contract/teaching-lessons.schema.ts';
import { routes } from '#lib/routes.ts';
import { materialRule } from '#lib/rules/teaching/material-rule.ts';
import { instantAt } from '#lib/rules/time/instants.ts';
import { lessonWords } from '#lib/words/teaching-lessons.ts';
import { fileOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';
import { changesOf } from './lesson-form.ts';

/** Values that a button did not save: the page shows them again. */
export interface Unsaved {
  /** The key of the action’s message. */
  feito: string;
  values: Sent['values'];
}

/**
 * The forms of a lesson for its teacher. All buttons of its page send the whole form, so none discards what another one
 * would save.
 *
 * @param lesson its current state; null for a lesson that is not the user’s, which the operations refuse
 */
export function taughtForms(id: string, lesson: TaughtLesson | null, zone: string): Record<string, Verb<Unsaved>> {
  const done = (feito: string) => routes.teacher.lesson(id, { feito });
  const changes = (values: Sent['values'], others: AttendanceMark | null = null) =>
    lesson ? changesOf(lesson, values, others) : { attendance: null, notes: null, link: null };
  const save =
    (others: AttendanceMark | null): Verb<Unsaved> =>
    async ({ api, values }) => {
      const { attendance, notes, link } = changes(values, others);
      const isEmpty = lesson?.chamada_em === null && !notes && !link && values.todos !== undefined;
      if (attendance ? attendance.presencas.length === 0 : isEmpty) refuse({ presencas: lessonWords.nobodyMarked });
      // Fields with possible typing errors are saved first, because the attendance credits points.
      if (notes) await api.teaching.writeLesson({ id, ...notes });
      if (link && !hasLink(lesson, link)) await api.teaching.addLessonLink({ id, ...link });
      if (!attendance) return done(link && !notes ? 'link' : 'registro');
      const { pontos_usados } = await api.teaching.recordAttendance({ id, ...attendance });
      return done(pontos_usados.length > 0 ? 'chamada-pontos' : (notes ?? link) ? 'aula' : 'chamada');
    };
  /** Redirects to the lesson, or shows it again with its unsaved values. */
  const beside = (feito: string, { values }: Sent, own: readonly string[] = []) => {
    const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !own.includes(name)));
    const { attendance, notes, link } = changes(rest);
    return attendance || notes || link ? { done: { feito, values: rest } } : done(feito);
  };
  const remove = async (sent: Sent, n: string) => {
    await sent.api.teaching.removeLessonMaterial({ id, n });
    return beside('tirar', sent);
  };
  return {
    aula: save(null),
    todos: save('presente'),
    link: async (sent) => {
      const { nome = '', url = '' } = sent.values;
      if (!hasLink(lesson, { nome, url })) await sent.api.teaching.addLessonLink({ id, nome, url });
      return beside('link', sent, ['nome', 'url']);
    },
    arquivo: async (sent) => {
      await sent.api(uploadLessonFile, { params: { id }, body: fileOf(sent, materialRule) });
      return beside('arquivo', sent);
    },
    ...Object.fromEntries(
      (lesson?.materiais ?? []).map(({ n }) => [removeName(n), (sent: Sent) => remove(sent, String(n))]),
    ),
    cancelar: async ({ api, values, values: { motivo = '' } }) => {
      const { notes, link } = changes(values);
      if (notes) await api.teaching.writeLesson({ id, ...notes });
      if (link && !hasLink(lesson, link)) await api.teaching.addLessonLink({ id, ...link });
      await api.teaching.cancelTaughtLesson({ id, motivo });
      return done('cancelar');
    },
    repor: async ({ api, values: { dia = '', hora_inicio = '', hora_fim = '', mesmo_assim } }) => {
      const inicio = instantAt(dia, hora_inicio, zone) ?? refuse({ dia: lessonWords.noTime });
      const fim = instantAt(dia, hora_fim, zone) ?? refuse({ hora_fim: lessonWords.noTime });
      await api.teaching.addMakeUpLesson({ id, inicio, fim, mesmo_assim: mesmo_assim === 'sim' });
      return done('repor');
    },
  };
}

/** The name of the button that removes a material. */
export const removeName = (n: number) => `tirar-${n}`;

/** A form that is sent twice adds its link once. */
const hasLink = (lesson: TaughtLesson | null, { nome, url }: { nome: string; url: string }) =>
  lesson?.materiais.some((known) => known.nome === nome && known.url === url) ?? false;

/** How these forms name the fields of their operations. */
export const taughtNames = {
  otherwise: lessonWords.notStored,
  nameOf: (field: string) =>
    ({ inicio: 'dia', fim: 'hora_fim' })[field] ?? (field.startsWith('presencas') ? 'presencas' : field),
};
