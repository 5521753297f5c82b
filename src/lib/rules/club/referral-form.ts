import { withinBrazil } from '#lib/format/digits.ts';
import { clubMessages } from '#lib/words/club.ts';
import { required, wrongPhone } from '#lib/words/validation.ts';

/** What is typed about a friend. */
export interface Friend {
  nome: string;
  telefone: string;
  email: string;
  cidade: string;
  consentimento: boolean;
}

/** Reads what a form holds. */
export const friendOf = (values: Readonly<Record<string, string>>): Friend => {
  const { nome = '', telefone = '', email = '', cidade = '', consentimento } = values;
  return { nome, telefone, email, cidade, consentimento: consentimento === 'sim' };
};

/** Ten or eleven digits; whether it can ring, the server says: its table of area codes would weigh on every page. */
const isWhole = (telefone: string) => /^\d{10,11}$/.test(withinBrazil(telefone));

/** What is missing, by field; the server checks again. */
export const friendProblems = ({ nome, telefone, consentimento }: Friend): Record<string, string> => ({
  ...(!nome.trim() && { nome: required }),
  ...(!telefone.trim() ? { telefone: required } : !isWhole(telefone) && { telefone: wrongPhone }),
  ...(!consentimento && { consentimento: clubMessages.consentMissing }),
});
