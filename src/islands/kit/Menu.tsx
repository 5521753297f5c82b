import { type KeyboardEvent, type ReactNode, type ToggleEvent, useEffect, useRef } from 'react';

interface MenuProps {
  /** The button that opened it; null: it is closed. */
  anchor: HTMLElement | null;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

const GAP = 6;
const EDGE = 8;

/** A popover beside its button; on phones a sheet at the foot. Arrow keys move between its buttons and links. */
export function Menu({ anchor, label, onClose, children }: MenuProps) {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const box = ref.current;
    if (!box || !anchor) return;
    box.showPopover();
    if (matchMedia('(width >= 750px)').matches) place(box, anchor.getBoundingClientRect());
    box.querySelector<HTMLElement>('[aria-current], button, a')?.focus();
    // The focus may already be in a dialog that an item opened.
    return () => void (box.contains(document.activeElement) && anchor.focus({ preventScroll: true }));
  }, [anchor]);

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // In a text field arrow keys move the cursor.
    if (step === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const stops = [...(ref.current?.querySelectorAll<HTMLElement>('button, a') ?? [])];
    stops.at((stops.indexOf(document.activeElement as HTMLElement) + step) % stops.length)?.focus();
  };

  if (!anchor) return null;
  return (
    <div
      ref={ref}
      popover="auto"
      role="dialog"
      aria-label={label}
      className="sheet kit-menu"
      onToggle={(event: ToggleEvent<HTMLDivElement>) => event.newState === 'closed' && onClose()}
      onKeyDown={move}
    >
      {children}
    </div>
  );
}

/** Positions the menu below its button, or above if there is no room; within the window. */
function place(box: HTMLElement, { top, bottom, left, right }: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = box;
  const preferred = right > innerWidth / 2 ? right - width : left;
  box.style.left = `${Math.max(EDGE, Math.min(preferred, innerWidth - width - EDGE))}px`;
  box.style.top = `${bottom + height + GAP < innerHeight ? bottom + GAP : Math.max(EDGE, top - height - GAP)}px`;
}
