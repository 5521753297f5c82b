/** Names of a person's fields for readers. */
export const personFieldNames = {
  full_name: 'Nome completo',
  civil_name: 'Nome no documento, se for outro',
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
  country: 'País, se não for o Brasil',
  region: 'Região e código postal',
  'guardian.full_name': 'Nome do responsável',
  'guardian.cpf': 'CPF do responsável',
  'guardian.email': 'E-mail do responsável',
  'guardian.phone': 'Telefone do responsável',
  'guardian.relation': 'Parentesco do responsável',
} as const;
export type PersonField = keyof typeof personFieldNames;

/**
 * Labels of fields in a sentence about a field’s error. Other fields have none, because readers do not understand our
 * English names (ERR-17).
 */
export const fieldNames: Readonly<Record<string, string>> = {
  ...personFieldNames,
  username: 'E-mail ou CPF',
  password: 'Senha',
  new_password: 'Nova senha',
  current_password: 'Senha atual',
  uuid: 'Código do livro',
  code: 'Código',
  token: 'Código ou link',
  nome: 'Nome',
  telefone: 'Telefone',
  mensagem: 'Mensagem',
  title: 'Título',
  body: 'Texto',
  relation: 'Parentesco',
};

/** A field’s error as a sentence. @param name as in the call, with dots; empty: the whole body */
export function fieldSentence(name: string, message: string): string {
  const known = [name, name.split('.').at(-1) ?? ''].find((each) => Object.hasOwn(fieldNames, each));
  return known ? `${fieldNames[known]}: ${message}` : message;
}
