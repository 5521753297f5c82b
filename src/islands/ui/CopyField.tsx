import { useId, useState } from 'react';
import { toast } from '#lib/stores/toast.ts';
import Copy from '~icons/material-symbols/content-copy-outline-rounded';
import { Button } from './Button.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  hint?: string;
  /** To copy is what the page is for: the button is the main one, as wide as a phone. */
  isMain?: boolean;
}

/** A text to take elsewhere: readable, selectable, and copied by one press. */
export function CopyField({ label, value, hint, isMain = false }: CopyFieldProps) {
  const id = useId();
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
      toast.success('Copiado.');
    } catch {
      toast.error('Não foi possível copiar. Selecione o texto e copie.');
    }
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id={id}
          className="input min-w-0 flex-1 basis-64"
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          aria-describedby={hint && `${id}-hint`}
        />
        <Button
          look={isMain ? 'primary' : 'outline'}
          className={isMain ? 'max-sm:w-full' : ''}
          icon={<Copy className="size-5" aria-hidden="true" />}
          onClick={() => void copy()}
          aria-label={`${isCopied ? 'Copiado' : 'Copiar'}: ${label}`}
        >
          {isCopied ? 'Copiado' : 'Copiar'}
        </Button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
