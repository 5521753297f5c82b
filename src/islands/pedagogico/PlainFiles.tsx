import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { workAnchor } from '#lib/rules/pedagogico/work-files.ts';
import { fileAddresses } from '#lib/rules/routes/file-addresses.ts';
import { viewOf } from '#lib/rules/teaching/work-kinds.ts';
import { fileWords } from '#lib/words/files.ts';
import { FileInput } from '../ui/FileInput.tsx';
import { FileSound } from '../ui/FileSound.tsx';
import { FormError } from '../ui/FormError.tsx';
import { FileLink } from './FileLink.tsx';

/** The files of an activity without scripts: links, and forms to submit and withdraw a file (PED-08…11). */
export function PlainFiles({ activity, problem }: { activity: Atividade; problem: string | null }) {
  const { id, turma_atividade_id, arquivos, correcoes, formatos, tamanho_max_bytes: max } = activity;
  const isOpen = activity.aceita_envio && !activity.corrigida_em;
  const action = `#${workAnchor(turma_atividade_id)}`;
  return (
    <div className="mt-4 grid grid-cols-1 gap-3">
      {arquivos.map((file) =>
        isOpen ? (
          <form key={file.n} method="post" action={action} className="file-row">
            <FileLink activityId={id} file={file} />
            <input type="hidden" name="atividade" value={id} />
            <input type="hidden" name="n" value={file.n} />
            <button type="submit" name="acao" value="apagar" className="btn btn-ghost flex-none">
              Apagar<span className="sr-only"> {file.nome}</span>
            </button>
          </form>
        ) : (
          <span key={file.n} className="file-row">
            <FileLink activityId={id} file={file} />
          </span>
        ),
      )}
      {correcoes.map((file) => (
        <div key={file.n} className="grid grid-cols-1 gap-2">
          {viewOf(file.mime) === 'sound' && (
            <FileSound src={fileAddresses.correction(id, file.n)} label={`Correção gravada: ${file.nome}`} />
          )}
          <span className="file-row">
            <FileLink activityId={id} file={file} isCorrection />
          </span>
        </div>
      ))}
      {isOpen && (
        <form method="post" action={action} encType="multipart/form-data" className="grid gap-3">
          <FormError message={problem} />
          <input type="hidden" name="atividade" value={id} />
          <FileInput
            formats={formatos}
            name="file"
            required
            aria-invalid={problem ? true : undefined}
            aria-label="Escolher arquivo"
          />
          <p className="field-hint">{fileWords.accepted(formatos, max)}</p>
          <button type="submit" name="acao" value="enviar" className="btn btn-primary justify-self-start">
            Enviar arquivo
          </button>
        </form>
      )}
    </div>
  );
}
