import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { showWhole } from '#lib/rules/forms/show-whole.ts';
import ErrorIcon from '~icons/material-symbols/error-rounded';

interface FormErrorProps {
  message?: string | null;
  id?: string;
  /** Another way to what the form was for. */
  children?: ReactNode;
}

/**
 * The error of the whole form; a screen reader says it as it appears. Where it appears out of sight, the page scrolls to
 * it and it takes the focus. A form that is longer than a phone has it directly above its button.
 */
export function FormError({ message, id, children }: FormErrorProps) {
  const shown = useRef<HTMLDivElement>(null);
  const isNew = useIsNew();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message alone decides; what the server drew stays where it is
  useLayoutEffect(() => {
    if (message && isNew && shown.current) showWhole(shown.current);
  }, [message]);
  return (
    <div role="alert" className="contents">
      {message && (
        <div ref={shown} id={id} className="notice tone-error" tabIndex={-1}>
          <ErrorIcon className="size-6 flex-none" aria-hidden="true" />
          <div className="grid min-w-0 justify-items-start gap-3">
            <p>{message}</p>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}

const never = () => () => undefined;

/** Whether this drawing is of the browser: not of the server, and not the one that takes over what the server drew. */
const useIsNew = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
