import { useState } from 'react';
import Visibility from '~icons/material-symbols/visibility-outline-rounded';
import { Field, type FieldProps } from './Field.tsx';

/** A field for a password, with a button that shows it. */
export function PasswordField(field: FieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      button={
        <button
          type="button"
          className="field-reveal"
          aria-pressed={isShown}
          aria-label="Mostrar a senha"
          onClick={() => setIsShown(!isShown)}
        >
          <Visibility className="size-6" aria-hidden="true" />
        </button>
      }
    />
  );
}
