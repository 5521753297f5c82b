/** Typed values of a form of the panel that is not part of its page. */
export interface TypedAct {
  /** The name of the form: a subject, its rows and an action. */
  name: string;
  values: Readonly<Record<string, string | boolean>>;
}

let open: (() => TypedAct | null) | undefined;
let returned: TypedAct | null = null;

/**
 * Registers an open form. @param read its typed values; null: none. @returns unregisters it: unsent values are stored
 */
export function watchTyped(read: () => TypedAct | null): (isSent: boolean) => void {
  open = read;
  return (isSent) => {
    if (open === read) open = undefined;
    const typed = isSent ? null : read();
    if (typed) returnTyped(typed);
  };
}

/** The typed values that leaving the page would lose. */
export const typedNow = (): TypedAct | null => open?.() ?? returned;

/** Stores unsent values until their form is opened again; only the last ones. */
export function returnTyped(typed: TypedAct): void {
  returned = typed;
}

/** @returns the stored values of a form, once */
export function takeTyped(name: string): TypedAct['values'] | null {
  if (returned?.name !== name) return null;
  const { values } = returned;
  returned = null;
  return values;
}
