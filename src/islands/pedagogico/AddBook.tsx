import { useStore } from '@nanostores/react';
import { lazy, type SubmitEvent, Suspense, useState } from 'react';
import { $isLinking, $linkError, addBook } from '#lib/stores/pedagogico.ts';
import Add from '~icons/material-symbols/add-rounded';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';

const QrScanner = lazy(() => import('../ui/QrScanner.tsx').then((module) => ({ default: module.QrScanner })));

/** The book-code dialog (BOOK-08, PED-06): a typed code, or the camera, which loads only when it is asked for. */
export function AddBook() {
  const [isOpen, setIsOpen] = useState(false);
  const [isScanning, setIsScanning] = useState(false);
  const isPending = useStore($isLinking, { ssr: 'initial' });
  const error = useStore($linkError, { ssr: 'initial' });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('codigo') as HTMLInputElement;
    if (!isPending) void addBook(input.value).then((isDone) => !isDone && input.focus());
  }

  function close() {
    setIsOpen(false);
    setIsScanning(false);
    $linkError.set(null);
  }

  return (
    <>
      <Button look="outline" icon={<Add className="size-5" aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        Adicionar livro
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Adicionar um livro">
        <div className="grid gap-5">
          <FormError message={error} />
          <form className="grid gap-4" noValidate onSubmit={submit}>
            <Field
              name="codigo"
              label="Código do livro"
              hint="Fica na contracapa, ao lado do QR code."
              placeholder="KNN-LIVRO-0001"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              data-autofocus
            />
            <Button type="submit" isWide isPending={isPending} pendingLabel="Um instante">
              Adicionar
            </Button>
          </form>
          {isScanning ? (
            <Suspense fallback={<p className="text-muted">Abrindo o leitor…</p>}>
              <QrScanner onCode={addBook} onProblem={(message) => $linkError.set(message)} />
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
