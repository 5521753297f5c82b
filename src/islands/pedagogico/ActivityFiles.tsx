import { useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatBytes } from '#lib/format/interval.ts';
import { type ActivityUpload, sendFile, takeBack } from '#lib/stores/pedagogico-files.ts';
import { toast } from '#lib/stores/toast.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import Upload from '~icons/material-symbols/upload-file-outline-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';
import { SentFile } from './SentFile.tsx';

type Handed = Pick<
  Atividade,
  'id' | 'aceita_envio' | 'formatos' | 'tamanho_max_bytes' | 'arquivos' | 'correcoes' | 'corrigida_em'
>;

interface ActivityFilesProps {
  activity: Handed;
  onChange: (activity: Atividade) => void;
}

/** What the student handed in, what is uploading and what the teacher gave back (PED-08…11). */
export function ActivityFiles({ activity, onChange }: ActivityFilesProps) {
  /** The number of the file that the next one replaces. */
  const replacing = useRef<number | null>(null);
  const { id, formatos, tamanho_max_bytes: most, arquivos, correcoes } = activity;
  const isOpen = activity.aceita_envio && !activity.corrigida_em;
  const { running, failed, send, cancel } = useSending(id, most, async (next) => {
    const old = replacing.current;
    replacing.current = null;
    onChange((old !== null && (await takeBack(id, old))) || next);
  });

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    noKeyboard: true,
    noClick: true,
    disabled: running !== null,
    onDropAccepted: ([file]) => file && void send(file),
  });

  function pick(instead: number | null) {
    replacing.current = instead;
    open();
  }

  return (
    <div className="mt-4 grid grid-cols-1 gap-3">
      {arquivos.length > 0 && (
        <ul className="grid grid-cols-1 gap-2" aria-label="Arquivos enviados">
          {arquivos.map((file) => (
            <SentFile
              key={file.n}
              activityId={id}
              file={file}
              isOpen={isOpen}
              onChange={onChange}
              onReplace={() => pick(file.n)}
            />
          ))}
        </ul>
      )}
      {correcoes.length > 0 && (
        <ul className="grid grid-cols-1 gap-2" aria-label="Correção">
          {correcoes.map((file) => (
            <SentFile key={file.n} activityId={id} file={file} isOpen={false} isCorrection onChange={onChange} />
          ))}
        </ul>
      )}
      {isOpen && (
        <div {...getRootProps()} className={`dropzone ${isDragActive ? 'dropzone-active' : ''}`}>
          <input {...getInputProps()} aria-label={`Arquivo de ${formatos.join(', ')}`} />
          {running ? (
            <div className="grid w-full gap-2">
              <p className="num flex justify-between gap-4 text-sm font-medium">
                <span className="truncate">{running.file.name}</span>
                <span>{running.percent}%</span>
              </p>
              <ProgressTrack label={`Envio de ${running.file.name}`} value={running.percent} />
              <Button look="ghost" onClick={cancel}>
                Cancelar o envio
              </Button>
            </div>
          ) : (
            <>
              <Button look="soft" icon={<Upload className="size-5" aria-hidden="true" />} onClick={() => pick(null)}>
                {arquivos.length > 0 ? 'Enviar outro arquivo' : 'Enviar arquivo'}
              </Button>
              <p className="text-muted text-sm">{fileMessages.accepted(formatos, most)}</p>
              <p className="text-muted hidden text-sm lg:block">Ou arraste o arquivo até aqui.</p>
            </>
          )}
        </div>
      )}
      {failed && (
        <div className="grid gap-2">
          <FormError message={`${failed.file.name} (${formatBytes(failed.file.size)}): ${failed.words}`} />
          <Button look="outline" onClick={() => void send(failed.file)}>
            Tentar de novo
          </Button>
        </div>
      )}
    </div>
  );
}

/** Sends one file at a time. @param onSent gets the activity with the new file */
function useSending(id: number, most: number, onSent: (activity: Atividade) => Promise<void>) {
  const [running, setRunning] = useState<{ file: File; percent: number } | null>(null);
  const [failed, setFailed] = useState<{ file: File; words: string } | null>(null);
  const upload = useRef<ActivityUpload | null>(null);

  async function send(file: File) {
    setFailed(null);
    if (file.size > most) {
      setFailed({ file, words: fileMessages.tooLarge(most) });
      return;
    }
    setRunning({ file, percent: 0 });
    upload.current = sendFile(id, file, (percent) => setRunning({ file, percent }));
    try {
      const next = await upload.current.done;
      if (next) {
        await onSent(next);
        toast.success(fileMessages.sent(file.name));
      }
    } catch (error) {
      setFailed({ file, words: error instanceof Error ? error.message : fileMessages.notSent });
    }
    setRunning(null);
  }

  return { running, failed, send, cancel: () => upload.current?.cancel() };
}
