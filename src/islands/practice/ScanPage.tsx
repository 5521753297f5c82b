import { useStore } from '@nanostores/react';
import { lazy, type SubmitEvent, Suspense, useState } from 'react';
import { $codeError, $isOpening, openPageCode } from '#lib/stores/page-code.ts';
import Scan from '~icons/material-symbols/qr-code-scanner-rounded';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';

const QrScanner = lazy(() => import('../ui/QrScanner.tsx').then((module) => ({ default: module.QrScanner })));

/** Opens the audio, the test or the activity whose code stands on a page of the book (PED-07). */
export function ScanPage({ userBookId }: { userBookId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isScanning, setIsScanning] = useState(false);
  const error = useStore($codeError, { ssr: 'initial' });
  const isPending = useStore($isOpening, { ssr: 'initial' });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('codigo') as HTMLInputElement;
    if (!isPending) void openPageCode(userBookId, input.value).then((isDone) => !isDone && input.focus());
  }
  function close() {
    setIsOpen(false);
    setIsScanning(false);
    $codeError.set(null);
  }

  return (
    <>
      <Button look="outline" icon={<Scan className="size-5" aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        Código da página
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Abrir pelo código da página">
        <div className="grid gap-5">
          <FormError message={error} />
          <form className="grid gap-4" noValidate onSubmit={submit}>
            <Field
              name="codigo"
              label="Código"
              hint="Fica ao lado do áudio ou do exercício, no livro."
              placeholder="U4A2"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              data-autofocus
            />
            <Button type="submit" isWide isPending={isPending} pendingLabel="Abrindo">
              Abrir
            </Button>
          </form>
          {isScanning ? (
            <Suspense fallback={<p className="text-muted">Abrindo o leitor…</p>}>
              <QrScanner
                onCode={(text) => openPageCode(userBookId, text)}
                onProblem={(message) => $codeError.set(message)}
              />
            </Suspense>
          ) : (
            <Button look="ghost" onClick={() => setIsScanning(true)}>
              Ler o QR code com a câmera
            </Button>
          )}
        </div>
      </Dialog>
    </>
  );
}
