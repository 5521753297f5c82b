import { useState } from 'react';
import type { HandedInDetail } from '#lib/contract/teaching-work.schema.ts';
import { fileAddresses } from '#lib/rules/routes/file-addresses.ts';
import { viewOf } from '#lib/rules/teaching/work-kinds.ts';
import { Button } from '../ui/Button.tsx';
import { FileSound } from '../ui/FileSound.tsx';

interface CorrectionFileProps {
  workId: number;
  file: HandedInDetail['correcoes'][number];
  onTake: (n: number) => Promise<void>;
}

/** One file of a correction: a voice note is heard where it stands. */
export function CorrectionFile({ workId, file: { n, nome, mime }, onTake }: CorrectionFileProps) {
  const [isTaking, setIsTaking] = useState(false);
  async function handleTake() {
    setIsTaking(true);
    await onTake(n);
    setIsTaking(false);
  }
  return (
    <li className="grid grid-cols-1 gap-2">
      {viewOf(mime) === 'sound' && (
        <FileSound src={fileAddresses.ofWork(workId, 'correcao', n)} label={`Sua gravação: ${nome}`} />
      )}
      <div className="file-row">
        <a
          href={fileAddresses.ofWork(workId, 'correcao', n, true)}
          download
          className="link-target min-w-0 flex-[1_1_6rem]"
        >
          <span className="min-w-0 truncate">{nome}</span>
        </a>
        <Button look="ghost" isPending={isTaking} onClick={() => void handleTake()}>
          Apagar<span className="sr-only"> {nome}</span>
        </Button>
      </div>
    </li>
  );
}
