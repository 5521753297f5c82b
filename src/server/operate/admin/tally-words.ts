import { plural } from '#lib/format/money.ts';
import type { Tally } from './import-table.ts';
import { type Conflict, reasons } from './merge-row.ts';
import { writeTable } from './table.ts';

/** `3 novas, 1 mudada, 2 iguais` */
export const countsOf = ({ added, changed, same }: Tally): string =>
  `${plural(added, 'nova', 'novas')}, ${plural(changed, 'mudada', 'mudadas')}, ${plural(same, 'igual', 'iguais')}`;

/** So many conflicts are told one by one; a file takes more. */
const MAX_TOLD = 50;

/** What else an import has to say, a sentence a line. */
export function remarksOf({ kept = {}, ignored = [], conflicts = [] }: Tally): string[] {
  const more = conflicts.length - MAX_TOLD;
  return [
    ...(ignored.length > 0 ? [`Colunas que o portal não conhece, ignoradas: ${ignored.join(', ')}.`] : []),
    ...Object.entries(kept).map(([why, lines]) => `${lines.length} ${why}: linhas ${lines.join(', ')}.`),
    ...(conflicts.length > 0
      ? [`${plural(conflicts.length, 'campo fica', 'campos ficam')} como no portal, diferente do arquivo:`]
      : []),
    ...conflicts.slice(0, MAX_TOLD).map((each) => `  ${conflictWords(each)}`),
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
