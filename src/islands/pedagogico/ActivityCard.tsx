import { useState } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatGrade } from '#lib/format/grade.ts';
import { activityLook } from '#lib/words/pedagogico.ts';
import { Chip } from '../ui/Chip.tsx';
import { ActivityFiles } from './ActivityFiles.tsx';

/**
 * One activity: its task, its last day, the student's files and the teacher's words. Its state follows the files at
 * once.
 *
 * @param due the deadline in words of the reader's zone
 */
export function ActivityCard({ activity: given, due }: { activity: Atividade; due: string | null }) {
  const [activity, setActivity] = useState(given);
  const { titulo, descricao, status, nota, comentario, aceita_envio, arquivos, correcoes } = activity;
  const { label, tone } = activityLook(activity);
  const isOpen = status === 'pendente' || status === 'atrasada';
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-base font-bold">{titulo}</h3>
        <Chip tone={tone} className="flex-none">
          {label}
        </Chip>
      </div>
      <p className="measure mt-1">{descricao}</p>
      {isOpen && due && (
        <p className="text-muted mt-2 text-sm">
          {status === 'atrasada' ? 'O prazo era' : 'Até'} {due}
        </p>
      )}
      {nota != null && (
        <p className="mt-2 text-sm">
          Nota <strong className="num text-base">{formatGrade(nota)}</strong>
        </p>
      )}
      {comentario && <blockquote className="border-primary mt-2 border-s-3 ps-3 text-sm">{comentario}</blockquote>}
      {(aceita_envio || arquivos.length + correcoes.length > 0) && (
        <ActivityFiles activity={activity} onChange={setActivity} />
      )}
    </>
  );
}
