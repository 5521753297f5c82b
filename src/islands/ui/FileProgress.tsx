import { formatBytes } from '#lib/format/interval.ts';
import type { QueuedFile } from '#lib/stores/upload-queue.ts';
import { fileWords } from '#lib/words/files.ts';
import Close from '~icons/material-symbols/close-rounded';
import { Button } from './Button.tsx';
import { FormError } from './FormError.tsx';
import { ProgressTrack } from './ProgressTrack.tsx';

interface FileProgressProps {
  queued: QueuedFile;
  onRetry: () => void;
  onDrop: () => void;
}

/** The progress of an upload, or why it failed and a button to retry. */
export function FileProgress({ queued, onRetry, onDrop }: FileProgressProps) {
  const { draft, state, percent, words } = queued;
  const { name, size } = draft.file;
  if (state === 'failed') {
    return (
      <div className="grid gap-2">
        <FormError message={`${name} (${formatBytes(size)}): ${words}`} />
        <div className="flex flex-wrap gap-2">
          <Button look="outline" aria-label={`Tentar de novo: ${name}`} onClick={onRetry}>
            Tentar de novo
          </Button>
          <Button look="ghost" aria-label={`Desistir: ${name}`} onClick={onDrop}>
            Desistir
          </Button>
        </div>
      </div>
    );
  }
  const isRunning = state === 'running';
  const isStoring = isRunning && percent === 100;
  const progress = isStoring ? fileWords.storing : `${percent}%`;
  return (
    <div className="file-row" tabIndex={isStoring ? -1 : undefined}>
      <div className="grid min-w-0 flex-1 gap-1 py-2">
        <p className="num flex justify-between gap-4 text-sm font-medium">
          <span className="truncate">{name}</span>
          <span className="flex-none">{isRunning ? progress : 'Na fila'}</span>
        </p>
        {isRunning && <ProgressTrack label={`Envio de ${name}`} value={percent} />}
      </div>
      {!isStoring && (
        <button
          type="button"
          className="btn btn-ghost btn-circle flex-none"
          aria-label={`Cancelar o envio: ${name}`}
          onClick={onDrop}
        >
          <Close className="size-6" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
