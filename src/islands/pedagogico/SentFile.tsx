import { useState } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatBytes } from '#lib/format/interval.ts';
import { fileAddresses } from '#lib/rules/routes/file-addresses.ts';
import { takeBack } from '#lib/stores/pedagogico-files.ts';
import Delete from '~icons/material-symbols/delete-outline-rounded';
import Download from '~icons/material-symbols/download-rounded';
import Corrected from '~icons/material-symbols/rate-review-outline-rounded';
import Replace from '~icons/material-symbols/swap-horiz-rounded';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

interface SentFileProps {
  activityId: number;
  file: Atividade['arquivos'][number];
  /** Whether the student may still take it back. */
  isOpen: boolean;
  isCorrection?: boolean;
  onChange: (activity: Atividade) => void;
  onReplace?: () => void;
}

/** One file: a download, and before the correction a button that takes it back after a question. */
export function SentFile({ activityId, file, isOpen, isCorrection = false, onChange, onReplace }: SentFileProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const href = isCorrection ? fileAddresses.correction(activityId, file.n) : fileAddresses.sent(activityId, file.n);
  const Icon = isCorrection ? Corrected : Download;

  async function remove() {
    setIsPending(true);
    const activity = await takeBack(activityId, file.n);
    setIsPending(false);
    setIsAsking(false);
    if (activity) onChange(activity);
  }

  return (
    <li className="file-row">
      <a href={href} download className="link-target min-w-0 flex-1">
        <Icon className="size-5 flex-none" aria-hidden="true" />
        <span className="min-w-0 truncate">
          {isCorrection && 'Correção: '}
          {file.nome}
        </span>
        <span className="num text-muted flex-none text-sm font-normal">{formatBytes(file.tamanho_bytes)}</span>
      </a>
      {isOpen && (
        <>
          <button
            type="button"
            className="btn btn-ghost btn-circle flex-none"
            aria-label={`Trocar ${file.nome}`}
            onClick={onReplace}
          >
            <Replace className="size-6" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-circle flex-none"
            aria-label={`Apagar ${file.nome}`}
            onClick={() => setIsAsking(true)}
          >
            <Delete className="size-6" aria-hidden="true" />
          </button>
        </>
      )}
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
      </Dialog>
    </li>
  );
}
