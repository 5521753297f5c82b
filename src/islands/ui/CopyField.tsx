import { useId } from 'react';
import Copy from '~icons/material-symbols/content-copy-outline-rounded';
import { Button } from './Button.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  hint?: string;
  /** Copying is the purpose of the page: the button is the main one, full-width on phones. */
  isMain?: boolean;
  /** It gets the initial focus of its dialog. */
  hasFocus?: boolean;
}

/** A text to use elsewhere: readable, selectable, and copied with one press (`copy-press.ts`). */
export function CopyField({ label, value, hint, isMain = false, hasFocus = false }: CopyFieldProps) {
  const id = useId();
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
          aria-describedby={hint && `${id}-hint`}
          {...(hasFocus && { 'data-autofocus': '' })}
        />
        <Button
          look={isMain ? 'primary' : 'outline'}
          className={`noscript:hidden! ${isMain ? 'max-sm:w-full' : ''}`}
          icon={<Copy className="size-5" aria-hidden="true" />}
          aria-label={`Copiar: ${label}`}
          data-copy={value}
        >
          Copiar
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
