import type { Fault, TextTable } from './table.ts';

/** The columns that tell whose row it is, or what it is about: at most two are told. */
const TELLING = ['nome', 'matricula', 'codigo', 'turma', 'email', 'unidade'] as const;
/** A cell may be a whole text. */
const MAX_VALUE = 60;

/** Whom a row is about, as its cells say it. */
const whoIn = (cells: Readonly<Record<string, string>>): string =>
  TELLING.flatMap((name) => cells[name] || [])
    .slice(0, 2)
    .join(', ');

/** Errors with what the cell says, and whose row it is: so that nobody counts rows to find them. */
export function nameFaults(faults: readonly Fault[], { lines }: Pick<TextTable, 'lines'>): Fault[] {
  const byLine = new Map(lines.map(({ line, cells }) => [line, cells]));
  return faults.map((fault) => {
    const cells = byLine.get(fault.line);
    if (!cells) return fault;
    const value = fault.column === undefined ? '' : (cells[fault.column] ?? '');
    const who = whoIn(cells);
    return { ...fault, ...(value && { value: value.slice(0, MAX_VALUE) }), ...(who && { who: who.slice(0, 140) }) };
  });
}
