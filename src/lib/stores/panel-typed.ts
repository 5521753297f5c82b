/** What was typed into a form of the panel that is no part of its page. */
export interface TypedAct {
  /** Of the form: a subject, its rows and an act. */
  name: string;
  values: Readonly<Record<string, string | boolean>>;
}

let open: (() => TypedAct | null) | undefined;
let returned: TypedAct | null = null;

/** A form is open. @param read what is typed now; null: nothing. @returns ends it: it was sent or closed */
export function watchTyped(read: () => TypedAct | null): () => void {
  open = read;
  return () => {
    if (open === read) open = undefined;
  };
}

/** What a page would lose that goes now. */
export const typedNow = (): TypedAct | null => open?.() ?? returned;

/** What the session ended over waits for its form to be opened again. */
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
