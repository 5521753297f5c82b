import type { ReactNode } from 'react';
import Mic from '~icons/material-symbols/mic-rounded';
import Stop from '~icons/material-symbols/stop-rounded';
import { Button } from './Button.tsx';
import { FormError } from './FormError.tsx';
import { type RecorderOptions, useRecorder } from './use-recorder.ts';

interface VoiceRecorderProps extends RecorderOptions {
  /** The actions for a recording. `onProblem` shows a sentence above the buttons. */
  children: (recording: Blob, onProblem: (words: string | null) => void) => ReactNode;
}

/** Records the user’s voice, and plays it. The recording stays on this page until the user sends it. */
export function VoiceRecorder({ children, ...options }: VoiceRecorderProps) {
  const { isRecording, recording, problem, setProblem, start, stop } = useRecorder(options);
  return (
    <>
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
          {children(recording.blob, setProblem)}
        </>
      )}
    </>
  );
}
