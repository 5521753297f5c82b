import { type ComponentProps, useId, useState } from 'react';
import VisibilityOff from '~icons/material-symbols/visibility-off-outline-rounded';
import Visibility from '~icons/material-symbols/visibility-outline-rounded';
import { describeControl, FieldFrame, type FieldText } from './FieldFrame.tsx';
import { useKnownField } from './known-fields.ts';

export type FieldProps = FieldText & ComponentProps<'input'>;

/** A text field; spread react-hook-form's `register()` into it. It knows the limits of its name from the form. Passwords get a button that shows them. */
export function Field({ label, hint, error, isOptional, className, id, type = 'text', ...input }: FieldProps) {
  const ownId = useId();
  const [isShown, setIsShown] = useState(false);
  const known = useKnownField(input.name);
  const fieldId = id ?? ownId;
  const isPassword = type === 'password';
  const Icon = isShown ? VisibilityOff : Visibility;
  return (
    <FieldFrame id={fieldId} {...{ label, hint, error, isOptional, className }}>
      <div className="relative">
        <input
          {...known}
          required={!isOptional && known?.required}
          {...input}
          {...describeControl(fieldId, { hint, error })}
          type={isPassword && isShown ? 'text' : type}
          className={`input ${isPassword ? 'pr-14' : ''}`}
        />
        {isPassword && (
          <button
            type="button"
            className="field-reveal"
            aria-pressed={isShown}
            aria-label="Mostrar a senha"
            onClick={() => setIsShown(!isShown)}
          >
            <Icon className="size-6" aria-hidden="true" />
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
