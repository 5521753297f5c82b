import { isPhone } from '#lib/format/documents.ts';
import { promoMessages } from '#lib/words/promo.ts';
import { maxLength, required, wrongPhone } from '#lib/words/validation.ts';

const MAX_LENGTH = { nome: 120, telefone: 25, email: 254, cidade: 80 } as const;

/** What is missing or too long in the form of a promotional page, by field; the server checks this and more. */
export function leadProblems(values: Readonly<Record<string, string>>): Record<string, string> {
  const { nome, telefone, cidade, consentimento } = values;
  const long = Object.entries(MAX_LENGTH)
    .filter(([name, most]) => (values[name] ?? '').length > most)
    .map(([name, most]) => [name, maxLength(most)]);
  return {
    ...Object.fromEntries(long),
    ...(!nome && { nome: required }),
    ...(!cidade && { cidade: required }),
    ...(!isPhone(telefone ?? '') && { telefone: telefone ? wrongPhone : required }),
    ...(consentimento !== 'sim' && { consentimento: promoMessages.consent }),
  };
}
