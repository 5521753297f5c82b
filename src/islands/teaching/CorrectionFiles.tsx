import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { HandedInDetail } from '#lib/contract/teaching-work.schema.ts';
import { recordingFile } from '#lib/rules/pedagogico/work-files.ts';
import { fileAddresses } from '#lib/rules/routes/file-addresses.ts';
import { correctionRule, viewOf } from '#lib/rules/teaching/work-kinds.ts';
import { sendCorrection, takeCorrection } from '#lib/stores/teaching-work.ts';
import { uploadQueue } from '#lib/stores/upload-queue.ts';
import { workWords } from '#lib/words/teaching-work.ts';
import Mic from '~icons/material-symbols/mic-rounded';
import Stop from '~icons/material-symbols/stop-rounded';
import { Button } from '../ui/Button.tsx';
import { FileChooser } from '../ui/FileChooser.tsx';
import { FileProgress } from '../ui/FileProgress.tsx';
import { FileSound } from '../ui/FileSound.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useRecorder } from '../ui/use-recorder.ts';

interface CorrectionFilesProps {
  workId: number;
  known: HandedInDetail['correcoes'];
}

/**
 * Voice note and files of a correction. A recording is uploaded as soon as it ends, so that saving the form cannot lose
 * it.
 */
export function CorrectionFiles({ workId, known }: CorrectionFilesProps) {
  const [files, setFiles] = useState(known);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [queue] = useState(() =>
    uploadQueue<{ file: File; lane: number }, HandedInDetail>(
      ({ file }, onProgress) => sendCorrection(workId, file, onProgress),
      ({ file }, work) => {
        setFiles(work.correcoes);
        setDone(file.type.startsWith('audio/') ? workWords.voiceStored : workWords.fileStored);
      },
    ),
  );
  const queued = useStore(queue.$files);
  const send = (file: File) => {
    setDone(null);
    setProblem(queue.add({ file, lane: workId }, correctionRule));
  };
  const {
    isRecording,
    problem: silence,
    start,
    stop,
  } = useRecorder({
    onRecorded: (recording) => send(recordingFile(recording)),
  });
  async function take(n: number) {
    const part = await takeCorrection(workId, n);
    setDone(part.ok ? workWords.taken : null);
    setProblem(part.ok ? null : part.detail);
    if (part.ok) setFiles(part.data.correcoes);
  }

  return (
    <div className="noscript:hidden! mt-6 grid grid-cols-1 gap-3">
      <h3 className="text-base">Responder com a voz ou com um arquivo</h3>
      {files.length > 0 && (
        <ul className="grid grid-cols-1 gap-3" aria-label="Arquivos da correção">
          {files.map((file) => (
            <CorrectionFile key={`${file.n} ${file.enviado_em}`} workId={workId} file={file} onTake={take} />
          ))}
        </ul>
      )}
      {queued.map((each) => (
        <FileProgress
          key={each.key}
          queued={each}
          onRetry={() => queue.retry(each.key)}
          onDrop={() => queue.drop(each.key)}
        />
      ))}
      <p role="status" className="text-sm">
        {done}
      </p>
      <FormError message={silence} />
      {isRecording ? (
        <Button look="danger" icon={<Stop className="size-5" aria-hidden="true" />} onClick={stop}>
          Parar e guardar
        </Button>
      ) : (
        <Button look="soft" icon={<Mic className="size-5" aria-hidden="true" />} onClick={() => void start()}>
          Gravar a voz
        </Button>
      )}
      <FileChooser rule={correctionRule} problem={problem} onFile={send} />
    </div>
  );
}

interface CorrectionFileProps {
  workId: number;
  file: HandedInDetail['correcoes'][number];
  onTake: (n: number) => Promise<void>;
}

/** One file of a correction: a voice note has a player. */
function CorrectionFile({ workId, file: { n, nome, mime }, onTake }: CorrectionFileProps) {
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
