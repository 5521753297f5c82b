import type { ReactNode } from 'react';
import ErrorIcon from '~icons/material-symbols/error-rounded';

export type FieldText = {
  label: string;
  /** Help below the field while there is no error. */
  hint?: ReactNode;
  /** The first error of the field. */
  error?: string;
  isOptional?: boolean;
};

/** Ids that link a control with its label, hint and error. */
export function describeControl(id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) {
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-erro` : hint ? `${id}-dica` : undefined,
  };
}

/** Label above, control, then hint or error below. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  isOptional,
  children,
  className = '',
}: FieldText & { id: string; children: ReactNode; className?: string }) {
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id} className="field-label">
        {label}
        {isOptional && <span className="text-muted font-normal"> (opcional)</span>}
      </label>
      {children}
      {error ? (
        <p id={`${id}-erro`} className="field-error">
          <ErrorIcon className="size-4 flex-none" aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-dica`} className="field-hint">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
