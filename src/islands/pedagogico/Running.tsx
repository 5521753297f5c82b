import { Button } from '../ui/Button.tsx';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';

interface RunningProps {
  file: File;
  percent: number;
  /** The names of files that come after it. */
  waiting: readonly string[];
  onCancel: () => void;
}

/** A file on its way. */
export function Running({ file, percent, waiting, onCancel }: RunningProps) {
  return (
    <div className="grid w-full gap-2">
      <p className="num flex justify-between gap-4 text-sm font-medium">
        <span className="truncate">{file.name}</span>
        <span>{percent}%</span>
      </p>
      <ProgressTrack label={`Envio de ${file.name}`} value={percent} />
      {waiting.length > 0 && <p className="text-muted text-sm wrap-anywhere">Depois: {waiting.join(', ')}</p>}
      <Button look="ghost" onClick={onCancel}>
        Cancelar o envio
      </Button>
    </div>
  );
}
