import { Guardian } from '#lib/contract/account.schema.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { listInWords } from '#lib/format/text.ts';
import { birthProblem } from '#lib/rules/account/birth-date.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { guardianCpfWords } from '#lib/words/account-changes.ts';
import * as cells from './cells.ts';
import { fieldsOf, optional, type RowOf, required, valuesOf } from './column.ts';
import type { Row, Task } from './import.ts';
import { numberColumn, type Unit, unitColumn } from './look-up.ts';

const EMAILS = 'e-mail do aluno, endereço de e-mail, correio eletrônico';
const PHONES = 'celular do responsável, telefone do responsável, fone do responsável';
const GUARDIANS = 'responsável, nome do responsável, responsável financeiro';

export const columns = {
  unidade: unitColumn,
  matricula: numberColumn,
  nome: required('users.full_name', cells.personName, 'Ana Souza', 'nome do aluno, aluno, nome completo, estudante'),
  nome_civil: optional('users.civil_name', cells.personName, 'Ana Souza', 'nome de registro, nome no documento'),
  // The heading is required, but cells may be empty.
  email: {
    ...optional('users.email', cells.email, 'ana.souza@escola.example', EMAILS),
    ...{ isRequired: true, with: 'email_key' },
  },
  telefone: optional('users.phone', cells.phone, '(19) 99888-7766', 'celular, fone, whatsapp, telefone do aluno'),
  cpf: optional('users.cpf', cells.cpf, '529.982.247-25', 'cpf do aluno, documento'),
  nascimento: optional(
    'users.birth_date',
    cells.birthday,
    '31/12/2001',
    'data de nascimento, data nasc, dt nascimento, aniversário',
  ),
  cep: optional('users.cep', cells.cep, '01310-100', 'código postal'),
  rua: optional('users.street', cells.text, 'Avenida Paulista', 'endereço, logradouro'),
  numero: optional('users.street_number', cells.text, '1000', 'número do endereço, nº'),
  complemento: optional('users.complement', cells.text, 'Apto. 12', 'complemento do endereço'),
  bairro: optional('users.district', cells.text, 'Bela Vista', 'distrito'),
  cidade: optional('users.city', cells.text, 'São Paulo', 'município'),
  uf: optional('users.state', cells.state, 'SP', 'estado'),
  pais: optional('users.country', cells.country, 'Portugal', 'país de residência'),
  regiao: optional('users.region', cells.text, 'Lisboa, 1000-001', 'região, província, código postal do exterior'),
  responsavel_nome: optional(null, cells.personName, 'Rita Souza', GUARDIANS),
  responsavel_cpf: optional(null, cells.cpf, '111.444.777-35', 'cpf do responsável'),
  responsavel_email: optional(null, cells.email, 'rita.souza@escola.example', 'e-mail do responsável'),
  responsavel_telefone: optional(null, cells.phone, '(19) 99777-6655', PHONES),
  responsavel_parentesco: optional(null, cells.text(40), 'mãe', 'parentesco, grau de parentesco'),
};
export type Student = Row<RowOf<typeof columns>> & { unit: Unit };

export const fields = {
  email_key: { column: 'email' },
  ...fieldsOf(columns, 'users'),
  guardian: { column: 'responsavel', words: guardianWords },
};

function guardianWords(json: string): string {
  const { full_name, cpf, email, phone, relation } = Guardian.parse(JSON.parse(json));
  return [full_name, relation, maskCpf(cpf), email, phone].join(', ');
}

/** The values of a row for the columns of `users`, without empty cells. null after a fault was recorded. */
export function statedIn(task: Task, row: Student) {
  const problem = row.nascimento && birthProblem(row.nascimento, dayIn(row.unit.timezone, task.at));
  if (problem) {
    task.fault(row.line, `${problem}.`, 'nascimento');
    return null;
  }
  const missing = parts.filter(({ column }) => row[column] === undefined);
  const isWithout = missing.length === parts.length;
  if (missing.length > 0 && !isWithout) {
    const words = listInWords(missing.map(({ name }) => name));
    const text = `Do responsável falta: ${words}. Preencha todos, ou deixe todos vazios.`;
    task.fault(row.line, text, missing[0]?.column);
    return null;
  }
  if (!isWithout && row.responsavel_cpf === row.cpf) {
    task.fault(row.line, `${guardianCpfWords.other} ${guardianCpfWords.isStudent}.`, 'responsavel_cpf');
    return null;
  }
  const guardian = Object.fromEntries(parts.map(({ column, part }) => [part, row[column]]));
  return {
    ...valuesOf(columns, row, 'users'),
    ...(row.pais && { cep: undefined, state: undefined }),
    ...(row.pais === null && { region: undefined }),
    email_key: row.email === undefined ? undefined : emailKey(row.email),
    guardian: isWithout ? undefined : JSON.stringify(guardian),
  };
}

/** The cells of a guardian, from what `users` stores. */
export function guardianCells(json: string | null) {
  const guardian = json === null ? null : Guardian.parse(JSON.parse(json));
  return Object.fromEntries(parts.map(({ column, part }) => [column, guardian?.[part] ?? null]));
}

const parts = [
  { column: 'responsavel_nome', part: 'full_name', name: 'nome' },
  { column: 'responsavel_cpf', part: 'cpf', name: 'CPF' },
  { column: 'responsavel_email', part: 'email', name: 'e-mail' },
  { column: 'responsavel_telefone', part: 'phone', name: 'telefone' },
  { column: 'responsavel_parentesco', part: 'relation', name: 'parentesco' },
] as const;
