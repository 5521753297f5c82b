import { lazy, Suspense, useState } from 'react';
import type { Fala } from '#lib/contract/practice.schema.ts';
import Mic from '~icons/material-symbols/mic-outline-rounded';
import { Button } from '../ui/Button.tsx';

const LineRecorder = lazy(() => import('./LineRecorder.tsx').then((module) => ({ default: module.LineRecorder })));

interface LineVoiceProps {
  /** The line that repeats, if any. */
  line: Fala | null | undefined;
  /** The track that the line is a part of. */
  url: string;
  /** Whose open activities take a recording; null: none do. */
  bookId: number | null;
  onStart: () => void;
}

/** Offers to record the own voice beside a line. The recorder loads on request, and stays open for the next line. */
export function LineVoice({ line, url, bookId, onStart }: LineVoiceProps) {
  const [isRecording, setIsRecording] = useState(false);
  if (!line) return null;
  return (
    <div className="bg-base-200 rounded-2xl p-4">
      {isRecording ? (
        <Suspense fallback={<p className="text-muted">Abrindo o gravador…</p>}>
          <LineRecorder key={line.inicio_s} {...{ line, url, bookId, onStart }} />
        </Suspense>
      ) : (
        <Button look="soft" icon={<Mic className="size-5" aria-hidden="true" />} onClick={() => setIsRecording(true)}>
          Gravar minha voz
        </Button>
      )}
    </div>
  );
}
