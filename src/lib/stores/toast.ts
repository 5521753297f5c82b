type Kind = 'success' | 'error' | 'message' | 'loading';

/** A button inside a notice. */
export interface ToastAction {
  label: string;
  onClick(): void;
  /** How long the button is active, in milliseconds; absent: until the user answers. */
  lastsMs?: number;
}

interface PortOptions {
  id: ToastId;
  action?: ToastAction;
  /** Milliseconds; absent: the toaster's default. */
  duration?: number;
}

/** The functions that show notices. The shell provides them, so that stores know no component. */
export type ToastPort = Record<Kind, (text: string, options: PortOptions) => void> & { dismiss(id: ToastId): void };

/** A notice that can be changed or removed. */
export type ToastId = number;

let next = 1;
let toaster: Promise<ToastPort> | undefined;
const dismissed = new Set<ToastId>();

/** The toaster and its library load with the first notice, so that pages without one do not load them. */
let load: (() => Promise<ToastPort>) | undefined;

/** Sets how to show notices; the shell calls it once. */
export function setToaster(loader: () => Promise<ToastPort>): void {
  load = loader;
}

function show(kind: Kind, text: string, id: ToastId, action?: ToastAction): ToastId {
  toaster ??= load?.();
  toaster?.then(
    (port) => {
      const duration = action?.lastsMs ?? Number.POSITIVE_INFINITY;
      if (!dismissed.has(id)) port[kind](text, { id, ...(action && { action, duration }) });
    },
    // If the toaster failed to load, the next notice loads it again.
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
  /** With an action it stays until the user answers, or the action expires. */
  message: (text: string, action?: ToastAction) => show('message', text, nextId(), action),
  /** Stays until it is updated or dismissed. */
  loading: (text: string) => show('loading', text, nextId()),
  /** Replaces a notice: the loading succeeded, or failed. */
  update: (id: ToastId, kind: Kind, text: string) => show(kind, text, id),
  /** Removes a notice, even one that has not appeared yet. */
  dismiss(id: ToastId): void {
    dismissed.add(id);
    toaster?.then(
      (port) => port.dismiss(id),
      () => undefined,
    );
  },
};
