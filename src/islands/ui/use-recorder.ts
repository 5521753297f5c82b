import { useEffect, useRef, useState } from 'react';
import { recordingTypes } from '#lib/rules/pedagogico/work-files.ts';
import { practiceMessages } from '#lib/words/practice.ts';

const MAX_MS = 60_000;

export interface RecorderOptions {
  /** Called before the microphone opens. */
  onStart?: () => void;
  /**
   * The recording passed to `onRecorded`, as long as its owner stores it. Without an owner the recorder stores it itself.
   */
  recording?: Blob | null;
  /** Called with each recording, even if it ends because the component unmounts. */
  onRecorded?: (recording: Blob) => void;
}

/** Records the voice of the user, a minute at most. */
export function useRecorder({ onStart, recording: ofOwner, onRecorded }: RecorderOptions) {
  const recorder = useRef<MediaRecorder | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const [own, setOwn] = useState<Blob | null>(null);
  const blob = onRecorded ? (ofOwner ?? null) : own;
  const url = useUrlOf(blob);
  const [problem, setProblem] = useState<string | null>(null);

  /** The browser asks for the microphone; a second press would open it twice. */
  const isAsking = useRef(false);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      stopTracks(recorder.current?.stream);
    };
  }, []);

  async function start() {
    if (isAsking.current) return;
    isAsking.current = true;
    setProblem(null);
    onStart?.();
    let stream: MediaStream | undefined;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      // The component may be unmounted while the browser asks for the microphone.
      if (!isThere.current) return stopTracks(stream);
      const mimeType = recordingTypes(navigator.vendor).find((type) => MediaRecorder.isTypeSupported(type));
      const recording = new MediaRecorder(stream, mimeType ? { mimeType } : {});
      const parts: Blob[] = [];
      recording.ondataavailable = ({ data }) => parts.push(data);
      recording.onstop = () => {
        stopTracks(stream);
        setIsRecording(false);
        const made = new Blob(parts, { type: recording.mimeType.split(';')[0] });
        setOwn(made);
        onRecorded?.(made);
      };
      recorder.current = recording;
      recording.start();
      setIsRecording(true);
      setTimeout(() => recording.state === 'recording' && recording.stop(), MAX_MS);
    } catch (error) {
      stopTracks(stream);
      const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
      setProblem(isBlocked ? practiceMessages.microphoneBlocked : practiceMessages.microphoneMissing);
    } finally {
      isAsking.current = false;
    }
  }

  const recording = blob && url ? { blob, url } : null;
  return { isRecording, recording, problem, setProblem, start, stop: () => recorder.current?.stop() };
}

/** The object URL at which a recording plays. */
function useUrlOf(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}

const stopTracks = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};
