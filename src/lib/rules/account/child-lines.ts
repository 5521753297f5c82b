import { relativeTime } from '../../format/dates.ts';
import { type ResultLine, type Results, resultLines } from '../pedagogico/result-lines.ts';

/** A child’s near events and results. */
interface Near {
  timezone: string;
  evento: { nome: string; evento_em: string } | null;
  aulas: readonly { turma: string; titulo: string; inicio: string; online: boolean; sala: string | null }[];
  trabalhos: readonly { titulo: string; prazo: string; is_late: boolean }[];
  trabalhos_total: number;
  atrasados: number;
  resultados: Results;
}

/** One line of a child's card. */
export interface ChildLine {
  kind: 'event' | 'lesson' | 'work' | ResultLine['kind'];
  title: string;
  note: string;
  isLate: boolean;
}

/**
 * The main lines of a child’s card: an event today, the next lesson, late or coming work, the teacher’s last result.
 */
export function childLines(child: Near, now: Date): ChildLine[] {
  const when = (instant: string) => relativeTime(instant, now, child.timezone);
  const [lesson] = child.aulas;
  const lines: (ChildLine | null)[] = [
    child.evento && {
      ...{ kind: 'event', title: `Ingresso: ${child.evento.nome}`, isLate: false },
      note: when(child.evento.evento_em),
    },
    lesson
      ? {
          ...{ kind: 'lesson', title: `Próxima aula: ${when(lesson.inicio)}`, isLate: false },
          note: [lesson.turma, lesson.titulo, lesson.online ? 'online' : lesson.sala].filter(Boolean).join(' · '),
        }
      : { kind: 'lesson', title: 'Nenhuma aula marcada', note: 'As aulas aparecem aqui.', isLate: false },
    workLine(child, when),
    ...resultLines(child.resultados)
      .slice(0, 1)
      .map((line) => ({ ...line, isLate: false })),
  ];
  return lines.filter((line) => line !== null);
}

function workLine(
  { trabalhos, trabalhos_total, atrasados }: Near,
  when: (instant: string) => string,
): ChildLine | null {
  const [first] = trabalhos;
  if (!first) return null;
  if (atrasados > 0) {
    const title = atrasados === 1 ? `1 atividade atrasada: ${first.titulo}` : `${atrasados} atividades atrasadas`;
    return { kind: 'work', title, note: `Era até ${when(first.prazo)}`, isLate: true };
  }
  const others = trabalhos_total > 1 ? ` · mais ${trabalhos_total - 1} para entregar` : '';
  return { kind: 'work', title: first.titulo, note: `Entrega até ${when(first.prazo)}${others}`, isLate: false };
}

/** Attendance over all running classes, in whole per cent; null before the first lesson. */
export function presenceOf(
  classes: readonly { notas: { frequencia: { presencas: number; faltas: number } } }[],
): number | null {
  const all = classes.map(({ notas }) => notas.frequencia);
  const came = all.reduce((sum, { presencas }) => sum + presencas, 0);
  const counted = all.reduce((sum, { presencas, faltas }) => sum + presencas + faltas, 0);
  return counted === 0 ? null : Math.floor((came * 100) / counted);
}
