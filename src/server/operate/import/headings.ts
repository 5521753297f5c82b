import { MAX_COLUMNS } from '#lib/format/limits.ts';
import { foldText } from '#lib/format/text.ts';
import type { Columns } from './column.ts';
import { columnName, headOf, type Placement } from './table.ts';

/** The headings of a file, and which of them are probably our columns. */
export interface Headings extends Placement {
  /** The texts of the row of headings, by column of the file. */
  names: readonly string[];
  /** All headings are ours, so nothing needs to be linked. */
  isKnown: boolean;
}

/** The number of first rows searched for headings. */
const AMONG = 12;
/** Min. similarity for a heading to be matched. */
const ALIKE = 0.72;
/** Words without meaning for a match. */
const IDLE = new Set(['a', 'o', 'as', 'os', 'de', 'da', 'do', 'das', 'dos', 'no', 'na', 'n', 'num', 'cod']);

/** The words of a heading: `Nº Matrícula` is `matricula`, `E-mail` is `email`. */
function wordsOf(text: string): string[] {
  const words = foldText(text.slice(0, 120))
    .replaceAll('-', '')
    .replace(/[ºª°]/g, ' ')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const telling = words.filter((word) => !IDLE.has(word));
  return telling.length > 0 ? telling : words;
}

/** A normalized heading for comparison. */
interface Profile {
  text: string;
  joined: string;
  sorted: string;
  /** Pairs of letters, by which spellings are compared. */
  pairs: ReadonlySet<string>;
}

function profileOf(heading: string): Profile {
  const words = wordsOf(heading);
  const joined = words.join('');
  const pairs = Array.from({ length: Math.max(0, joined.length - 1) }, (_, at) => joined.slice(at, at + 2));
  return { text: words.join(' '), joined, sorted: words.toSorted().join(' '), pairs: new Set(pairs) };
}

/** The similarity of two headings, from 0 to 1: by whole words first, then by their letters. */
function likeness(a: Profile, b: Profile): number {
  if (a.joined === '' || b.joined === '') return 0;
  if (a.text === b.text) return 1;
  if (a.joined === b.joined || a.sorted === b.sorted) return 0.95;
  let common = 0;
  for (const pair of a.pairs) if (b.pairs.has(pair)) common += 1;
  return (0.9 * 2 * common) / (a.pairs.size + b.pairs.size || 1);
}

/** What each column is called: its name first. */
type Names = ReadonlyMap<string, readonly Profile[]>;

/** Links the most alike pairs first; each heading and each column once. */
function linksIn(cells: readonly string[], columns: Names): { links: Record<string, number>; sum: number } {
  const pairs = cells
    .slice(0, MAX_COLUMNS)
    .flatMap((text, index) => {
      const heading = profileOf(text);
      return [...columns].map(([name, [own, ...others]]) => ({
        name,
        index,
        alike: Math.max(own ? likeness(own, heading) : 0, ...others.map((other) => 0.98 * likeness(other, heading))),
      }));
    })
    .filter(({ alike }) => alike >= ALIKE)
    .toSorted((a, b) => b.alike - a.alike);
  const links: Record<string, number> = {};
  const taken = new Set<number>();
  let sum = 0;
  for (const { name, index, alike } of pairs) {
    if (links[name] !== undefined || taken.has(index)) continue;
    links[name] = index;
    taken.add(index);
    sum += alike;
  }
  return { links, sum };
}

/**
 * Finds the headings of a file: a row with our names, otherwise the row among the first ones that is most similar.
 *
 * @returns the line, and a guess of the column of each heading; null for a file without rows
 */
export function headingsOf(rows: readonly (readonly string[])[], columns: Columns): Headings | null {
  const needed = Object.fromEntries(Object.entries(columns).map(([name, { isRequired }]) => [name, isRequired]));
  const first = headOf(rows, needed);
  if (first === -1) return null;
  const names: Names = new Map(
    Object.entries(columns).map(([name, { alsoCalled }]) => [name, [name, ...alsoCalled].map(profileOf)]),
  );
  const isKnown = areOurs(rows[first] ?? [], needed);
  const among = isKnown ? [first] : Array.from({ length: Math.min(AMONG, rows.length) }, (_, index) => index);
  const found = among.map((index) => ({ index, ...linksIn(rows[index] ?? [], names) }));
  const [best] = found.toSorted((a, b) => b.sum - a.sum || a.index - b.index);
  const { index, links } = best && best.sum > 0 ? best : { index: first, links: {} };
  return { line: index + 1, columns: links, names: (rows[index] ?? []).slice(0, MAX_COLUMNS), isKnown };
}

/** Whether all required columns are there under our names, and none twice. */
function areOurs(cells: readonly string[], needed: Readonly<Record<string, boolean>>): boolean {
  const names = cells.map(columnName).filter((name) => Object.hasOwn(needed, name));
  return (
    new Set(names).size === names.length && Object.keys(needed).every((name) => !needed[name] || names.includes(name))
  );
}
