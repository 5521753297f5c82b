import { foldText, maskEmail } from '#lib/format/text.ts';
import type { Conflict } from './merge-row.ts';

/** What a row says of a known person, by column of the file, and what became of it. */
interface Meeting {
  /** What tells people apart: `nome` and others. null or empty: the portal does not know it. */
  known: Readonly<Record<string, string | null>>;
  row: Readonly<Record<string, string | undefined>>;
  /** Columns whose value is taken from the file. */
  taken: readonly string[];
  conflicts?: readonly Conflict[];
}

/**
 * Whether a row may be about somebody else than the person with its number: it brings another name together with another
 * e-mail or CPF. Only the office knows, so the row becomes a question, as a number without its zeros does. What the file
 * said before is nothing new: the person changed it in the portal. The same CPF proves the person.
 */
export function isSomebodyElse({ known, row, taken, conflicts = [] }: Meeting): boolean {
  const said = new Set([...taken, ...conflicts.flatMap(({ column, why }) => (why === 'repetido' ? [] : [column]))]);
  const isOther = (column: string) =>
    Boolean(known[column]) && row[column] !== undefined && row[column] !== known[column] && said.has(column);
  const isRenamed = isOther('nome') && foldText(row.nome ?? '') !== foldText(known.nome ?? '');
  const isProved = row.cpf !== undefined && row.cpf === known.cpf;
  const columns = Object.keys(known);
  return (
    isRenamed &&
    !isProved &&
    columns.some((column) => column !== 'nome' && isOther(column)) &&
    columns.some((column) => taken.includes(column))
  );
}

/** The question. @param key what the row names the person by. @param place where the panel changes the person */
export const whoIsIt = (
  key: string,
  { full_name, email }: { full_name: string; email: string },
  place: string,
): string =>
  `${key} é de ${full_name}${email && ` (${maskEmail(email)})`}, e esta linha traz outro nome e outros dados. ` +
  `Se é outra pessoa, corrija a linha. Se é a mesma, mude antes o nome dela no painel, em ${place}.`;
