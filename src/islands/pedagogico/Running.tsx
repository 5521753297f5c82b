import { Button } from '../ui/Button.tsx';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';

interface RunningProps {
  file: File;
  percent: number;
  onCancel: () => void;
}

/** A file on its way. */
export function Running({ file, percent, onCancel }: RunningProps) {
  return (
    <div className="grid w-full gap-2">
      <p className="num flex justify-between gap-4 text-sm font-medium">
        <span className="truncate">{file.name}</span>
        <span>{percent}%</span>
      </p>
      <ProgressTrack label={`Envio de ${file.name}`} value={percent} />
      <Button look="ghost" onClick={onCancel}>
        Cancelar o envio
      </Button>
    </div>
  );
}
