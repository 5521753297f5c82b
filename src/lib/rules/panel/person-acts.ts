import { routes } from '#lib/routes.ts';
import type { Right } from '../people/rights.ts';

interface PersonAct {
  /** As the record names it, or a bill in it. */
  fazer: string;
  titulo: string;
  /** What people call it, as a search compares words. */
  called: readonly string[];
  right: Right;
  isForStudents?: boolean;
}

/** A person as the search finds one. */
interface Found {
  id: number;
  /** Whose course goes on. */
  studies: boolean;
}

/** What the search of the panel begins with a person, beside the record. */
const personActs: readonly PersonAct[] = [
  { fazer: 'receber', titulo: 'Receber', called: ['receber', 'pagar', 'pagamento'], right: 'financeiro' },
  {
    fazer: 'turma',
    titulo: 'Pôr em turma',
    called: ['por', 'turma', 'matricular'],
    right: 'turmas',
    isForStudents: true,
  },
  { fazer: 'mensagem', titulo: 'Mensagem', called: ['mensagem', 'escrever'], right: 'mensagens' },
];

const FEWEST_LETTERS = 3;

/** Those that the rights open and the person takes, each with its address. @param word the beginning of what it is called; absent: all */
export const actsOfPerson = ({ id, studies }: Found, rights: { has(right: Right): boolean }, word?: string) =>
  personActs
    .filter(({ right, isForStudents }) => rights.has(right) && (studies || !isForStudents))
    .filter(({ called }) => !word || called.some((each) => each.startsWith(word)))
    .map(({ fazer, titulo }) => ({ titulo, path: routes.manager.person(id, { fazer }) }));

/** A search that ends with an act: whose it is, and the word for it. Null for any other. @param words as `searchWords` has them */
export function actMeant(words: readonly string[]): { q: string; word: string } | null {
  const [word = ''] = words.slice(-1);
  const isAct =
    word.length >= FEWEST_LETTERS && personActs.some(({ called }) => called.some((each) => each.startsWith(word)));
  return isAct && words.length > 1 ? { q: words.slice(0, -1).join(' '), word } : null;
}
