type Kind = 'success' | 'error' | 'message' | 'loading';

/** A button inside a notice. */
export interface ToastAction {
  label: string;
  onClick(): void;
}

interface PortOptions {
  id: ToastId;
  action?: ToastAction;
  /** Milliseconds; without it the toaster's own. */
  duration?: number;
}

/** What shows notices: given by the shell, so that stores know no component. */
export type ToastPort = Record<Kind, (text: string, options: PortOptions) => void> & { dismiss(id: ToastId): void };

/** A notice that can be changed or taken away again. */
export type ToastId = number;

let next = 1;
let toaster: Promise<ToastPort> | undefined;
const dismissed = new Set<ToastId>();

/** The toaster and its library load with the first notice, so that pages without one pay nothing. */
let load: (() => Promise<ToastPort>) | undefined;

/** Tells the store how to show notices; called once by the shell. */
export function setToaster(loader: () => Promise<ToastPort>): void {
  load = loader;
}

function show(kind: Kind, text: string, id: ToastId, action?: ToastAction): ToastId {
  toaster ??= load?.();
  toaster?.then(
    (port) => {
      if (!dismissed.has(id)) port[kind](text, { id, ...(action && { action, duration: Number.POSITIVE_INFINITY }) });
    },
    // A toaster that did not load is asked for again by the next notice.
    () => {
      toaster = undefined;
    },
  );
  return id;
}

function nextId(): ToastId {
  next += 1;
  return next - 1;
}

/** The one toaster that any island can call. */
export const toast = {
  success: (text: string) => show('success', text, nextId()),
  error: (text: string) => show('error', text, nextId()),
  /** With an action it stays until it is answered. */
  message: (text: string, action?: ToastAction) => show('message', text, nextId(), action),
  /** Stays until it is updated or dismissed. */
  loading: (text: string) => show('loading', text, nextId()),
  /** Changes a notice in its place: what was loading went well, or did not. */
  update: (id: ToastId, kind: Kind, text: string) => show(kind, text, id),
  /** For good: a notice that has not shown yet never will. */
  dismiss(id: ToastId): void {
    dismissed.add(id);
    toaster?.then(
      (port) => port.dismiss(id),
      () => undefined,
    );
  },
};
