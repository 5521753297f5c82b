import { useEffect, useRef, useState } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { workAnchor } from '#lib/rules/pedagogico/work-files.ts';
import { groupWork, lateCount } from '#lib/rules/pedagogico/work-groups.ts';
import { followWork } from '#lib/stores/pedagogico-files.ts';
import { workGroups } from '#lib/words/pedagogico.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ActivityBody } from './ActivityBody.tsx';
import { ActivityFiles } from './ActivityFiles.tsx';
import { useOpenWork } from './use-open-work.ts';
import { useSending } from './use-sending.ts';
import { WorkRow } from './WorkRow.tsx';

interface WorkListProps {
  work: Atividade[];
  /** Deadlines in words of the reader's zone, by the activity's id. */
  due: Readonly<Record<number, string>>;
  /** From `endOfWeek`. */
  weekEnd: string;
  /** Why a form of this page was refused, and of which activity. */
  refused: { id: number; words: string } | null;
}

/**
 * The work of a class: what is late comes first. A row opens the piece in a sheet. Without scripts the piece opens below
 * its row, with a form.
 */
export function WorkList({ work: given, due, weekEnd, refused }: WorkListProps) {
  const [work, setWork] = useState(given);
  const { isAwake, open, show, close } = useOpenWork();
  const shown = work.find(({ turma_atividade_id: id }) => id === open);
  const sending = useSending(shown?.id ?? null, change);
  useFocusOnRow(shown?.turma_atividade_id ?? null);
  useEffect(() => {
    if (work !== given) followWork(lateCount(work));
  }, [work, given]);
  const problemOf = ({ id }: Atividade) => (refused?.id === id ? refused.words : null);

  function change(next: Atividade) {
    // An upload ends long after the render that began it.
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
              sending={sending.of(shown.id)}
              problem={problemOf(shown)}
              onSend={(draft) => sending.send(shown, draft)}
              onRetry={sending.retry}
              onDrop={sending.drop}
              onRecorded={(recording) => sending.keep(shown.id, recording)}
              onDeleted={(next, words) => {
                change(next);
                sending.tell(shown.id, words);
              }}
            />
          </ActivityBody>
        )}
      </Dialog>
    </div>
  );
}

/**
 * Gives the focus back to the row of a closed piece: the row may stand in another group by then. The way back in the
 * history scrolls first.
 */
function useFocusOnRow(open: number | null) {
  const last = useRef<number | null>(null);
  useEffect(() => {
    const row = last.current !== null && document.querySelector<HTMLElement>(`#${workAnchor(last.current)} a`);
    if (open === null && row) requestAnimationFrame(() => row.focus());
    last.current = open;
  }, [open]);
}
