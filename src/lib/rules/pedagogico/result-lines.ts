import { formatDay } from '../../format/dates.ts';
import { formatMark } from '../../format/grade.ts';
import { clip, firstName } from '../../format/text.ts';
import { routes } from '../../routes.ts';
import { scale } from './mean.ts';

interface TeacherResult {
  titulo: string;
  nota_maxima: number;
  comentario: string | null;
  professor: string | null;
  turma_id: number;
}

/** The last results from teachers: a comment or grade on an assignment, and a grade of an assessment. */
export interface Results {
  correction: (TeacherResult & { nota: number | null; turma_atividade_id: number; corrigida_em: string | null }) | null;
  /** `aviso_id`: its notice, until the student has read it. */
  grade: (TeacherResult & { nota: number; turma: string; data: string; aviso_id?: number | null }) | null;
  /** The notice of a finished book, until the student has read it. */
  level?: { id: number; title: string; body: string; path: string } | null;
}

export interface ResultLine {
  kind: 'word' | 'grade';
  title: string;
  note: string;
  href: string;
}

/** A student’s new achievement. Opening its notice marks it as seen. */
export interface Reached {
  title: string;
  figure: { value: string; label: string } | null;
  text: string | null;
  /** The notice, and its link. */
  notice: number;
  href: string;
  step: string;
}

/** A finished book, or a new passing grade; null once seen. */
export function reachedOf({ grade, level }: Results): Reached | null {
  if (level) {
    const { id, title, body, path } = level;
    return { title, figure: null, text: body, notice: id, href: path, step: 'Ver meu progresso' };
  }
  if (!grade?.aviso_id || grade.nota * scale.maximo < scale.aprovacao * grade.nota_maxima) return null;
  const of = grade.nota_maxima === scale.maximo ? '' : ` de ${formatMark(grade.nota_maxima)}`;
  return {
    title: 'Que nota boa!',
    figure: { value: `${formatMark(grade.nota)}${of}`, label: grade.titulo },
    text: null,
    notice: grade.aviso_id,
    href: hrefOf(grade),
    step: 'Ver a nota',
  };
}

const hrefOf = ({ turma_id }: TeacherResult) => routes.pedagogico.gradesOfClass(turma_id, { parte: 'notas' });

/** New grades and corrections, the newest first. A grade out of ten is shown without its scale. */
export function resultLines({ correction, grade }: Results): ResultLine[] {
  const lines = [
    correction && {
      kind: 'word' as const,
      title: correction.nota === null ? `${teacherOf(correction)} comentou ${correction.titulo}` : markOf(correction),
      note: wordsOf(correction) ?? (correction.professor ? `Corrigido por ${teacherOf(correction)}` : 'Corrigido'),
      href: routes.pedagogico.work(correction.turma_id, correction.turma_atividade_id),
    },
    grade && {
      kind: 'grade' as const,
      title: markOf(grade),
      note: wordsOf(grade) ?? `${grade.turma} · ${formatDay(grade.data).slice(0, 5)}`,
      href: hrefOf(grade),
    },
  ].filter((line) => line !== null);
  return (grade?.data ?? '') > (correction?.corrigida_em ?? '') ? lines.toReversed() : lines;
}

const teacherOf = ({ professor }: TeacherResult) => (professor === null ? 'A escola' : firstName(professor));

const markOf = ({ titulo, nota, nota_maxima }: TeacherResult & { nota: number | null }) =>
  `${titulo}: nota ${formatMark(nota ?? 0)}${nota_maxima === 10 ? '' : ` de ${formatMark(nota_maxima)}`}`;

const wordsOf = (result: TeacherResult & { nota: number | null }) =>
  result.comentario && `${result.nota === null ? '' : `${teacherOf(result)}: `}“${clip(result.comentario, 120)}”`;
