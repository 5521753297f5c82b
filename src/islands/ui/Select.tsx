import { type ComponentProps, useId } from 'react';
import { describeControl, FieldFrame, type FieldText } from './FieldFrame.tsx';

type SelectProps = FieldText &
  ComponentProps<'select'> & {
    options: readonly { value: string; label: string }[];
    /** Shown while nothing is chosen; it cannot be selected again. */
    placeholder?: string;
  };

export function Select({
  label,
  hint,
  error,
  isOptional,
  className,
  id,
  options,
  placeholder,
  ...select
}: SelectProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <FieldFrame id={fieldId} {...{ label, hint, error, isOptional, className }}>
      <select {...select} {...describeControl(fieldId, { hint, error })} className="select">
        {placeholder && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
