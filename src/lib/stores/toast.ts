type Kind = 'success' | 'error' | 'message' | 'loading';

/** What shows notices: given by the shell, so that stores know no component. */
export type ToastPort = Record<Kind, (text: string, options: { id: ToastId }) => void> & { dismiss(id: ToastId): void };

/** A notice that can be taken away again. */
export type ToastId = number;

let next = 1;
let toaster: Promise<ToastPort> | undefined;
const dismissed = new Set<ToastId>();

/** The toaster and its library load with the first notice, so that pages without one pay nothing. */
let load: (() => Promise<ToastPort>) | undefined;

/** Tells the store how to show notices; called once by the shell. */
export function useToaster(loader: () => Promise<ToastPort>): void {
  load = loader;
}

function show(kind: Kind, text: string): ToastId {
  const id = next;
  next += 1;
  toaster ??= load?.();
  void toaster?.then((sonner) => {
    if (!dismissed.delete(id)) sonner[kind](text, { id });
  });
  return id;
}

/** The one toaster that any island can call. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  message: (text: string) => show('message', text),
  /** Stays until it is dismissed. */
  loading: (text: string) => show('loading', text),
  dismiss(id: ToastId): void {
    dismissed.add(id);
    void toaster?.then((sonner) => {
      sonner.dismiss(id);
      dismissed.delete(id);
    });
  },
};
