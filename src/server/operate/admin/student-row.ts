import { z } from 'zod';
import { maskCpf } from '#lib/format/cpf.ts';
import { formatDay } from '#lib/format/dates.ts';
import { listInWords } from '#lib/format/text.ts';
import { birthProblem } from '#lib/rules/account/birth-date.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { emailKey } from '../../identity/auth/find-accounts.ts';
import type { Schema } from '../../tables.ts';
import * as cells from './cells.ts';
import type { Row, Task } from './import-table.ts';
import type { Unit } from './look-up.ts';
import type { Fields } from './merge-row.ts';

export const Student = z.object({
  unidade: cells.optional(cells.text(120)),
  matricula: cells.code(20),
  nome: cells.personName,
  email: cells.optional(cells.email),
  telefone: cells.optional(cells.phone),
  cpf: cells.optional(cells.cpf),
  nascimento: cells.optional(cells.birthday),
  cep: cells.optional(cells.cep),
  rua: cells.optional(cells.text(160)),
  numero: cells.optional(cells.text(20)),
  complemento: cells.optional(cells.text(80)),
  bairro: cells.optional(cells.text(80)),
  cidade: cells.optional(cells.text(80)),
  uf: cells.optional(cells.state),
  responsavel_nome: cells.optional(cells.personName),
  responsavel_cpf: cells.optional(cells.cpf),
  responsavel_email: cells.optional(cells.email),
  responsavel_telefone: cells.optional(cells.phone),
  responsavel_parentesco: cells.optional(cells.text(40)),
});
export type Student = Row<z.output<typeof Student>> & { unit: Unit };

/** How columns stand in the file, and how their values are told. A log or a screen need not show a whole CPF. */
export const fields = {
  full_name: { column: 'nome' },
  email_key: { column: 'email' },
  email: { column: 'email', with: 'email_key' },
  phone: { column: 'telefone' },
  cpf: { column: 'cpf', words: maskCpf },
  birth_date: { column: 'nascimento', words: formatDay },
  cep: { column: 'cep' },
  street: { column: 'rua' },
  street_number: { column: 'numero' },
  complement: { column: 'complemento' },
  district: { column: 'bairro' },
  city: { column: 'cidade' },
  state: { column: 'uf' },
  guardian: { column: 'responsavel', words: guardianWords },
} as const satisfies Fields<Schema['users']>;

function guardianWords(json: string): string {
  const { full_name, cpf, email, phone, relation } = JSON.parse(json) as Record<string, string>;
  return [full_name, relation, maskCpf(cpf ?? ''), email, phone].join(', ');
}

/** The columns that the row gives; an empty cell gives nothing. null after a fault was noted. */
export function columnsOf(task: Task, row: Student) {
  const problem = row.nascimento && birthProblem(row.nascimento, dayIn(row.unit.timezone, task.at));
  if (problem) {
    task.fault(row.line, `${problem}.`, 'nascimento');
    return null;
  }
  const missing = missingOfGuardian(row);
  if (missing.length > 0) {
    const words = listInWords(missing.map((name) => guardianParts[name]));
    const text = `Do responsável falta: ${words}. Preencha todos, ou deixe todos vazios.`;
    task.fault(row.line, text, missing[0]);
    return null;
  }
  const guardian = guardianOf(row);
  return {
    full_name: row.nome,
    ...(row.email !== undefined && { email: row.email, email_key: emailKey(row.email) }),
    phone: row.telefone,
    cpf: row.cpf,
    birth_date: row.nascimento,
    cep: row.cep,
    street: row.rua,
    street_number: row.numero,
    complement: row.complemento,
    district: row.bairro,
    city: row.cidade,
    state: row.uf,
    guardian: guardian && JSON.stringify(guardian),
  };
}

const guardianParts = {
  responsavel_nome: 'nome',
  responsavel_cpf: 'CPF',
  responsavel_email: 'e-mail',
  responsavel_telefone: 'telefone',
  responsavel_parentesco: 'parentesco',
} as const;
const PARTS = Object.keys(guardianParts) as readonly (keyof typeof guardianParts)[];

/** The cells that a guardian who is named in part lacks. */
function missingOfGuardian(row: Student) {
  const missing = PARTS.filter((name) => row[name] === undefined);
  return missing.length === PARTS.length ? [] : missing;
}

function guardianOf(row: Student) {
  if (PARTS.every((name) => row[name] === undefined)) return undefined;
  const [full_name, cpf, email, phone, relation] = PARTS.map((name) => row[name]);
  return { full_name, cpf, email, phone, relation };
}
