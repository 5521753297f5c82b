import { useState } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { takeBack } from '#lib/stores/pedagogico-files.ts';
import Delete from '~icons/material-symbols/delete-outline-rounded';
import Replace from '~icons/material-symbols/swap-horiz-rounded';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FileInput } from '../ui/FileInput.tsx';
import { FormError } from '../ui/FormError.tsx';
import { FileLink } from './FileLink.tsx';

interface SentFileProps {
  activityId: number;
  file: Atividade['arquivos'][number];
  onDeleted: (activity: Atividade) => void;
  /** The endings that the activity accepts. */
  formats: readonly string[];
  onReplace: (file: File) => void;
}

/** One file that may still be taken back, after a question, or replaced. */
export function SentFile({ activityId, file, formats, onDeleted, onReplace }: SentFileProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function remove() {
    setIsPending(true);
    const part = await takeBack(activityId, file.n);
    setIsPending(false);
    setProblem(part.ok ? null : part.detail);
    if (!part.ok) return;
    setIsAsking(false);
    onDeleted(part.data);
  }

  return (
    <li className="file-row">
      <FileLink activityId={activityId} file={file} />
      <span className="btn btn-ghost btn-circle relative flex-none">
        <Replace className="size-6" aria-hidden="true" />
        <FileInput formats={formats} aria-label={`Trocar ${file.nome}`} onFile={onReplace} />
      </span>
      <button
        type="button"
        className="btn btn-ghost btn-circle flex-none"
        aria-label={`Apagar ${file.nome}`}
        onClick={() => setIsAsking(true)}
      >
        <Delete className="size-6" aria-hidden="true" />
      </button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Apagar este arquivo?"
        actions={
          <>
            <Button look="danger" isPending={isPending} pendingLabel="Apagando" onClick={() => void remove()}>
              Apagar
            </Button>
            <Button look="ghost" onClick={() => setIsAsking(false)}>
              Manter
            </Button>
          </>
        }
      >
        <p>“{file.nome}” sai da atividade.</p>
        <FormError message={problem} />
      </Dialog>
    </li>
  );
}
