import { useEffect, useRef, useState } from 'react';
import { practiceMessages } from '#lib/words/practice.ts';

/** Recording formats: the browser takes the first one that it knows. */
const KINDS = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
const MAX_MS = 60_000;

/** Records the voice of the user, a minute at most. @param onStart is told before the microphone opens */
export function useRecorder(onStart: () => void) {
  const recorder = useRef<MediaRecorder | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [recording, setRecording] = useState<{ blob: Blob; url: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

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

  return { isRecording, recording, problem, setProblem, start, stop: () => recorder.current?.stop() };
}

const stopTracks = (recorder: MediaRecorder | null) => {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop();
};
