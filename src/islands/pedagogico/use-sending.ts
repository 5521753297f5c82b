import { useRef, useState } from 'react';
import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { type ActivityUpload, sendFile } from '#lib/stores/pedagogico-files.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';

/**
 * Sends one file at a time.
 *
 * @param most bytes. @param onSent gets the activity with the new file, and the name of the file
 */
export function useSending(id: number, most: number, onSent: (activity: Atividade, name: string) => Promise<void>) {
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
      if (next) await onSent(next, file.name);
    } catch (error) {
      setFailed({ file, words: error instanceof Error ? error.message : fileMessages.notSent });
    }
    setRunning(null);
  }

  return { running, failed, send, cancel: () => upload.current?.cancel() };
}
