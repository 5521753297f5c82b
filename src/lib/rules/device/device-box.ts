/** `local` outlives the tab, `session` does not. */
type Area = 'local' | 'session';

/** A storage slot of this browser for one value. It never throws. */
export interface Box<T> {
  /** null: empty or unreadable. */
  read(): T | null;
  /**
   * Stores a value. If the storage is full or off, the value lasts only while this page is open.
   *
   * @returns whether it outlives the page; if not, warn a reader who could lose something
   */
  keep(value: T): boolean;
  drop(): void;
}

/** Values that the storage refused, by area and name. */
const memory = new Map<string, string>();

/** A text under a name that the specification or earlier versions fixed. */
export function textBox(area: Area, name: string): Box<string> {
  const own = `${area}:${name}`;
  return {
    read: () => memory.get(own) ?? attempt(() => storageOf(area).getItem(name)) ?? null,
    keep(text) {
      const isStored = attempt(() => storageOf(area).setItem(name, text)) !== undefined;
      // The earlier stored value stays: an older draft is better than none.
      if (isStored) memory.delete(own);
      else memory.set(own, text);
      return isStored;
    },
    drop() {
      memory.delete(own);
      attempt(() => storageOf(area).removeItem(name));
    },
  };
}

/**
 * A value stored as JSON.
 *
 * @param fits checks the stored value, which may come from an earlier version or be edited by hand: an invalid value
 * counts as absent
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

/**
 * The user id of this page, for the name of a slot, so that users of one browser do not read each other’s values. Before
 * the registration it is the visitor’s empty book. Empty: any other visitor.
 */
export const pageUser = (): string =>
  typeof document === 'undefined' ? '' : (document.body.dataset.userId ?? guestBook() ?? '');

/** The uuid of the empty book, for a visitor without an account (GUARD-05). */
export const guestBook = (): string | undefined =>
  document.body.dataset.userId === undefined ? document.body.dataset.emptyBook : undefined;

/** Some browsers throw at any access to their storage. */
const storageOf = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

/** @returns undefined if the browser refuses; null for an absent value */
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
