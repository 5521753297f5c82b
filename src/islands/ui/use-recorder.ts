import { useEffect, useRef, useState } from 'react';
import { practiceMessages } from '#lib/words/practice.ts';

/** Recording formats: the browser takes the first one that it knows. */
const KINDS = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
const MAX_MS = 60_000;

export interface RecorderOptions {
  /** Is told before the microphone opens. */
  onStart?: () => void;
  /** A recording that was made before. */
  kept?: Blob | null;
  /** Gets each recording, also one that ends because its place is gone. */
  onRecorded?: (recording: Blob) => void;
}

/** Records the voice of the user, a minute at most. */
export function useRecorder({ onStart, kept, onRecorded }: RecorderOptions) {
  const recorder = useRef<MediaRecorder | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [recording, setRecording] = useState(() => (kept ? playable(kept) : null));
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => () => stopTracks(recorder.current), []);
  useEffect(() => () => URL.revokeObjectURL(recording?.url ?? ''), [recording]);

  async function start() {
    setProblem(null);
    onStart?.();
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
        setRecording(playable(blob));
        onRecorded?.(blob);
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

  return { isRecording, recording, problem, setProblem, start, stop: () => recorder.current?.stop() };
}

const playable = (blob: Blob) => ({ blob, url: URL.createObjectURL(blob) });

const stopTracks = (recorder: MediaRecorder | null) => {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop();
};
