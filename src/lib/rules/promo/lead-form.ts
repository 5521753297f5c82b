import { isPhone } from '#lib/format/documents.ts';
import { promoMessages } from '#lib/words/promo.ts';
import { maxLength, required, wrongPhone } from '#lib/words/validation.ts';

/** What a prospect types on a promotional page, and what is wrong with it. */
export interface LeadForm {
  nome: string;
  telefone: string;
  email: string;
  cidade: string;
  consentimento: boolean;
  problem: string | null;
  fields: Readonly<Record<string, string>>;
  /** A sealed note of the time: comes with the form that is sent for a second look. */
  note: string | null;
}

export const emptyLead: LeadForm = {
  nome: '',
  telefone: '',
  email: '',
  cidade: '',
  consentimento: false,
  problem: null,
  fields: {},
  note: null,
};

const MAX_LENGTH = { nome: 120, telefone: 25, email: 254, cidade: 80 } as const;

/** Reads the form; all that was typed stays as it was. */
export function leadFrom(data: FormData): LeadForm {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  return {
    ...emptyLead,
    nome: text('nome'),
    telefone: text('telefone'),
    email: text('email'),
    cidade: text('cidade'),
    consentimento: data.get('consentimento') === 'sim',
  };
}

/** What is missing, by field; the server checks again, and more. */
export function leadProblems(form: LeadForm): LeadForm['fields'] {
  const long = Object.entries(MAX_LENGTH)
    .filter(([name, most]) => form[name as keyof typeof MAX_LENGTH].length > most)
    .map(([name, most]) => [name, maxLength(most)]);
  return {
    ...Object.fromEntries(long),
    ...(!form.nome && { nome: required }),
    ...(!form.cidade && { cidade: required }),
    ...(!isPhone(form.telefone) && { telefone: form.telefone ? wrongPhone : required }),
    ...(!form.consentimento && { consentimento: promoMessages.consent }),
  };
}
