/** What was typed into a form of the panel that is no part of its page. */
export interface TypedAct {
  /** Of the form: a subject, its rows and an act. */
  name: string;
  values: Readonly<Record<string, string | boolean>>;
}

let open: (() => TypedAct | null) | undefined;
let returned: TypedAct | null = null;

/** A form is open. @param read what is typed now; null: nothing. @returns ends it: what is typed waits, if it was not sent */
export function watchTyped(read: () => TypedAct | null): (isSent: boolean) => void {
  open = read;
  return (isSent) => {
    if (open === read) open = undefined;
    const typed = isSent ? null : read();
    if (typed) returnTyped(typed);
  };
}

/** What a page would lose that goes now. */
export const typedNow = (): TypedAct | null => open?.() ?? returned;

/** What was not sent waits for its form to be opened again: the last of such. */
export function returnTyped(typed: TypedAct): void {
  returned = typed;
}

/** @returns what was typed into the form of this name, once */
export function takeTyped(name: string): TypedAct['values'] | null {
  if (returned?.name !== name) return null;
  const { values } = returned;
  returned = null;
  return values;
}
