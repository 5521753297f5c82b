import * as z from 'zod/mini';
import { isForeignPhone, withinBrazil } from '#lib/format/digits.ts';
import { clubMessages } from '#lib/words/club.ts';
import { required, wrongPhone } from '#lib/words/validation.ts';
import { checked, problemsOf, ticked } from '../forms/field-rules.ts';

/** The typed data of a friend. */
export interface Friend {
  nome: string;
  telefone: string;
  email: string;
  cidade: string;
  consentimento: boolean;
}

/** Reads the friend’s data from a form. */
export const friendOf = (values: Readonly<Record<string, string>>): Friend => {
  const { nome = '', telefone = '', email = '', cidade = '', consentimento } = values;
  return { nome, telefone, email, cidade, consentimento: consentimento === 'sim' };
};

/**
 * Ten or eleven digits, or a foreign number. The server checks the area code, whose table would make every page heavier.
 */
const isWhole = (telefone: string) => /^\d{10,11}$/.test(withinBrazil(telefone)) || isForeignPhone(telefone);

/** The fields of a friend’s form; the server checks again. @param consent the error if the box is not ticked */
export const FriendFields = (consent = clubMessages.consentMissing) =>
  z.object({
    nome: z.string().check(z.trim(), z.minLength(1, required)),
    telefone: checked(isWhole, wrongPhone),
    email: z.string(),
    cidade: z.string(),
    consentimento: ticked(consent),
  });

/** Missing data, by field. */
export const friendProblems = (friend: Friend, consent?: string): Record<string, string> =>
  problemsOf(FriendFields(consent), friend);
