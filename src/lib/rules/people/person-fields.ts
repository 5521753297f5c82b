import { formatDay } from '#lib/format/dates.ts';
import { formatCep, formatPhone } from '#lib/format/documents.ts';

/** What the fields of a person are called where somebody reads them. */
export const personFieldNames = {
  full_name: 'Nome completo',
  cpf: 'CPF',
  birth_date: 'Data de nascimento',
  email: 'E-mail',
  phone: 'Telefone',
  cep: 'CEP',
  street: 'Rua',
  street_number: 'Número',
  complement: 'Complemento',
  district: 'Bairro',
  city: 'Cidade',
  state: 'UF',
  'guardian.full_name': 'Nome do responsável',
  'guardian.cpf': 'CPF do responsável',
  'guardian.email': 'E-mail do responsável',
  'guardian.phone': 'Telefone do responsável',
  'guardian.relation': 'Parentesco do responsável',
} as const;
export type PersonField = keyof typeof personFieldNames;

const shapes: Readonly<Record<string, (text: string) => string>> = {
  phone: formatPhone,
  'guardian.phone': formatPhone,
  cep: formatCep,
  birth_date: formatDay,
};

/** A value of a person as it is read: with its mask, `vazio` where there is none. */
export const personFieldText = (field: string, value: string | null | undefined): string =>
  value ? (shapes[field]?.(value) ?? value) : 'vazio';
