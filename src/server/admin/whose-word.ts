import { hash } from 'node:crypto';

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

/**
 * A short print of a value. It tells whether the file says something new, and does not keep what the file said: the old
 * telephone of a student is nobody's business once the student has changed it.
 */
export const printOf = (value: Value): string => hash('sha256', String(value), 'base64url').slice(0, 6);

/**
 * Decides between the file's value and the portal's (0121). A file that repeats its last word says nothing new. A new
 * word counts, unless the field was changed or confirmed here after the office changed the row. Without a time of the
 * office, the last import of the row counts as that time.
 *
 * @param last the print of the file's last word; undefined if nothing is known of it
 * @returns `same`, `takes` the file's value, or the reason why the portal's stays
 */
export function whoseWord(here: Value, file: Value, last: string | undefined, times: Times): 'same' | 'takes' | Reason {
  if (file === here) return 'same';
  if (last === printOf(file)) return 'repetido';
  const { changedAt, confirmedAt, alteredAt, saidAt } = times;
  const isChangedHere = last !== undefined && last !== printOf(here);
  if (isChangedHere && !(alteredAt && changedAt && alteredAt > changedAt)) return 'mudado';
  const since = alteredAt ?? saidAt ?? '';
  if (confirmedAt && confirmedAt > since) return 'confirmado';
  // Nothing is known of the file's last word, but the row was changed here.
  return last === undefined && changedAt && changedAt > since ? 'mudado' : 'takes';
}

/** Reads the column `imported`. */
export function readSaid(text: string | null): Said | null {
  if (text === null) return null;
  const { at, ...prints } = JSON.parse(text) as Record<string, string>;
  return { at: at ?? '', prints };
}

/** Writes the column `imported`. */
export const writeSaid = ({ at, prints }: Said): string => JSON.stringify({ at, ...prints });
