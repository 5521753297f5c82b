import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { fileAddresses } from '#lib/rules/routes/file-addresses.ts';
import { viewOf } from '#lib/rules/teaching/work-kinds.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import { FileSound } from '../ui/FileSound.tsx';
import { FileLink } from './FileLink.tsx';
import { SentFile } from './SentFile.tsx';

interface HandedInProps {
  activity: Atividade;
  /** Whether the student may still change the files. */
  isOpen: boolean;
  /** Gets the activity after a file was taken back, and what happened in words. */
  onDeleted: (activity: Atividade, words: string) => void;
  /** Gets the file to replace, and the new one. */
  onReplace: (instead: Atividade['arquivos'][number], file: File) => void;
}

/** What the student handed in, and what the teacher gave back. */
export function HandedIn({ activity, isOpen, onDeleted, onReplace }: HandedInProps) {
  const { id, arquivos, correcoes, formatos } = activity;
  return (
    <>
      {arquivos.length > 0 && (
        <ul className="grid grid-cols-1 gap-2" aria-label="Arquivos enviados">
          {arquivos.map((file) =>
            isOpen ? (
              <SentFile
                key={file.n}
                activityId={id}
                file={file}
                formats={formatos}
                onDeleted={(next) => onDeleted(next, fileMessages.deleted)}
                onReplace={(next) => onReplace(file, next)}
              />
            ) : (
              <li key={file.n} className="file-row">
                <FileLink activityId={id} file={file} />
              </li>
            ),
          )}
        </ul>
      )}
      {correcoes.length > 0 && (
        <ul className="grid grid-cols-1 gap-2" aria-label="Correção">
          {correcoes.map((file) => (
            <li key={file.n} className="grid grid-cols-1 gap-2">
              {viewOf(file.mime) === 'sound' && (
                <FileSound src={fileAddresses.correction(id, file.n)} label={`Correção gravada: ${file.nome}`} />
              )}
              <span className="file-row">
                <FileLink activityId={id} file={file} isCorrection />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
