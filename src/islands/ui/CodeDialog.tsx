import { type ReactNode, useState } from 'react';
import { CodeFields } from '#lib/rules/forms/field-rules.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { FormError } from './FormError.tsx';
import { useContractForm } from './use-contract-form.ts';
import { useLate } from './use-late.ts';

const loadScanner = () => import('./QrScanner.tsx').then(({ QrScanner }) => QrScanner);

interface CodeDialogProps {
  /** The button that opens it. */
  open: { label: string; icon: ReactNode };
  title: string;
  field: { label: string; hint: string; placeholder: string };
  submit: { label: string; pending: string };
  error: string | null;
  isPending: boolean;
  /** Handles a code, typed or scanned. @returns whether it was valid */
  onCode: (text: string) => Promise<boolean>;
  onProblem: (message: string | null) => void;
}

/** Asks for a code: typed, or by the camera, which loads only on request. */
export function CodeDialog({ open, title, field, submit, error, isPending, onCode, onProblem }: CodeDialogProps) {
  const typed = useContractForm({ rules: CodeFields(), values: { codigo: '' } });
  const [isOpen, setIsOpen] = useState(false);
  const scanner = useLate(loadScanner);

  const send = typed.submit(async ({ codigo }) => {
    if (!(await onCode(codigo))) typed.form.setFocus('codigo');
    return null;
  });

  function close() {
    setIsOpen(false);
    scanner.leave();
    typed.form.reset();
    onProblem(null);
  }

  return (
    <>
      <Button look="outline" icon={open.icon} onClick={() => setIsOpen(true)}>
        {open.label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title}>
        <div className="grid gap-5">
          <FormError message={error ?? scanner.problem} />
          <form ref={typed.element} method="post" className="grid gap-4" noValidate onSubmit={send}>
            <Field
              {...typed.field('codigo')}
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
          {scanner.Late ? (
            <scanner.Late onCode={onCode} onProblem={onProblem} />
          ) : (
            <Button
              look="ghost"
              isPending={scanner.isLoading ?? false}
              pendingLabel="Abrindo o leitor"
              onClick={scanner.ask}
            >
              Ler o QR code com a câmera
            </Button>
          )}
        </div>
      </Dialog>
    </>
  );
}
