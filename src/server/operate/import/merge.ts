import { createHmac, hash } from 'node:crypto';
import type { Tokens } from '../../identity/auth/tokens.ts';
import type { Task } from './import.ts';
import type { Conflict } from './tally.ts';

/** A value of a field, as the database holds it. */
export type Value = string | number | boolean | null;

/** The values of the last import of a row: a fingerprint of each value, and the time. */
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

/** Makes and compares fingerprints with the keys of the school. */
export interface Prints {
  /**
   * A short keyed fingerprint of a value. It shows whether the file has a new value, without storing the value: a student's
   * former telephone must not stay stored after the student has changed it. Without the school's key nobody finds the value by
   * brute force.
   */
  of(value: Value): string;
  /** Whether a value matches a fingerprint; undefined if its key is lost: then nothing is known. */
  isOf(print: string): ((value: Value) => boolean) | undefined;
}

/** A fingerprint starts with this mark and the name of its key. Older ones have neither, and no key; they are still compared. */
const MARK = '~';
const NAME_CHARS = 2;
const PRINT_CHARS = 6;
/** Max. cached fingerprints, since values repeat: units, states, days. */
const MAX_STORED = 5_000;
const known = new WeakMap<object, Prints>();

/** The fingerprints of a school. */
export function printsOf(tokens: Pick<Tokens, 'derivedKeys'>): Prints {
  const made = known.get(tokens) ?? createPrints(tokens.derivedKeys('file-print'));
  known.set(tokens, made);
  return made;
}

function createPrints(keys: readonly [Uint8Array, ...Uint8Array[]]): Prints {
  const makers = keys.map((key) => {
    const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
    const name = MARK + macOf('name').slice(0, NAME_CHARS);
    const cache = new Map<string, string>();
    const print = (value: Value) => {
      const text = String(value);
      const before = cache.get(text);
      if (before !== undefined) return before;
      if (cache.size >= MAX_STORED) cache.clear();
      const fresh = name + macOf(`value:${text}`).slice(0, PRINT_CHARS);
      cache.set(text, fresh);
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
 * Decides between the file's value and the portal's (0121). A value that the file had in its last import is not new. A new value
 * counts, unless the field was changed or confirmed here after the office changed the row. If the time of the office's change is
 * unknown, the last import of the row is used.
 *
 * @param said whether the value equals that of the last import; undefined if unknown
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
  // The last import's value is unknown, but the row was changed here.
  return said === undefined && changedAt && changedAt > since ? 'mudado' : 'takes';
}

/** Reads the column `imported`. */
function readSaid(text: string | null): Said | null {
  if (text === null) return null;
  const { at, ...prints } = JSON.parse(text) as Record<string, string>;
  return { at: at ?? '', prints };
}

/** Writes the column `imported`. */
const writeSaid = ({ at, prints }: Said): string => JSON.stringify({ at, ...prints });

/** The column of the file for a column of the database. */
export interface Field {
  column: string;
  words?: (value: never) => string;
  /** Another field: both are changed together or not at all. */
  with?: string;
  /** A counter that both sides change: a new number in the file always counts. */
  counts?: true;
}
export type Fields<T> = { readonly [Name in keyof T & string]?: Field };

/** The keys of the school, for prints. */
type Keys = { school: Pick<Task['school'], 'tokens'> };
type Line = { line: number; alterado_em?: string };
type Values = Readonly<Record<string, Value | undefined>>;

const wordsOf = ({ words }: Field, value: Value): string =>
  value === null || value === '' ? 'vazio' : words ? words(value as never) : String(value);

/** The columns of the file behind some columns of the database. */
export const columnsIn = <T>(fields: Fields<T>, changed: object): string[] => {
  const named: Readonly<Record<string, Field | undefined>> = fields;
  return [...new Set(Object.keys(changed).flatMap((name) => named[name]?.column ?? []))];
};

/** Records that the portal's value of a field stays. */
export function noteConflict(
  { tally }: Pick<Task, 'tally'>,
  line: number,
  field: Field,
  why: Conflict['why'],
  { here, file }: { here: Value; file: Value },
): void {
  tally.conflicts ??= [];
  tally.conflicts.push({ line, column: field.column, here: wordsOf(field, here), file: wordsOf(field, file), why });
}

/** The column `imported` of a new row, from the written values. `undefined` and empty texts are left out. */
export function firstSaid<T extends object>(
  fields: Fields<T>,
  columns: Partial<T>,
  { at, school }: Pick<Task, 'at'> & Keys,
): string {
  const own = printsOf(school.tokens);
  const values = columns as Values;
  const said = Object.keys(fields).flatMap((name) => {
    const value = values[name];
    return value === undefined || value === '' ? [] : [[name, own.of(value)] as const];
  });
  return writeSaid({ at: at.toISOString(), prints: Object.fromEntries(said) });
}

/**
 * Decides which values of a file's row are taken (0121). Fields whose value stays are reported; values without a field are taken.
 *
 * @param after the values of the file, without `undefined`
 * @returns the values to take, and the column `imported`, if that differs
 */
export function mergeRow<T extends { imported: string | null }>(
  task: Pick<Task, 'tally' | 'at'> & Keys,
  { line, alterado_em }: Line,
  before: T,
  after: Partial<Omit<NoInfer<T>, 'imported'>>,
  fields: Fields<NoInfer<T>>,
  times: Pick<Times, 'changedAt' | 'confirmedAt'> = {},
): { taken: Partial<T>; imported?: string } {
  const said = readSaid(before.imported);
  const own = printsOf(task.school.tokens);
  const prints: Record<string, string> = { ...said?.prints };
  const here = before as unknown as Values;
  const verdicts = new Map<string, ReturnType<typeof whoseWord>>();
  const taken: Record<string, Value> = {};
  const known: Readonly<Record<string, Field | undefined>> = fields;
  for (const [name, file] of Object.entries(after as Values).toSorted(([a], [b]) => rank(known[a]) - rank(known[b]))) {
    if (file === undefined) continue;
    const field = known[name];
    const value = here[name] ?? null;
    const last = prints[name];
    const leader = field?.with && verdicts.get(field.with);
    let verdict: ReturnType<typeof whoseWord> = 'takes';
    if (field && (leader === undefined || leader === 'same')) {
      verdict = whoseWord(value, file, last === undefined ? undefined : own.isOf(last), {
        ...times,
        alteredAt: alterado_em,
        saidAt: said?.at,
      });
      if (verdict === 'mudado' && field.counts) verdict = 'takes';
      if (!isWon(verdict) && !(verdict === 'repetido' && field.counts)) {
        noteConflict(task, line, field, verdict, { here: value, file });
      }
    } else if (leader && !isWon(leader)) verdict = leader;
    verdicts.set(name, verdict);
    if (isWon(verdict)) taken[name] = file;
    // An older fingerprint is replaced by a keyed one.
    if (field) prints[name] = own.of(file);
  }
  // The time is only updated if it matters later, after a confirmation. So a file without new values writes nothing.
  const isSeenAnew = said !== null && Boolean(times.confirmedAt && times.confirmedAt > said.at);
  const at = said && !isSeenAnew ? said.at : task.at.toISOString();
  const imported = writeSaid({ at, prints });
  return { taken: taken as Partial<T>, ...(imported !== before.imported && { imported }) };
}

/** As `mergeRow` for a row without other changes, with counting. @returns the columns to write, or null */
export function merged<T extends { imported: string | null }>(
  task: Task,
  row: Line,
  before: T,
  after: Partial<Omit<NoInfer<T>, 'imported'>>,
  fields: Fields<NoInfer<T>>,
  times?: Pick<Times, 'changedAt' | 'confirmedAt'>,
): Partial<T> | null {
  const { taken, ...said } = mergeRow(task, row, before, after, fields, times);
  const changed = differences(task, before, taken);
  return changed || said.imported ? { ...changed, ...(said as Partial<T>) } : null;
}

const isWon = (verdict: ReturnType<typeof whoseWord>): verdict is 'same' | 'takes' =>
  verdict === 'same' || verdict === 'takes';

/** Dependent fields are merged after the fields on which they depend. */
const rank = (field: Field | undefined): number => (field?.with ? 1 : 0);

/** The values of a row that differ; `undefined` changes nothing. null if nothing differs. */
export function changesOf<T extends object>(before: T, after: Partial<T>): Partial<T> | null {
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof T],
  );
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<T>) : null;
}

/** Counts a known row. @returns what differs, or null if nothing does */
export function differences<T extends object>(task: Task, before: T, after: Partial<T>): Partial<T> | null {
  const changed = changesOf(before, after);
  task.tally[changed ? 'changed' : 'same'] += 1;
  return changed;
}
