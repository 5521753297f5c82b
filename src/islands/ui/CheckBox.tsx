import { type ComponentProps, type ReactNode, useId } from 'react';
import ErrorIcon from '~icons/material-symbols/error-rounded';

/** A checkbox with a sentence; spread `box()` of the form into it. */
export function CheckBox({
  error,
  children,
  ...input
}: ComponentProps<'input'> & { error?: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1">
        <input
          required
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-erro`}
        />
        <span className="text-sm">{children}</span>
      </label>
      {error && (
        <p id={`${id}-erro`} className="field-error">
          <ErrorIcon className="size-4 flex-none" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
