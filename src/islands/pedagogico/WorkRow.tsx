import type { MouseEvent } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatGrade } from '#lib/format/grade.ts';
import { workAnchor } from '#lib/rules/pedagogico/work-files.ts';
import { activityLook, dueWords } from '#lib/words/pedagogico.ts';
import Work from '~icons/material-symbols/edit-note-outline-rounded';
// Not the chevron of the login: an icon that two islands share becomes a file of its own there.
import Next from '~icons/material-symbols/keyboard-arrow-right-rounded';
import Book from '~icons/material-symbols/menu-book-outline-rounded';
import Mic from '~icons/material-symbols/mic-outline-rounded';
import { Chip } from '../ui/Chip.tsx';
import { ActivityBody } from './ActivityBody.tsx';
import { PlainFiles } from './PlainFiles.tsx';

const icons = { tarefa: Work, leitura: Book, audio: Mic, presenca: Work };

interface WorkRowProps {
  activity: Atividade;
  /** The deadline in words. */
  due: string | null;
  problem: string | null;
  /** Draws the piece below its row, where the address opens it. */
  hasBody: boolean;
  onOpen: (() => void) | null;
}

/** One piece of work in the list: a link to the piece. */
export function WorkRow({ activity, due, problem, hasBody, onOpen }: WorkRowProps) {
  const { turma_atividade_id: id, titulo, tipo, status, nota } = activity;
  const { label, tone } = activityLook(activity);
  const Icon = icons[tipo] ?? Work;
  const when = dueWords(activity, due);

  function handleClick(event: MouseEvent) {
    if (!onOpen || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <li id={workAnchor(id)} className="work">
      <a
        className={`to-do ${status === 'atrasada' ? 'to-do-late' : ''}`}
        href={`#${workAnchor(id)}`}
        aria-haspopup={onOpen ? 'dialog' : undefined}
        onClick={handleClick}
      >
        <span className="to-do-icon">
          <Icon className="size-6" aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-bold">{titulo}</span>
          {when ? (
            <span className="to-do-note">{when}</span>
          ) : (
            <span className="mt-1 flex flex-wrap items-center gap-2">
              <Chip tone={tone}>{label}</Chip>
              {nota != null && <span className="num text-sm font-semibold">Nota {formatGrade(nota)}</span>}
            </span>
          )}
        </span>
        <Next className="size-6 flex-none" aria-hidden="true" />
      </a>
      {hasBody && (
        <div className="work-body">
          <ActivityBody activity={activity} due={due}>
            <PlainFiles activity={activity} problem={problem} />
          </ActivityBody>
        </div>
      )}
    </li>
  );
}
