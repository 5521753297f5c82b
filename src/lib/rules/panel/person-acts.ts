import { routes } from '#lib/routes.ts';
import type { Right } from '../people/rights.ts';

interface PersonAct {
  /** The name of the action in the record, or of a bill in it. */
  fazer: string;
  titulo: string;
  /** Search words for it. */
  called: readonly string[];
  right: Right;
  isForStudents?: boolean;
}

/** A person as the search finds one. */
interface Found {
  id: number;
  /** Whether the person’s course still runs. */
  studies: boolean;
}

/** Actions that the panel’s search offers for a person, besides opening the record. */
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

/**
 * The actions that the rights and the person’s state allow, each with its address. @param word the beginning of a search
 * word; absent: all
 */
export const actsOfPerson = ({ id, studies }: Found, rights: { has(right: Right): boolean }, word?: string) =>
  personActs
    .filter(({ right, isForStudents }) => rights.has(right) && (studies || !isForStudents))
    .filter(({ called }) => !word || called.some((each) => each.startsWith(word)))
    .map(({ fazer, titulo }) => ({ titulo, path: routes.manager.person(id, { fazer }) }));

/**
 * Splits a search that ends with an action into person and action word. null for any other. @param words from
 * `searchWords`
 */
export function actMeant(words: readonly string[]): { q: string; word: string } | null {
  const [word = ''] = words.slice(-1);
  const isAct =
    word.length >= FEWEST_LETTERS && personActs.some(({ called }) => called.some((each) => each.startsWith(word)));
  return isAct && words.length > 1 ? { q: words.slice(0, -1).join(' '), word } : null;
}
