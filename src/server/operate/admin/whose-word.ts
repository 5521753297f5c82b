import { createHmac, hash } from 'node:crypto';
import type { Tokens } from '../../identity/auth/tokens.ts';

/** A value of a field, as the database holds it. */
export type Value = string | number | boolean | null;

/** What the file said of a row when the row was last imported: a print of each value, and when that was. */
export interface Said {
  at: string;
  prints: Readonly<Record<string, string>>;
}

/** When a row was changed or confirmed in the portal, and when the office changed it. ISO instants. */
export interface Times {
  /** The last change here, if it is known. */
  changedAt?: string | null;
  /** When the owner last confirmed the values as they are. */
  confirmedAt?: string | null;
  /** When the office changed the row: its `alterado_em`. */
  alteredAt?: string;
  /** The last import of the row. */
  saidAt?: string;
}

/** Why a value of the portal stays although the file has another one. */
export type Reason = 'repetido' | 'mudado' | 'confirmado';

/** Makes and compares prints with the keys of the school. */
export interface Prints {
  /**
   * A short print of a value. It tells whether the file says something new, and does not keep what the file said: the old
   * telephone of a student is nobody's business once the student has changed it. Without the school's key nobody finds the
   * value by trying all of them.
   */
  of(value: Value): string;
  /** Tells whether a value is the one of a print; undefined for a print whose key is lost: nothing is known then. */
  isOf(print: string): ((value: Value) => boolean) | undefined;
}

/** Before a print come this mark and the name of its key. Older prints have neither, and no key: they still compare. */
const MARK = '~';
const NAME_CHARS = 2;
const PRINT_CHARS = 6;
/** Values repeat: units, states, days. */
const MAX_KEPT = 5_000;
const known = new WeakMap<object, Prints>();

/** The prints of a school. */
export function printsOf(tokens: Pick<Tokens, 'derivedKeys'>): Prints {
  const made = known.get(tokens) ?? createPrints(tokens.derivedKeys('file-print'));
  known.set(tokens, made);
  return made;
}

function createPrints(keys: readonly [Uint8Array, ...Uint8Array[]]): Prints {
  const makers = keys.map((key) => {
    const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
    const name = MARK + macOf('name').slice(0, NAME_CHARS);
    const kept = new Map<string, string>();
    const print = (value: Value) => {
      const text = String(value);
      const before = kept.get(text);
      if (before !== undefined) return before;
      if (kept.size >= MAX_KEPT) kept.clear();
      const fresh = name + macOf(`value:${text}`).slice(0, PRINT_CHARS);
      kept.set(text, fresh);
      return fresh;
    };
    return { name, print };
  });
  return {
    of: (value) => (makers[0] as (typeof makers)[number]).print(value),
    isOf(print) {
      if (!print.startsWith(MARK)) return (value) => unkeyedPrint(value) === print;
      const maker = makers.find(({ name }) => print.startsWith(name));
      return maker && ((value) => maker.print(value) === print);
    },
  };
}

const unkeyedPrint = (value: Value) => hash('sha256', String(value), 'base64url').slice(0, PRINT_CHARS);

/**
 * Decides between the file's value and the portal's (0121). A file that repeats its last word says nothing new. A new
 * word counts, unless the field was changed or confirmed here after the office changed the row. Without a time of the
 * office, the last import of the row counts as that time.
 *
 * @param said whether a value is the file's last word; undefined if nothing is known of that
 * @returns `same`, `takes` the file's value, or the reason why the portal's stays
 */
export function whoseWord(
  here: Value,
  file: Value,
  said: ((value: Value) => boolean) | undefined,
  times: Times,
): 'same' | 'takes' | Reason {
  if (file === here) return 'same';
  if (said?.(file)) return 'repetido';
  const { changedAt, confirmedAt, alteredAt, saidAt } = times;
  const isChangedHere = said !== undefined && !said(here);
  if (isChangedHere && !(alteredAt && changedAt && alteredAt > changedAt)) return 'mudado';
  const since = alteredAt ?? saidAt ?? '';
  if (confirmedAt && confirmedAt > since) return 'confirmado';
  // Nothing is known of the file's last word, but the row was changed here.
  return said === undefined && changedAt && changedAt > since ? 'mudado' : 'takes';
}

/** Reads the column `imported`. */
export function readSaid(text: string | null): Said | null {
  if (text === null) return null;
  const { at, ...prints } = JSON.parse(text) as Record<string, string>;
  return { at: at ?? '', prints };
}

/** Writes the column `imported`. */
export const writeSaid = ({ at, prints }: Said): string => JSON.stringify({ at, ...prints });
