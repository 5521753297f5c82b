import { differences, type Task } from './import-table.ts';
import { printsOf, type Reason, readSaid, type Times, type Value, whoseWord, writeSaid } from './whose-word.ts';

/** A field whose value in the portal stays although the file has another one. */
export interface Conflict {
  line: number;
  /** The column of the file. */
  column: string;
  /** Both values, as people read them. */
  here: string;
  file: string;
  /** `pago`: the portal took or takes the money of this bill. `painel`: only the panel changes it. */
  why: Reason | 'pago' | 'painel';
}

/** How a column of the database stands in the file. */
interface Field<Name extends string = string> {
  column: string;
  words?: (value: never) => string;
  /** Goes with this field: it stays or changes together with it. */
  with?: Name;
  /** The portal counts on from the file's number, so a new number of the file counts. */
  counts?: true;
}
export type Fields<T> = { readonly [Name in keyof T & string]?: Field<keyof T & string> };

/** The keys of the school, for prints. */
type Keys = { school: Pick<Task['school'], 'tokens'> };
type Line = { line: number; alterado_em?: string };
type Values = Readonly<Record<string, Value | undefined>>;

/** Why a value stays, for the person who reads the report. */
export const reasons: Readonly<Record<Conflict['why'], string>> = {
  repetido: 'mudado no portal depois do último arquivo',
  mudado: 'mudado no portal e também no arquivo',
  confirmado: 'confirmado no portal depois',
  pago: 'pago no portal',
  painel: 'muda no painel, em Financeiro, com o dia em que começa a valer',
};

const wordsOf = ({ words }: Field, value: Value): string =>
  value === null || value === '' ? 'vazio' : words ? words(value as never) : String(value);

/** The columns of the file behind some columns of the database. */
export const columnsIn = <T>(fields: Fields<T>, changed: object): string[] => {
  const named: Readonly<Record<string, Field | undefined>> = fields;
  return [...new Set(Object.keys(changed).flatMap((name) => named[name]?.column ?? []))];
};

/** Notes that the portal's value of a field stays. */
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

/** The column `imported` of a new row, by what was written. `undefined` and an empty text say nothing. */
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
 * Sorts out what a row of a file changes (0121). Fields whose value stays are reported; what has no field is taken.
 *
 * @param after the values of the file; `undefined` says nothing
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
    // An older print gives way to one with the key.
    if (field) prints[name] = own.of(file);
  }
  // The time moves only where it matters later: after a confirmation. So a file that says nothing new writes nothing.
  const isSeenAnew = said !== null && Boolean(times.confirmedAt && times.confirmedAt > said.at);
  const at = said && !isSeenAnew ? said.at : task.at.toISOString();
  const imported = writeSaid({ at, prints });
  return { taken: taken as Partial<T>, ...(imported !== before.imported && { imported }) };
}

/** The same for a row that changes by nothing else: counts it. @returns the columns to write, or null */
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

/** Fields that go with others come after them. */
const rank = (field: Field | undefined): number => (field?.with ? 1 : 0);
