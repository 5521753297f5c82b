import { lazy, type ReactNode, type SubmitEvent, Suspense, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { FormError } from './FormError.tsx';

const QrScanner = lazy(() => import('./QrScanner.tsx').then((module) => ({ default: module.QrScanner })));

interface CodeDialogProps {
  /** The button that opens it. */
  open: { label: string; icon: ReactNode };
  title: string;
  field: { label: string; hint: string; placeholder: string };
  submit: { label: string; pending: string };
  error: string | null;
  isPending: boolean;
  /** Takes a code, typed or scanned. @returns whether it was good */
  onCode: (text: string) => Promise<boolean>;
  onProblem: (message: string | null) => void;
}

/** Asks for a code: typed, or by the camera, which loads only on request. */
export function CodeDialog({ open, title, field, submit, error, isPending, onCode, onProblem }: CodeDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isScanning, setIsScanning] = useState(false);

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('codigo') as HTMLInputElement;
    if (!isPending) void onCode(input.value).then((isDone) => !isDone && input.focus());
  }

  function close() {
    setIsOpen(false);
    setIsScanning(false);
    onProblem(null);
  }

  return (
    <>
      <Button look="outline" icon={open.icon} onClick={() => setIsOpen(true)}>
        {open.label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title}>
        <div className="grid gap-5">
          <FormError message={error} />
          <form className="grid gap-4" noValidate onSubmit={handleSubmit}>
            <Field
              name="codigo"
              {...field}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              data-autofocus
            />
            <Button type="submit" isWide isPending={isPending} pendingLabel={submit.pending}>
              {submit.label}
            </Button>
          </form>
          {isScanning ? (
            <Suspense fallback={<p className="text-muted">Abrindo o leitor…</p>}>
              <QrScanner onCode={onCode} onProblem={onProblem} />
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
