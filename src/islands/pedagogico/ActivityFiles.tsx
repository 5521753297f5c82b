import { useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatBytes } from '#lib/format/interval.ts';
import { takeBack } from '#lib/stores/pedagogico-files.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import Check from '~icons/material-symbols/check-circle-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { HandedIn } from './HandedIn.tsx';
import { Running } from './Running.tsx';
import { SendWays } from './SendWays.tsx';
import { useSending } from './use-sending.ts';

interface ActivityFilesProps {
  activity: Atividade;
  /** Why a form without scripts was refused. */
  problem: string | null;
  onChange: (activity: Atividade) => void;
}

/** What the student handed in, what is uploading and what the teacher gave back (PED-08…11). */
export function ActivityFiles({ activity, problem, onChange }: ActivityFilesProps) {
  /** The number of the file that the next one replaces. */
  const replacing = useRef<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { id, formatos, tamanho_max_bytes: most, arquivos } = activity;
  const isOpen = activity.aceita_envio && !activity.corrigida_em;
  const { running, failed, send, cancel } = useSending(id, most, async (next, name) => {
    const old = replacing.current;
    replacing.current = null;
    const part = old === null ? null : await takeBack(id, old);
    onChange(part?.ok ? part.data : next);
    setDone(fileMessages.sent(name));
  });

  function start(file: File) {
    setDone(null);
    void send(file);
  }

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    noKeyboard: true,
    noClick: true,
    disabled: running !== null,
    onDropAccepted: ([file]) => file && start(file),
  });

  function pick(instead: number | null) {
    replacing.current = instead;
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
      <HandedIn
        activity={activity}
        isOpen={isOpen}
        onDeleted={(next, words) => {
          onChange(next);
          setDone(words);
        }}
        onReplace={pick}
      />
      {isOpen && (
        <div {...getRootProps()} className={`dropzone ${isDragActive ? 'dropzone-active' : ''}`}>
          <input {...getInputProps()} aria-label={`Arquivo de ${formatos.join(', ')}`} />
          {running ? (
            <Running file={running.file} percent={running.percent} onCancel={cancel} />
          ) : (
            <SendWays formats={formatos} hasFile={arquivos.length > 0} onPick={() => pick(null)} onFile={start} />
          )}
          {!running && <p className="text-muted text-sm">{fileMessages.accepted(formatos, most)}</p>}
        </div>
      )}
      {failed ? (
        <div className="grid gap-2">
          <FormError message={`${failed.file.name} (${formatBytes(failed.file.size)}): ${failed.words}`} />
          <Button look="outline" onClick={() => start(failed.file)}>
            Tentar de novo
          </Button>
        </div>
      ) : (
        !done && <FormError message={problem} />
      )}
    </div>
  );
}
