import { useEffect, useState } from 'react';
import type { Fala } from '#lib/contract/practice.schema.ts';
import { type RecordingTarget, recordingTargets, sendRecording } from '#lib/stores/pedagogico-recording.ts';
import Mic from '~icons/material-symbols/mic-rounded';
import Send from '~icons/material-symbols/send-outline-rounded';
import Stop from '~icons/material-symbols/stop-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Select } from '../ui/Select.tsx';
import { useRecorder } from './use-recorder.ts';
import { VoiceCompare } from './VoiceCompare.tsx';

interface LineRecorderProps {
  line: Fala;
  /** The track that the line is a part of. */
  url: string;
  /** Whose open activities take the recording; null: none do. */
  bookId: number | null;
  onStart: () => void;
}

/** The student's voice beside a line: it stays in this page until the student sends it as the file of an activity. */
export function LineRecorder({ line, url, bookId, onStart }: LineRecorderProps) {
  const { isRecording, recording, problem, setProblem, start, stop } = useRecorder(onStart);
  const [targets, setTargets] = useState<RecordingTarget[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isSending, setIsSending] = useState(false);
  const target = targets.find(({ id }) => id === chosen) ?? targets[0];
  useEffect(() => {
    if (bookId !== null) void recordingTargets(bookId).then(setTargets);
  }, [bookId]);

  async function send() {
    if (!recording || !target) return;
    setIsSending(true);
    setProblem(await sendRecording(target.id, target.titulo, recording.blob));
    setIsSending(false);
  }

  return (
    <div className="grid gap-4">
      <p className="text-sm">
        <span className="text-muted">Leia em voz alta: </span>
        <span lang="en" className="font-semibold">
          {line.texto}
        </span>
      </p>
      <FormError message={problem} />
      {isRecording ? (
        <Button look="danger" icon={<Stop className="size-5" aria-hidden="true" />} onClick={stop}>
          Parar a gravação
        </Button>
      ) : (
        <Button look="outline" icon={<Mic className="size-5" aria-hidden="true" />} onClick={() => void start()}>
          {recording ? 'Gravar de novo' : 'Gravar'}
        </Button>
      )}
      {recording && !isRecording && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the reader's own voice */}
          <audio controls src={recording.url} className="w-full" aria-label="Sua gravação" />
          <VoiceCompare {...{ line, url }} recording={recording.blob} />
          {target && (
            <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
              <Select
                label="Enviar como atividade"
                value={String(target.id)}
                options={targets.map(({ id, titulo }) => ({ value: String(id), label: titulo }))}
                onChange={(event) => setChosen(Number(event.target.value))}
              />
              <Button
                isPending={isSending}
                pendingLabel="Enviando"
                icon={<Send className="size-5" aria-hidden="true" />}
                onClick={() => void send()}
              >
                Enviar
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
