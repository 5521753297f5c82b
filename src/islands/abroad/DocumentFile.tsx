import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { sendDocument } from '#lib/stores/abroad.ts';
import { fileMessages } from '#lib/words/pedagogico.ts';
import Upload from '~icons/material-symbols/upload-file-outline-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { holdPage } from '../ui/hold-page.ts';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';

interface DocumentFileProps {
  tipo: string;
  nome: string;
  formatos: string[];
  mostBytes: number;
  /** null: the file belongs to the draft. */
  requestId: number | null;
  /** A file exists already. */
  isAgain: boolean;
  /** The page's message about the last try. */
  error?: string;
  /** The page that loads after the file arrives. */
  doneHref: string;
}

const accepts: Readonly<Record<string, string>> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' };

/** Sends one document with a plain form. With scripts it shows the progress and a way to stop. */
export function DocumentFile(props: DocumentFileProps) {
  const { tipo, nome, formatos, mostBytes, requestId, isAgain, doneHref } = props;
  const [problem, setProblem] = useState(props.error ?? '');
  const [percent, setPercent] = useState<number | null>(null);
  const cancel = useRef<() => void>(() => undefined);
  const input = useRef<HTMLInputElement>(null);
  const id = `arquivo-${tipo}`;

  async function send(file: File | undefined) {
    setProblem('');
    if (!file) return setProblem('Escolha um arquivo.');
    if (file.size > mostBytes) return setProblem(fileMessages.tooLarge(mostBytes));
    setPercent(0);
    const letGo = holdPage();
    try {
      const upload = sendDocument({ tipo, requestId }, file, setPercent);
      cancel.current = upload.cancel;
      const isSent = await upload.done;
      letGo();
      if (isSent) {
        // The server draws the page: it knows the state of the whole request.
        history.replaceState(history.state, '', doneHref);
        location.reload();
        return;
      }
    } catch (error) {
      letGo();
      setProblem(error instanceof Error ? error.message : fileMessages.notSent);
    }
    if (input.current) input.current.value = '';
    setPercent(null);
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    void send(input.current?.files?.[0]);
  }

  return (
    <form method="post" encType="multipart/form-data" className="mt-4 grid gap-3" onSubmit={handleSubmit}>
      <input type="hidden" name="acao" value="documento" />
      <input type="hidden" name="tipo" value={tipo} />
      {requestId !== null && <input type="hidden" name="id" value={requestId} />}
      <div hidden={percent !== null} className="field">
        <label className="field-label" htmlFor={id}>
          {isAgain ? `Outro arquivo para ${nome}` : `Arquivo de ${nome}`}
        </label>
        <input
          ref={input}
          className="file-field"
          type="file"
          id={id}
          name="file"
          accept={formatos.map((format) => accepts[format]).join(',')}
          aria-invalid={problem ? 'true' : undefined}
          aria-describedby={`${id}-dica`}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            if (event.target.files?.[0]) void send(event.target.files[0]);
          }}
        />
        <p id={`${id}-dica`} className="field-hint">
          {fileMessages.accepted(formatos, mostBytes)}
        </p>
      </div>
      {percent === null ? (
        <Button
          type="submit"
          look="soft"
          className="justify-self-start"
          icon={<Upload className="size-5" aria-hidden="true" />}
        >
          {isAgain ? 'Trocar arquivo' : 'Enviar arquivo'}
        </Button>
      ) : (
        <>
          <ProgressTrack label={`Envio de ${nome}`} value={percent} />
          <Button look="ghost" className="justify-self-start" onClick={() => cancel.current()}>
            Cancelar o envio
          </Button>
        </>
      )}
      {problem && <FormError message={problem} />}
    </form>
  );
}
