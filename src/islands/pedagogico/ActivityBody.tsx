import type { ReactNode } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatGrade, formatMark } from '#lib/format/grade.ts';
import { activityLook, dueWords } from '#lib/words/pedagogico.ts';
import { Chip } from '../ui/Chip.tsx';

interface ActivityBodyProps {
  activity: Atividade;
  /** The deadline in words. */
  due: string | null;
  /** Its files. */
  children: ReactNode;
}

/** One activity below its title: its state, its task, its last day and the teacher's words. */
export function ActivityBody({ activity, due, children }: ActivityBodyProps) {
  const { descricao, nota, nota_maxima, comentario, aceita_envio, arquivos, correcoes } = activity;
  const { label, tone } = activityLook(activity);
  const when = dueWords(activity, due);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone={tone}>{label}</Chip>
        {when && <span className="text-muted text-sm">{when}</span>}
        {nota != null && (
          <span className="text-sm">
            Nota <strong className="num text-base">{formatGrade(nota)}</strong>
            {nota_maxima != null && nota_maxima !== 10 && ` de ${formatMark(nota_maxima)}`}
          </span>
        )}
      </p>
      <p className="measure mt-3">{descricao}</p>
      {comentario && <blockquote className="border-primary mt-3 border-s-3 ps-3 text-sm">{comentario}</blockquote>}
      {(aceita_envio || arquivos.length + correcoes.length > 0) && children}
    </>
  );
}
