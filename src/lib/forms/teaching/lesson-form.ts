import type { AttendanceMark, TaughtLesson } from '#lib/contract/teaching-lessons.schema.ts';
import type { Sent } from '../submit.ts';

type Values = Sent['values'];
type Student = TaughtLesson['chamada'][number];
type Notes = Record<(typeof noteNames)[number], string>;

/** The name of a student's buttons in the attendance. */
export const markName = (turmaAlunoId: number) => `p${turmaAlunoId}`;

/** The name of the buttons of a visitor, who makes up for a lesson of another class. */
export const visitName = (id: number) => `v${id}`;

/** The initial mark in the attendance: the recorded one, or what the student announced. */
export function drawnMark({ situacao, avisou }: Student): AttendanceMark | null {
  if (situacao !== null && situacao !== 'reposta') return situacao;
  return avisou === 'justificada' ? 'justificada' : avisou ? 'falta' : null;
}

const noteNames = ['conteudo', 'licao_de_casa', 'gravacao_url'] as const;

/**
 * The values with which a page is drawn, as the text of a hidden field. Equal values were not changed by the sender, so a
 * page that was open for long undoes nothing that was saved elsewhere.
 */
export function drawnValues(lesson: TaughtLesson): string {
  const marks = [
    ...lesson.chamada.map((student) => [markName(student.turma_aluno_id), drawnMark(student)]),
    ...lesson.visitas.map(({ id, situacao }) => [visitName(id), situacao]),
  ];
  return JSON.stringify(Object.fromEntries([...marks, ...noteNames.map((name) => [name, lesson[name]])]));
}

/** The marks of a submitted form. @param others the mark for students without one, by the field `todos` */
function marksOf(values: Values, others: AttendanceMark | null) {
  const everybody = others === null ? [] : (values.todos ?? '').split(',').map((name) => [name, others] as const);
  const marks = Object.entries({ ...values, ...Object.fromEntries(everybody) });
  const of = (kind: RegExp) =>
    marks.flatMap(([name, mark]) => {
      const id = kind.exec(name)?.[1];
      return id === undefined ? [] : [{ id: Number(id), name, situacao: mark as AttendanceMark }];
    });
  return { students: of(/^p(\d{1,9})$/), visitors: of(/^v(\d{1,9})$/) };
}

/** The changes of a submitted form to a lesson. null: that part is unchanged. */
export interface LessonChanges {
  attendance: {
    presencas: { turma_aluno_id: number; situacao: AttendanceMark }[];
    visitas: { id: number; situacao: 'presente' | 'falta' }[];
  } | null;
  notes: Notes | null;
  link: { nome: string; url: string } | null;
}

/**
 * Compares a submitted form with the values its page was drawn with. Announced absences that the page preselected do not
 * count as attendance yet, unless everybody has a mark.
 *
 * @param others the mark for students without one
 */
export function changesOf(lesson: TaughtLesson, values: Values, others: AttendanceMark | null = null): LessonChanges {
  const drawn = parsed(values.visto ?? drawnValues(lesson));
  const isOther = (name: string, value: string) => plain(value) !== plain(drawn[name]);
  const { students, visitors } = marksOf(values, others);
  const isWhole = lesson.chamada_em === null && students.length > 0 && students.length === lesson.chamada.length;
  const hasAttendance =
    others !== null || isWhole || [...students, ...visitors].some(({ name, situacao }) => isOther(name, situacao));
  const recorded = new Set(
    lesson.chamada.flatMap(({ turma_aluno_id, situacao }) => (situacao === null ? [] : [turma_aluno_id])),
  );
  const sent = students.filter(
    ({ id, name, situacao }) => others !== null || isOther(name, situacao) || !recorded.has(id),
  );
  // The operation needs the mark of a student, even if only a visitor was marked: an existing mark changes nothing.
  const current = lesson.chamada.flatMap(({ turma_aluno_id, situacao }) =>
    situacao === null || situacao === 'reposta' ? [] : [{ turma_aluno_id, situacao }],
  );
  const presencas =
    sent.length > 0 ? sent.map(({ id, situacao }) => ({ turma_aluno_id: id, situacao })) : current.slice(0, 1);
  const visitas = visitors
    .filter(({ name, situacao }) => isOther(name, situacao))
    .map(({ id, situacao }) => ({ id, situacao: situacao as 'presente' | 'falta' }));
  const typed = noteNames.filter((name) => values[name] !== undefined && isOther(name, values[name]));
  const noteOf = (name: (typeof noteNames)[number]) =>
    (typed.includes(name) ? values[name] : lesson[name]?.toString()) ?? '';
  const [conteudo, licao_de_casa, gravacao_url] = [noteOf('conteudo'), noteOf('licao_de_casa'), noteOf('gravacao_url')];
  const { nome = '', url = '' } = values;
  return {
    attendance: hasAttendance ? { presencas, visitas } : null,
    notes: typed.length > 0 ? { conteudo, licao_de_casa, gravacao_url } : null,
    link: nome || url ? { nome, url } : null,
  };
}

/** Browsers send line breaks as CR and LF. */
const plain = (text: unknown) => (typeof text === 'string' ? text.replaceAll('\r\n', '\n').trim() : '');

/** @returns an empty object for a text that was tampered with */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
