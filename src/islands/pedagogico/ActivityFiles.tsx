import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { recordingFile, takesVoice } from '#lib/rules/pedagogico/work-files.ts';
import Check from '~icons/material-symbols/check-circle-rounded';
import Send from '~icons/material-symbols/send-outline-rounded';
import { Button } from '../ui/Button.tsx';
import { FileChooser } from '../ui/FileChooser.tsx';
import { FileProgress } from '../ui/FileProgress.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { VoiceRecorder } from '../ui/VoiceRecorder.tsx';
import { HandedIn } from './HandedIn.tsx';
import type { Sending, WorkDraft } from './use-sending.ts';

interface ActivityFilesProps {
  activity: Atividade;
  sending: Sending;
  /** Why a form without scripts was refused. */
  problem: string | null;
  onSend: (draft: WorkDraft) => void;
  onRetry: (key: number) => void;
  /** Stops or forgets a file that did not arrive. */
  onDrop: (key: number) => void;
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
  onRetry,
  onDrop,
  onRecorded,
  onDeleted,
}: ActivityFilesProps) {
  const { id: lane, formatos: formats, tamanho_max_bytes: most } = activity;
  const { files, recording, done } = sending;
  const isOpen = activity.aceita_envio && !activity.corrigida_em;
  const send = (file: File, rest: Partial<WorkDraft> = {}) => onSend({ lane, file, instead: null, ...rest });
  const box = useKeptFocus<HTMLDivElement>(['[name=file]']);
  /** A recording among the files is not offered a second time. */
  const isQueued = files.some(({ draft }) => draft.recording === recording);

  return (
    <div {...box} className="mt-4 grid grid-cols-1 gap-3">
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
            <VoiceRecorder kept={recording} onRecorded={onRecorded}>
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
            isMain
            rule={{ formats, most }}
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
