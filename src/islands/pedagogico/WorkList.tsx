import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatGrade, formatMark } from '#lib/format/grade.ts';
import { routes } from '#lib/routes.ts';
import { workAnchor } from '#lib/rules/pedagogico/work-files.ts';
import { groupWork, lateCount } from '#lib/rules/pedagogico/work-groups.ts';
import { followWork } from '#lib/stores/pedagogico-files.ts';
import { activityLook, dueWords, workGroups } from '#lib/words/pedagogico.ts';
import Work from '~icons/material-symbols/edit-note-outline-rounded';
import Next from '~icons/material-symbols/keyboard-arrow-right-rounded';
import Book from '~icons/material-symbols/menu-book-outline-rounded';
import Mic from '~icons/material-symbols/mic-outline-rounded';
import Quiz from '~icons/material-symbols/quiz-outline-rounded';
import { Chip } from '../ui/Chip.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ActivityFiles } from './ActivityFiles.tsx';
import { PlainFiles } from './PlainFiles.tsx';
import { useOpenWork } from './use-open-work.ts';
import { useSending } from './use-sending.ts';

interface WorkListProps {
  work: Atividade[];
  /** Deadlines in words of the reader's zone, by the activity's id. */
  due: Readonly<Record<number, string>>;
  /** From `endOfWeek`. */
  weekEnd: string;
  /** Why a form of this page was refused, and of which activity. */
  refused: { id: number; words: string } | null;
  /** The brand's drawing of something done, drawn by the page. */
  art?: ReactNode;
}

/**
 * The assignments of a class, late ones first. A row opens the assignment in a sheet; without scripts below its row, with
 * a form.
 */
export function WorkList({ work: initial, due, weekEnd, refused, art }: WorkListProps) {
  const [work, setWork] = useState(initial);
  const { isAwake, open, show, close } = useOpenWork();
  const shown = work.find(({ turma_atividade_id: id }) => id === open);
  const sending = useSending(shown?.id ?? null, change);
  useFocusOnRow(shown?.turma_atividade_id ?? null);
  useEffect(() => {
    if (work !== initial) followWork(lateCount(work));
  }, [work, initial]);
  const problemOf = ({ id }: Atividade) => (refused?.id === id ? refused.words : null);

  function change(next: Atividade) {
    // An upload ends long after the render in which it started.
    setWork((before) => before.map((each) => (each.id === next.id ? next : each)));
  }

  return (
    <div className="grid gap-4 md:gap-6">
      {groupWork(work, weekEnd).map(({ kind, work: pieces }) => (
        <section key={kind} className="surface p-5 md:p-6" aria-labelledby={`grupo-${kind}`}>
          <h2 id={`grupo-${kind}`} className="pb-4 text-lg">
            {workGroups[kind]}
          </h2>
          <ul className="to-dos">
            {pieces.map((each) => (
              <WorkRow
                key={each.id}
                activity={each}
                due={due[each.id] ?? null}
                problem={problemOf(each)}
                hasBody={!isAwake}
                onOpen={isAwake ? () => show(each.turma_atividade_id) : null}
              />
            ))}
          </ul>
        </section>
      ))}
      <Dialog isOpen={shown !== undefined} onClose={close} title={shown?.titulo ?? 'Atividade'}>
        {shown && (
          <ActivityBody activity={shown} due={due[shown.id] ?? null}>
            <ActivityFiles
              key={shown.id}
              activity={shown}
              art={art}
              onClose={close}
              sending={sending.of(shown.id)}
              problem={problemOf(shown)}
              onSend={(draft) => sending.send(shown, draft)}
              onRetry={sending.retry}
              onDrop={sending.drop}
              onRecorded={(recording) => sending.keep(shown.id, recording)}
              onDeleted={(next, words) => {
                change(next);
                sending.update(shown.id, words);
              }}
            />
          </ActivityBody>
        )}
      </Dialog>
    </div>
  );
}

/**
 * Returns the focus to the row of a closed assignment, which may be in another group by then. Going back in the history
 * scrolls first.
 */
function useFocusOnRow(open: number | null) {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const row = last.current !== null && document.querySelector<HTMLElement>(`#${workAnchor(last.current)} a`);
    if (open === null && row) requestAnimationFrame(() => row.focus());
    last.current = open;
  }, [open]);
}

const icons = { tarefa: Work, leitura: Book, audio: Mic, exercicio: Quiz, presenca: Work };

interface WorkRowProps {
  activity: Atividade;
  /** The deadline in words. */
  due: string | null;
  problem: string | null;
  /** Renders the assignment below its row, where the address opens it. */
  hasBody: boolean;
  onOpen: (() => void) | null;
}

/** An assignment in the list: a link to it. */
function WorkRow({ activity, due, problem, hasBody, onOpen }: WorkRowProps) {
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
    <li id={workAnchor(id)} className="group/work scroll-mt-24">
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
        <div className="hidden pt-2 pb-4 px-2 noscript:group-target/work:block">
          <ActivityBody activity={activity} due={due}>
            <PlainFiles activity={activity} problem={problem} />
          </ActivityBody>
        </div>
      )}
    </li>
  );
}

interface ActivityBodyProps {
  activity: Atividade;
  /** The deadline in words. */
  due: string | null;
  /** Its files. */
  children: ReactNode;
}

/** An assignment below its title: its state, its task, its deadline and the teacher’s comment. */
function ActivityBody({ activity, due, children }: ActivityBodyProps) {
  const { id, tipo, status, descricao, nota, nota_maxima, comentario, aceita_envio, arquivos, correcoes } = activity;
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
      {tipo === 'exercicio' && status !== 'dispensada' && (
        <a
          className={`btn mt-4 w-full ${status === 'corrigida' ? 'btn-soft-brand' : 'btn-primary'}`}
          href={routes.pedagogico.exercise(id)}
        >
          {status === 'corrigida' ? 'Ver as respostas' : 'Responder'}
        </a>
      )}
      {(aceita_envio || arquivos.length + correcoes.length > 0) && children}
    </>
  );
}
