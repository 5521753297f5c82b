import { type RawBuilder, sql } from 'kysely';

/** The values by which a person's rows are found. */
export interface Person {
  id: number;
  driveUserId: number | null;
  fullName: string;
  /** In lower case. */
  emailKey: string;
  emailVerified: boolean;
  phone: string | null;
  cpf: string | null;
  avatarUrl: string | null;
  /** True if nobody else logs in with this address: then mails to it concern only this person. */
  hasAddressAlone: boolean;
  /** True if nobody else has this telephone or CPF, which families may share. */
  hasPhoneAlone: boolean;
  hasCpfAlone: boolean;
}

/** A condition on the rows of a table. */
export type Rows = (person: Person) => RawBuilder<unknown>;

/** Rows whose column holds the person's number. */
export const own =
  (column = 'user_id'): Rows =>
  ({ id }) =>
    sql`${sql.ref(column)} = ${id}`;

/** Rows that belong to rows of another table: `of('charge_id', 'charges', own())`. */
export const of =
  (column: string, table: string, rows: Rows, key = 'id'): Rows =>
  (person) =>
    sql`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${rows(person)})`;

const nobody: Rows = () => sql`1 = 0`;
export const either =
  (...all: Rows[]): Rows =>
  (person) =>
    sql`(${sql.join(
      all.map((rows) => rows(person)),
      sql` or `,
    )})`;

/** Only if the person proved the address. */
export const verified =
  (rows: Rows): Rows =>
  (person) =>
    person.emailVerified ? rows(person) : nobody(person);

/** Only if nobody else logs in with the address. */
export const alone =
  (rows: Rows): Rows =>
  (person) =>
    person.hasAddressAlone ? rows(person) : nobody(person);

/** Rows that name an address, in upper or lower case; none if the address is unknown. */
export const toAddress =
  (column: string): Rows =>
  ({ emailKey }) =>
    sql`lower(${sql.ref(column)}) = ${emailKey}`;

/** Rows with the person's telephone or CPF, if nobody else has it. */
export const equals =
  (column: string, value: 'phone' | 'cpf'): Rows =>
  (person) =>
    person[value] === null || !(value === 'phone' ? person.hasPhoneAlone : person.hasCpfAlone)
      ? nobody(person)
      : sql`${sql.ref(column)} = ${person[value]}`;

/** Rows about one of the person's places in a class. */
export const ofOwnPlace: Rows = of('turma_aluno_id', 'turma_alunos', own());
