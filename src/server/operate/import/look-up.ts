import { foldText, maskEmail, nameKey } from '#lib/format/text.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { unitMessages } from '#lib/words/units.ts';
import { enrolled, people } from '../../core/db/people.ts';
import { within } from '../../core/db/reach.ts';
import { byUnitName } from '../../core/db/units.ts';
import { code, text } from './cells.ts';
import { optional, required } from './column.ts';
import { portions, type Row, type Task } from './import.ts';
import type { Conflict } from './tally.ts';

/** The unit of a row. */
export const unitColumn = optional('companies.nome', text, 'Unidade Centro', 'filial, polo, escola, nome da unidade');
const NUMBER = ['A-1001', 'número da matrícula, matrícula do aluno, ra, código do aluno, registro do aluno'] as const;
/** The number of a student. */
export const numberColumn = required('drive_users.matricula', code(20), ...NUMBER);
export const perhapsNumberColumn = optional('drive_users.matricula', code(20), ...NUMBER);
/** The class of a row. */
export const classColumn = required('turmas.nome', text, 'Teens 1 – terça', 'nome da turma, classe');

export interface Unit {
  id: number;
  escola_id: number;
  nome: string;
  timezone: string;
  encerrada_em: string | null;
  nomes_antes: string | null;
}

/**
 * The unit of each row; a portal with one unit needs no such column.
 *
 * @returns a function that returns the unit, or null after it noted a fault of the line.
 */
export async function unitsOf({ tx, fault, reach }: Task) {
  const all: Unit[] = await tx
    .selectFrom('companies')
    .$call(within(reach))
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'companies.timezone'])
    .select(['companies.encerrada_em', 'companies.nomes_antes'])
    .execute();
  const byName = byUnitName(all);
  return ({ line, unidade }: Row<{ unidade?: string }>): Unit | null => {
    const unit = unidade === undefined ? (all.length === 1 ? all[0] : undefined) : byName.get(nameKey(unidade));
    if (unit) return unit;
    fault(
      line,
      unidade === undefined ? 'Diga a unidade: há mais de uma.' : `A unidade “${unidade}” não existe.`,
      'unidade',
    );
    return null;
  };
}

/** Rows with their units; those without one are noted as faults. */
export async function placed<T extends { unidade?: string }>(task: Task, rows: readonly Row<T>[]) {
  const unitOf = await unitsOf(task);
  return rows.flatMap((row) => {
    const unit = unitOf(row);
    return unit ? [{ ...row, unit }] : [];
  });
}

/** Records a fault for a row that would add something to a closed unit. @returns whether it did */
export function isClosed({ fault }: Pick<Task, 'fault'>, { line, unit }: Row<{ unit: Unit }>): boolean {
  if (unit.encerrada_em === null) return false;
  fault(line, unitMessages.closedInFile(unit.nome), 'unidade');
  return true;
}

/** A student's key as text: the number within a unit. */
export const studentKey = (unit: { id: number }, matricula: string) => `${unit.id}/${matricula}`;

/**
 * Finds users by student's number: in the same unit, or the only one with it, since a class may have students of other units.
 *
 * A number may belong to a proposal in the panel whose owner is not decided yet: its row is skipped and reported, and the rest of
 * the file is imported. Any other unknown number is a fault.
 */
export async function studentsOf(task: Task, numbers: readonly string[]) {
  const { tx, fault, keep, reach } = task;
  const known = new Map<string, { id: number; company_id: number }[]>();
  const waiting = new Set<string>();
  for await (const some of portions([...new Set(numbers)])) {
    const rows = await enrolled(tx)
      .$call(within(reach))
      .select(['users.id', 'drive_users.company_id', 'drive_users.matricula'])
      .where('drive_users.matricula', 'in', some)
      .execute();
    for (const row of rows) known.set(row.matricula, [...(known.get(row.matricula) ?? []), row]);
    const proposed = await tx
      .selectFrom('enrolment_proposals')
      .select(['company_id', 'matricula'])
      .where('matricula', 'in', some)
      .execute();
    for (const { company_id, matricula } of proposed) waiting.add(studentKey({ id: company_id }, matricula));
  }
  const alike = await withOtherZeros(
    task,
    numbers.filter((number) => !known.has(number)),
  );
  return (unit: { id: number }, { line, matricula }: Row<{ matricula: string }>): number | undefined => {
    const all = known.get(matricula) ?? [];
    const own = all.find(({ company_id }) => company_id === unit.id);
    if (own) return own.id;
    if (waiting.has(studentKey(unit, matricula))) {
      keep(line, 'matrícula à espera de confirmação no painel');
      return undefined;
    }
    if (all.length === 1) return all[0]?.id;
    const [only, ...more] = all.length > 0 ? [] : alike(unit, matricula);
    if (only && more.length === 0) return only.id;
    fault(
      line,
      only ? zerosMissing(matricula, [only, ...more]) : `A matrícula “${matricula}” não existe.`,
      'matricula',
    );
    return undefined;
  };
}

export interface Numbered {
  id: number;
  company_id: number;
  matricula: string;
  full_name: string;
  cpf: string | null;
  email_key: string;
}

const plainNumber = (number: string) => number.replace(/^0+/, '');
const isPlain = (number: string) => /^\d+$/.test(number) && plainNumber(number) !== '';

/**
 * Finds students whose number differs from one in a file only by leading zeros, which spreadsheets remove.
 *
 * @param numbers those without an exact match. @returns the students of the unit, or those of other units
 */
export async function withOtherZeros({ tx, reach }: Pick<Task, 'tx' | 'reach'>, numbers: readonly string[]) {
  const byPlain = new Map<string, Numbered[]>();
  const requested = new Set(numbers.filter(isPlain).map(plainNumber));
  for await (const some of portions([...requested])) {
    const rows = await enrolled(tx)
      .$call(within(reach))
      .select(['users.id', 'drive_users.company_id', 'drive_users.matricula'])
      .select(['users.full_name', 'users.cpf', 'users.email_key'])
      .where(({ fn, val }) => fn<string>('ltrim', ['drive_users.matricula', val('0')]), 'in', some)
      .execute();
    for (const row of rows) {
      const plain = plainNumber(row.matricula);
      byPlain.set(plain, [...(byPlain.get(plain) ?? []), row]);
    }
  }
  return ({ id }: { id: number }, matricula: string): Numbered[] => {
    const all = (isPlain(matricula) && byPlain.get(plainNumber(matricula))) || [];
    const own = all.filter(({ company_id }) => company_id === id);
    return own.length > 0 ? own : all;
  };
}

/** A question to the office, since only the office knows. */
export const zerosMissing = (matricula: string, found: readonly Numbered[]): string =>
  `A matrícula “${matricula}” pode ser ${found.map((each) => each.matricula).join(' ou ')}: escreva com todos os zeros.`;

/**
 * The managers among some people. A command may change anybody; with a key or in the panel nobody may change the address of a
 * person with more rights.
 */
export async function managementAmong({ tx, reach }: Task, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0 || isEverybody(reach)) return new Set();
  const rows = await tx
    .selectFrom('user_actions')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('action_id', 'in', [ADMIN_ACTION_ID, MANAGER_ACTION_ID])
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

export const OF_STAFF = 'Esta pessoa é da gestão: os dados dela mudam no painel.';

/** Which of these people are outside of the sender's reach. */
export async function foreignAmong({ tx, reach }: Task, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0 || isEverybody(reach)) return new Set();
  const own = await people(tx).$call(within(reach)).select('users.id').where('users.id', 'in', ids).execute();
  const reached = new Set(own.map(({ id }) => id));
  return new Set(ids.filter((id) => !reached.has(id)));
}

/** Whether this is a command of the operator, who may change what requires more rights in the panel. */
export const isEverybody = ({ escolaId, units }: Task['reach']) => escolaId === null && units === null;

/** Classes by unit and name. */
export async function classesOf({ tx }: Task): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('turmas').select(['id', 'company_id', 'nome']).execute();
  return new Map(rows.map(({ id, company_id, nome }) => [classKey({ id: company_id }, nome), id]));
}
export const classKey = (unit: { id: number }, nome: string) => `${unit.id}/${nameKey(nome)}`;

/**
 * Whether the sender may write shared data, such as the catalogue: with a reach of all schools, or of the whole of the only one.
 * Otherwise each row is a fault.
 */
export async function mayWriteShared({ tx, fault, reach }: Task, rows: readonly { line: number }[]): Promise<boolean> {
  if (isEverybody(reach)) return true;
  const schools = await tx.selectFrom('schools').select('id').limit(2).execute();
  if (reach.units === null && schools.length === 1) return true;
  for (const { line } of rows) fault(line, 'Isto vale para todas as escolas: peça a quem administra a rede.');
  return false;
}

/** The values of a row for a known person, by column of the file, and the outcome of the merge. */
interface Meeting {
  /** Identifying values: `nome` and others. null or empty: unknown to the portal. */
  known: Readonly<Record<string, string | null>>;
  row: Readonly<Record<string, string | undefined>>;
  /** Columns whose value is taken from the file. */
  taken: readonly string[];
  conflicts?: readonly Conflict[];
}

/**
 * Whether a row may be about another person than the one with its number: it has another name together with another e-mail or
 * CPF. Only the office knows, so the row becomes a question, like a number without its zeros. Values that the file had before do
 * not count, because the person changed them in the portal. The same CPF identifies the person.
 */
export function isSomebodyElse({ known, row, taken, conflicts = [] }: Meeting): boolean {
  const said = new Set([...taken, ...conflicts.flatMap(({ column, why }) => (why === 'repetido' ? [] : [column]))]);
  const isOther = (column: string) =>
    Boolean(known[column]) && row[column] !== undefined && row[column] !== known[column] && said.has(column);
  const isRenamed = isOther('nome') && foldText(row.nome ?? '') !== foldText(known.nome ?? '');
  const isVerified = row.cpf !== undefined && row.cpf === known.cpf;
  const columns = Object.keys(known);
  return (
    isRenamed &&
    !isVerified &&
    columns.some((column) => column !== 'nome' && isOther(column)) &&
    columns.some((column) => taken.includes(column))
  );
}

/** The question. @param key the value by which the row names the person. @param place where the panel changes the person */
export const whoIsIt = (
  key: string,
  { full_name, email }: { full_name: string; email: string },
  place: string,
): string =>
  `${key} é de ${full_name}${email && ` (${maskEmail(email)})`}, e esta linha traz outro nome e outros dados. ` +
  `Se é outra pessoa, corrija a linha. Se é a mesma, mude antes o nome dela no painel, em ${place}.`;
