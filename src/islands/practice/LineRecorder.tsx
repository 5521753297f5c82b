import { useEffect, useState } from 'react';
import type { Fala } from '#lib/contract/practice.schema.ts';
import { type RecordingTarget, recordingTargets, sendRecording } from '#lib/stores/pedagogico-recording.ts';
import Send from '~icons/material-symbols/send-outline-rounded';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { VoiceRecorder } from '../ui/VoiceRecorder.tsx';
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
  const [targets, setTargets] = useState<RecordingTarget[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isSending, setIsSending] = useState(false);
  const target = targets.find(({ id }) => id === chosen) ?? targets[0];
  useEffect(() => {
    if (bookId !== null) void recordingTargets(bookId).then(setTargets);
  }, [bookId]);

  async function send(blob: Blob, onProblem: (words: string | null) => void) {
    if (!target) return;
    setIsSending(true);
    onProblem(await sendRecording(target.id, target.titulo, blob));
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
      <VoiceRecorder onStart={onStart}>
        {(blob, onProblem) => (
          <>
            <VoiceCompare {...{ line, url }} recording={blob} />
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
                  onClick={() => void send(blob, onProblem)}
                >
                  Enviar
                </Button>
              </div>
            )}
          </>
        )}
      </VoiceRecorder>
    </div>
  );
}
