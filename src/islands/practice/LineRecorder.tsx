import { useEffect, useRef, useState } from 'react';
import { sendRecording } from '#lib/stores/pedagogico-recording.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import Mic from '~icons/material-symbols/mic-rounded';
import Send from '~icons/material-symbols/send-outline-rounded';
import Stop from '~icons/material-symbols/stop-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Select } from '../ui/Select.tsx';
import type { RecordingTarget } from './AudioPlayer.tsx';

/** Recording formats: the browser takes the first one that it knows. */
const KINDS = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
const MAX_MS = 60_000;

interface LineRecorderProps {
  text: string;
  targets: RecordingTarget[];
  onStart: () => void;
}

/** The student's voice beside a line: it stays in this page until the student sends it as the file of an activity. */
export function LineRecorder({ text, targets, onStart }: LineRecorderProps) {
  const recorder = useRef<MediaRecorder | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [recording, setRecording] = useState<{ blob: Blob; url: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [target, setTarget] = useState(targets[0]?.id ?? 0);
  const [isSending, setIsSending] = useState(false);

  useEffect(() => () => stopTracks(recorder.current), []);
  useEffect(() => () => URL.revokeObjectURL(recording?.url ?? ''), [recording]);

  async function start() {
    setProblem(null);
    onStart();
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
      const made = new MediaRecorder(stream, mimeType ? { mimeType } : {});
      const parts: Blob[] = [];
      made.ondataavailable = ({ data }) => parts.push(data);
      made.onstop = () => {
        stopTracks(made);
        setIsRecording(false);
        const blob = new Blob(parts, { type: made.mimeType.split(';')[0] });
        setRecording({ blob, url: URL.createObjectURL(blob) });
      };
      recorder.current = made;
      made.start();
      setIsRecording(true);
      setTimeout(() => made.state === 'recording' && made.stop(), MAX_MS);
    } catch (error) {
      const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
      setProblem(isBlocked ? practiceMessages.microphoneBlocked : practiceMessages.microphoneMissing);
    }
  }

  async function send() {
    if (!recording) return;
    setIsSending(true);
    const title = targets.find(({ id }) => id === target)?.titulo ?? '';
    setProblem(await sendRecording(target, title, recording.blob));
    setIsSending(false);
  }

  return (
    <div className="grid gap-4">
      <p className="text-sm">
        <span className="text-muted">Leia em voz alta: </span>
        <span lang="en" className="font-semibold">
          {text}
        </span>
      </p>
      <FormError message={problem} />
      {isRecording ? (
        <Button
          look="danger"
          icon={<Stop className="size-5" aria-hidden="true" />}
          onClick={() => recorder.current?.stop()}
        >
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
          {targets.length > 0 && (
            <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
              <Select
                label="Enviar como atividade"
                value={String(target)}
                options={targets.map(({ id, titulo }) => ({ value: String(id), label: titulo }))}
                onChange={(event) => setTarget(Number(event.target.value))}
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

const stopTracks = (recorder: MediaRecorder | null) => {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop();
};
