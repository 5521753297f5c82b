import { useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import Check from '~icons/material-symbols/check-circle-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { HandedIn } from './HandedIn.tsx';
import { Running } from './Running.tsx';
import { SendWays } from './SendWays.tsx';
import type { Draft, Sending } from './use-sending.ts';

interface ActivityFilesProps {
  activity: Atividade;
  sending: Sending;
  /** Why a form without scripts was refused. */
  problem: string | null;
  onSend: (draft: Draft) => void;
  onCancel: () => void;
  /** Keeps a recording until it is sent. */
  onRecorded: (recording: Blob) => void;
  /** Gets the activity after a file was taken back, and what happened in words. */
  onDeleted: (activity: Atividade, words: string) => void;
}

/** What the student handed in, what is uploading and what the teacher gave back (PED-08…11). */
export function ActivityFiles({
  activity,
  sending,
  problem,
  onSend,
  onCancel,
  onRecorded,
  onDeleted,
}: ActivityFilesProps) {
  /** The file that the next one of the file field replaces. Photos, recordings and drops replace none. */
  const replacing = useRef<Draft['instead']>(null);
  const { formatos, tamanho_max_bytes: most, arquivos } = activity;
  const { running, failed, done } = sending;
  const isOpen = activity.aceita_envio && !activity.corrigida_em;
  const start = (file: File, recording?: Blob) => onSend({ file, instead: null, recording });

  const { getRootProps, getInputProps, isDragActive, open, inputRef } = useDropzone({
    multiple: false,
    noKeyboard: true,
    noClick: true,
    onDropAccepted: ([file], { type }) => {
      const instead = type === 'change' ? replacing.current : null;
      replacing.current = null;
      if (file) onSend({ file, instead });
    },
  });

  function pick(instead: Draft['instead']) {
    replacing.current = instead;
    const forget = () => {
      replacing.current = null;
    };
    inputRef.current?.addEventListener('cancel', forget, { once: true });
    open();
  }

  return (
    <div className="mt-4 grid grid-cols-1 gap-3">
      <p role="status" className="contents">
        {done && (
          <span className="notice tone-success">
            <Check className="size-6 flex-none" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{done}</span>
          </span>
        )}
      </p>
      <HandedIn activity={activity} isOpen={isOpen} onDeleted={onDeleted} onReplace={pick} />
      {isOpen && (
        <div {...getRootProps()} className={`dropzone ${isDragActive ? 'dropzone-active' : ''}`}>
          <input {...getInputProps()} aria-label={`Arquivo de ${formatos.join(', ')}`} />
          {running && <Running {...running} waiting={sending.waiting} onCancel={onCancel} />}
          {/* It only hides during an upload: a recording is still there if the upload is cancelled or fails. */}
          <div className={running ? 'hidden' : 'contents'}>
            <SendWays
              key={sending.count}
              formats={formatos}
              hasFile={arquivos.length > 0}
              onPick={() => pick(null)}
              onFile={start}
              recording={sending.recording}
              onRecorded={onRecorded}
            />
            <p className="text-muted text-sm">{fileMessages.accepted(formatos, most)}</p>
          </div>
        </div>
      )}
      {failed ? <Failed {...failed} onRetry={onSend} /> : !done && <FormError message={problem} />}
    </div>
  );
}

/** Why a file was not sent or not replaced, and the way to send it again. */
function Failed({ words, draft, onRetry }: NonNullable<Sending['failed']> & { onRetry: (draft: Draft) => void }) {
  return (
    <div className="grid gap-2">
      <FormError message={words} />
      {draft && (
        <Button look="outline" onClick={() => onRetry(draft)}>
          Tentar de novo
        </Button>
      )}
    </div>
  );
}
