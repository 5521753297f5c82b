/** Levels of tests, books and products, the lowest first. */
export const LEVELS: readonly string[] = ['Pré-A1', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'];

interface Sold {
  codigo: string;
  livro_id?: number | null;
  nivel_cefr?: string | null;
  estoque: string;
}

/** The books that a student studies and already has. */
interface Had {
  /** The books of the active enrolments, by id. */
  enrolled: readonly number[];
  owned: ReadonlySet<number>;
  /** Codes in orders that are not cancelled. */
  ordered: ReadonlySet<string>;
}

/**
 * The book that a student needs next: that of the enrollment, and if the student has it, the first of the next level.
 * Only one step ahead: after a book that is already ordered none is suggested.
 *
 * @returns its code; null without an enrollment, after the last level, or while it is out of stock
 */
export function nextBookOf(products: readonly Sold[], { enrolled, owned, ordered }: Had): string | null {
  const has = ({ codigo, livro_id }: Sold) => ordered.has(codigo) || (livro_id != null && owned.has(livro_id));
  const books = products.filter(({ livro_id }) => livro_id != null).toSorted((a, b) => levelOf(a) - levelOf(b));
  for (const id of enrolled) {
    const current = books.find(({ livro_id }) => livro_id === id);
    if (!current) continue;
    const level = levelOf(current);
    const next = has(current) ? books.find((each) => levelOf(each) > level) : current;
    if (next && !has(next) && next.estoque !== 'indisponivel') return next.codigo;
  }
  return null;
}

const levelOf = ({ nivel_cefr }: Sold): number => LEVELS.indexOf(nivel_cefr ?? '');
