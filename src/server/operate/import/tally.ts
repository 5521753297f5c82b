import { plural } from '#lib/format/money.ts';
import type { Reason } from './merge.ts';
import { writeTable } from './table.ts';

/** The outcome of the rows of a table. */
export interface Tally {
  added: number;
  changed: number;
  same: number;
  /** Lines whose rows stay unchanged although the table differs, by reason. Absent if there are none. */
  preserved?: Record<string, number[]>;
  /** Fields whose portal value stays although the file has another value. Absent if there are none. */
  conflicts?: Conflict[];
  /** Unknown columns that were ignored. Absent if there are none. */
  ignored?: string[];
}

/** A field whose value in the portal stays although the file has another one. */
export interface Conflict {
  line: number;
  /** The column of the file. */
  column: string;
  /** Both values, formatted. */
  here: string;
  file: string;
  /** `pago`: the portal took or takes the money of this bill. `painel`: only the panel changes it. */
  why: Reason | 'pago' | 'painel';
}

/** Why a value stays, for the person who reads the report. */
export const reasons: Readonly<Record<Conflict['why'], string>> = {
  repetido: 'mudado no portal depois do último arquivo',
  mudado: 'mudado no portal e também no arquivo',
  confirmado: 'confirmado no portal depois',
  pago: 'pago no portal',
  painel: 'muda no painel, em Financeiro, com o dia em que começa a valer',
};

/** Saves the counts. @returns a function that restores them, for rows that are processed again */
export function markTally(tally: Tally): () => void {
  const { added, changed, same, conflicts = [] } = tally;
  const noted = conflicts.length;
  return () => {
    Object.assign(tally, { added, changed, same });
    tally.conflicts?.splice(noted);
  };
}

/** Adds separately counted outcomes. */
export function addTally(tally: Tally, own: Tally): void {
  tally.changed += own.changed;
  tally.same += own.same;
  if (own.conflicts) tally.conflicts = [...(tally.conflicts ?? []), ...own.conflicts];
}

/** `3 novas, 1 mudada, 2 iguais` */
export const countsOf = ({ added, changed, same }: Tally): string =>
  `${plural(added, 'nova', 'novas')}, ${plural(changed, 'mudada', 'mudadas')}, ${plural(same, 'igual', 'iguais')}`;

/** Max. conflicts listed individually. */
const MAX_LISTED = 50;

/** Further remarks about an import, one sentence per line. */
export function remarksOf({ preserved = {}, ignored = [], conflicts = [] }: Tally): string[] {
  const more = conflicts.length - MAX_LISTED;
  return [
    ...(ignored.length > 0 ? [`Colunas que o portal não conhece, ignoradas: ${ignored.join(', ')}.`] : []),
    ...Object.entries(preserved).map(([why, lines]) => `${lines.length} ${why}: linhas ${lines.join(', ')}.`),
    ...(conflicts.length > 0
      ? [`${plural(conflicts.length, 'campo fica', 'campos ficam')} como no portal, diferente do arquivo:`]
      : []),
    ...conflicts.slice(0, MAX_LISTED).map((each) => `  ${conflictWords(each)}`),
    ...(more > 0 ? [`  e mais ${more}: --conflitos arquivo.csv escreve todos.`] : []),
  ];
}

const conflictWords = ({ line, column, here, file, why }: Conflict): string =>
  `linha ${line}, ${column}: no portal ${here}, no arquivo ${file} (${reasons[why]})`;

/** All conflicts as a table, to correct them in the office's system. */
export const conflictTable = (conflicts: readonly Conflict[]): string =>
  writeTable(
    ['linha', 'coluna', 'no_portal', 'no_arquivo', 'motivo'],
    conflicts.map(({ line, column, here, file, why }) => ({
      linha: String(line),
      coluna: column,
      no_portal: here,
      no_arquivo: file,
      motivo: reasons[why],
    })),
  );
