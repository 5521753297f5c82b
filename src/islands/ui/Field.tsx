import { type ComponentProps, type ReactNode, useId } from 'react';
import { describeControl, FieldFrame, type FieldText } from './FieldFrame.tsx';
import { useKnownField } from './known-fields.ts';

export type FieldProps = FieldText & ComponentProps<'input'>;

/** A text field; spread react-hook-form’s `register()` into it. The form provides the limits for its name. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  className,
  id,
  button,
  ...input
}: FieldProps & { button?: ReactNode }) {
  const ownId = useId();
  const known = useKnownField(input.name);
  const fieldId = id ?? ownId;
  return (
    <FieldFrame id={fieldId} {...{ label, hint, error, isOptional, className }}>
      <div className="relative">
        <input
          type="text"
          {...known}
          required={!isOptional && known?.required}
          {...input}
          {...describeControl(fieldId, { hint, error })}
          className={`input ${button ? 'pr-14' : ''}`}
        />
        {button}
      </div>
    </FieldFrame>
  );
}
