/** What a visitor writes for the certificate, and for a call if he wants one, and what is wrong with it. */
export interface Contact {
  nome: string;
  telefone: string;
  cidade: string;
  consentimento: boolean;
  problem: string | null;
  fields: Readonly<Record<string, string>>;
}

export const emptyContact: Contact = {
  nome: '',
  telefone: '',
  cidade: '',
  consentimento: false,
  problem: null,
  fields: {},
};
