import { type ReactNode, useEffect, useId, useRef } from 'react';
import Close from '~icons/material-symbols/close-rounded';

type DialogProps = {
  isOpen: boolean;
  /**
   * Called by the close button, Escape or a press on the backdrop; the owner sets `isOpen`. Absent: only its actions
   * close it.
   */
  onClose?: (() => void) | undefined;
  title: string;
  children: ReactNode;
  /** Buttons at the foot, the main one first. */
  actions?: ReactNode;
};

/** Native modal `<dialog>`: the browser keeps the focus inside and restores it. A bottom sheet on phones. */
export function Dialog({ isOpen, onClose, title, children, actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  /** Where a press began: selecting text by dragging may end on the backdrop. */
  const pressed = useRef<EventTarget>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && !dialog?.open) {
      dialog?.showModal();
      // The browser focuses the close button. A dialog with one field focuses that field instead.
      dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    }
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press on the backdrop is an extra; Escape closes a dialog natively
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file field inside fires the same event when no file was chosen.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // A browser closes on a second Escape, even if the first was prevented.
        if (isOpen && !onClose) ref.current?.showModal();
      }}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={(event) => {
        if (event.target === ref.current && pressed.current === ref.current) onClose?.();
      }}
    >
      <div className="dialog-box">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="pt-2 text-xl">
            {title}
          </h2>
          {onClose && (
            <button type="button" className="btn btn-ghost btn-circle" aria-label="Fechar" onClick={onClose}>
              <Close className="size-6" aria-hidden="true" />
            </button>
          )}
        </div>
        <div className="mt-2">{isOpen && children}</div>
        {actions && <div className="mt-6 flex flex-wrap gap-3 md:flex-row-reverse">{actions}</div>}
      </div>
    </dialog>
  );
}
