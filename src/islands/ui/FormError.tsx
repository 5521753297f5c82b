import ErrorIcon from '~icons/material-symbols/error-rounded';

/** The error of the whole form; a screen reader says it as it appears. */
export function FormError({ message, id }: { message?: string | null; id?: string }) {
  return (
    <div role="alert" className="contents">
      {message && (
        <p id={id} className="notice tone-error">
          <ErrorIcon className="size-6 flex-none" aria-hidden="true" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
