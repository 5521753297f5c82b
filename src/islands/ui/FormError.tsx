import ErrorIcon from '~icons/material-symbols/error-rounded';

/** The error of the whole form; a screen reader says it as it appears. */
export function FormError({ message }: { message?: string | null }) {
  return (
    <div role="alert" className="contents">
      {message && (
        <p className="notice tone-error">
          <ErrorIcon className="size-6 flex-none" aria-hidden="true" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
