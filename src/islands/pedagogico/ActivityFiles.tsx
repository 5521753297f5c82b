import { type ReactNode, useState } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatSigned } from '#lib/format/money.ts';
import { recordingFile, takesVoice } from '#lib/rules/pedagogico/work-files.ts';
import { fileAddresses } from '#lib/rules/routes/file-addresses.ts';
import { viewOf } from '#lib/rules/teaching/work-kinds.ts';
import { takeBack } from '#lib/stores/pedagogico-files.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import Check from '~icons/material-symbols/check-circle-rounded';
import Delete from '~icons/material-symbols/delete-outline-rounded';
import Send from '~icons/material-symbols/send-outline-rounded';
import Replace from '~icons/material-symbols/swap-horiz-rounded';
import { Button } from '../ui/Button.tsx';
import { Celebration } from '../ui/Celebration.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FileChooser } from '../ui/FileChooser.tsx';
import { FileInput } from '../ui/FileInput.tsx';
import { FileProgress } from '../ui/FileProgress.tsx';
import { FileSound } from '../ui/FileSound.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useRescuedFocus } from '../ui/use-rescued-focus.ts';
import { VoiceRecorder } from '../ui/VoiceRecorder.tsx';
import { FileLink } from './FileLink.tsx';
import type { Sending, WorkDraft } from './use-sending.ts';

interface ActivityFilesProps {
  activity: Atividade;
  /** The brand's drawing of something done. */
  art: ReactNode;
  /** Closes the sheet. */
  onClose: () => void;
  sending: Sending;
  /** Why a form without scripts was refused. */
  problem: string | null;
  onSend: (draft: WorkDraft) => void;
  onRetry: (key: number) => void;
  /** Cancels or removes a file that was not uploaded. */
  onDrop: (key: number) => void;
  /** Holds a recording until it is sent. */
  onRecorded: (recording: Blob) => void;
  /** Called with the activity after a file was withdrawn, and a message. */
  onDeleted: (activity: Atividade, words: string) => void;
}

/** The student’s submission, running uploads and the teacher’s correction (PED-08…11). */
export function ActivityFiles({
  activity,
  art,
  onClose,
  sending,
  problem,
  onSend,
  onRetry,
  onDrop,
  onRecorded,
  onDeleted,
}: ActivityFilesProps) {
  const { id: lane, formatos: formats, tamanho_max_bytes: max } = activity;
  const { files, recording, done, earned } = sending;
  const isOpen = activity.aceita_envio && !activity.corrigida_em;
  const send = (file: File, rest: Partial<WorkDraft> = {}) => onSend({ lane, file, instead: null, ...rest });
  const box = useRescuedFocus<HTMLDivElement>(['[name=file]']);
  /** A recording that is already among the files is not offered again. */
  const isQueued = files.some(({ draft }) => draft.recording === recording);

  return (
    <div {...box} className="mt-4 grid grid-cols-1 gap-3">
      <div role="status" className="contents">
        {done && earned !== null && (
          <Celebration
            art={art}
            title={fileMessages.handedIn}
            figures={earned > 0 ? [{ value: formatSigned(earned), label: 'pontos' }] : []}
          >
            <p className="text-muted wrap-anywhere">{done}</p>
          </Celebration>
        )}
        {done && earned === null && (
          <p className="notice tone-success">
            <Check className="size-6 flex-none" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{done}</span>
          </p>
        )}
      </div>
      {done && earned !== null && (
        <Button isWide onClick={onClose}>
          Pronto
        </Button>
      )}
      <HandedIn
        activity={activity}
        isOpen={isOpen}
        onDeleted={onDeleted}
        onReplace={(instead, file) => send(file, { instead })}
      />
      {files.map((queued) => (
        <FileProgress
          key={queued.key}
          queued={queued}
          onRetry={() => onRetry(queued.key)}
          onDrop={() => onDrop(queued.key)}
        />
      ))}
      {isOpen ? (
        <>
          {takesVoice(formats) && (
            <VoiceRecorder recording={recording} onRecorded={onRecorded}>
              {(blob) =>
                !isQueued && (
                  <Button
                    icon={<Send className="size-5" aria-hidden="true" />}
                    onClick={() => send(recordingFile(blob), { recording: blob })}
                  >
                    Enviar gravação
                  </Button>
                )
              }
            </VoiceRecorder>
          )}
          <FileChooser
            isMain={!done}
            rule={{ formats, max }}
            problem={sending.problem ?? (done ? null : problem)}
            onFile={send}
          />
        </>
      ) : (
        <FormError message={sending.problem} />
      )}
    </div>
  );
}

interface HandedInProps {
  activity: Atividade;
  /** Whether the student may still change the files. */
  isOpen: boolean;
  /** Called with the activity after a file was withdrawn, and a message. */
  onDeleted: (activity: Atividade, words: string) => void;
  /** Called with the file to replace, and the new one. */
  onReplace: (instead: Atividade['arquivos'][number], file: File) => void;
}

/** The student’s submission, and the teacher’s correction. */
function HandedIn({ activity, isOpen, onDeleted, onReplace }: HandedInProps) {
  const { id, arquivos, correcoes, formatos } = activity;
  return (
    <>
      {arquivos.length > 0 && (
        <ul className="grid grid-cols-1 gap-2" aria-label="Arquivos enviados">
          {arquivos.map((file) =>
            isOpen ? (
              <SentFile
                key={file.n}
                activityId={id}
                file={file}
                formats={formatos}
                onDeleted={(next) => onDeleted(next, fileMessages.deleted)}
                onReplace={(next) => onReplace(file, next)}
              />
            ) : (
              <li key={file.n} className="file-row">
                <FileLink activityId={id} file={file} />
              </li>
            ),
          )}
        </ul>
      )}
      {correcoes.length > 0 && (
        <ul className="grid grid-cols-1 gap-2" aria-label="Correção">
          {correcoes.map((file) => (
            <li key={file.n} className="grid grid-cols-1 gap-2">
              {viewOf(file.mime) === 'sound' && (
                <FileSound src={fileAddresses.correction(id, file.n)} label={`Correção gravada: ${file.nome}`} />
              )}
              <span className="file-row">
                <FileLink activityId={id} file={file} isCorrection />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface SentFileProps {
  activityId: number;
  file: Atividade['arquivos'][number];
  onDeleted: (activity: Atividade) => void;
  /** The extensions that the activity accepts. */
  formats: readonly string[];
  onReplace: (file: File) => void;
}

/** A file that can still be withdrawn after a confirmation, or replaced. */
function SentFile({ activityId, file, formats, onDeleted, onReplace }: SentFileProps) {
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
