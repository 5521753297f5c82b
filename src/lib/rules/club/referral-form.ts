import { withinBrazil } from '#lib/format/digits.ts';
import { clubMessages } from '#lib/words/club.ts';
import { required, wrongPhone } from '#lib/words/validation.ts';

/** The typed data of a friend. */
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

/** Ten or eleven digits. The server checks the area code: its table would make every page heavier. */
const isWhole = (telefone: string) => /^\d{10,11}$/.test(withinBrazil(telefone));

/** Missing data, by field; the server checks again. @param consent says to the reader of the form what to tick */
export const friendProblems = (
  { nome, telefone, consentimento }: Friend,
  consent = clubMessages.consentMissing,
): Record<string, string> => ({
  ...(!nome.trim() && { nome: required }),
  ...(!telefone.trim() ? { telefone: required } : !isWhole(telefone) && { telefone: wrongPhone }),
  ...(!consentimento && { consentimento: consent }),
});
