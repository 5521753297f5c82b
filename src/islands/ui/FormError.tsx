import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import ErrorIcon from '~icons/material-symbols/error-rounded';

interface FormErrorProps {
  message?: string | null;
  id?: string;
  /** Another way to reach the form’s purpose. */
  children?: ReactNode;
}

/**
 * The error of the whole form; a screen reader announces it when it appears. If it appears out of sight, the page scrolls
 * to it and it gets the focus. A form that is longer than a phone has it directly above its button.
 */
export function FormError({ message, id, children }: FormErrorProps) {
  const shown = useRef<HTMLDivElement>(null);
  const isNew = useIsNew();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new message scrolls; a server-rendered one does not
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

/** Whether this render happens in the browser, after hydration. */
const useIsNew = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Brings a message that just appeared into sight, with the focus. A visible message moves nothing, and neither does one
 * that is not about the field in which the user types.
 */
function showWhole(message: HTMLElement): void {
  const current = document.activeElement;
  if (current?.matches(TYPED_INTO) && current.closest('form') !== message.closest('form')) return;
  if (isInSight(message)) return;
  message.scrollIntoView({ block: 'center' });
  message.focus({ preventScroll: true });
}

const TYPED_INTO = 'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=submit])';

/** Fixed bars of the page may cover an element that is inside the window. */
function isInSight(element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => {
    const above = document.elementFromPoint((left + right) / 2, y);
    return above !== null && element.contains(above);
  });
}
