import type { Fala } from '#lib/contract/practice.schema.ts';
import Mic from '~icons/material-symbols/mic-outline-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useLate } from '../ui/use-late.ts';

const loadRecorder = () => import('./LineRecorder.tsx').then(({ LineRecorder }) => LineRecorder);

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
  const recorder = useLate(loadRecorder);
  if (!line) return null;
  return (
    <div className="bg-base-200 rounded-2xl p-4">
      {recorder.Late ? (
        <recorder.Late key={line.inicio_s} {...{ line, url, bookId, onStart }} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <FormError message={recorder.problem} />
          <Button
            look="soft"
            icon={<Mic className="size-5" aria-hidden="true" />}
            isPending={recorder.isLoading ?? false}
            pendingLabel="Abrindo o gravador"
            onClick={recorder.ask}
          >
            Gravar minha voz
          </Button>
        </div>
      )}
    </div>
  );
}
