/** `local` outlives the tab, `session` does not. */
type Area = 'local' | 'session';

/** A place of this browser for one value. Nothing here throws. */
export interface Box<T> {
  /** null: nothing there, or nothing that can be read. */
  read(): T | null;
  /**
   * Keeps a value. A browser whose storage is full or switched off keeps it for as long as this page is open.
   *
   * @returns whether it outlives the page: tell the reader where it does not and something would be lost.
   */
  keep(value: T): boolean;
  drop(): void;
}

/** What storage refused, by area and name. */
const memory = new Map<string, string>();

/** A text, for names whose form others know: the specification's, or those of earlier versions. */
export function textBox(area: Area, name: string): Box<string> {
  const own = `${area}:${name}`;
  return {
    read: () => memory.get(own) ?? attempt(() => storageOf(area).getItem(name)) ?? null,
    keep(text) {
      const isKept = attempt(() => storageOf(area).setItem(name, text)) !== undefined;
      // What was stored before stays: an older draft is better than none.
      if (isKept) memory.delete(own);
      else memory.set(own, text);
      return isKept;
    },
    drop() {
      memory.delete(own);
      attempt(() => storageOf(area).removeItem(name));
    },
  };
}

/**
 * A value kept as JSON.
 *
 * @param fits what is there may be of an earlier version, or of somebody's hand: what does not fit counts as nothing.
 */
export function jsonBox<T>(area: Area, name: string, fits: (value: unknown) => boolean): Box<T> {
  const box = textBox(area, name);
  return {
    read() {
      const value = parsed(box.read());
      return value !== null && fits(value) ? (value as T) : null;
    },
    keep: (value) => box.keep(JSON.stringify(value)),
    drop: box.drop,
  };
}

export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A moment, in milliseconds since 1970, or a count. */
export const numberBox = (area: Area, name: string): Box<number> =>
  jsonBox<number>(area, name, (value) => typeof value === 'number');

/** Whose page this is, for the name of a box: nobody reads what another user of this browser kept. Empty: a visitor's. */
export const pageUser = (): string => (typeof document === 'undefined' ? '' : (document.body.dataset.userId ?? ''));

/** Some browsers refuse the very look at their storage. */
const storageOf = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

/** @returns undefined where the browser refuses; null for nothing */
function attempt<T>(act: () => T): NonNullable<T> | null | undefined {
  try {
    return act() ?? null;
  } catch {
    return undefined;
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
