import { nameKey } from '#lib/format/text.ts';
import { emailKey } from '../../identity/auth/find-accounts.ts';
import { portions, type Task } from './import-table.ts';
import { type Numbered, studentKey, withOtherZeros, zerosMissing } from './look-up.ts';
import type { Student } from './student-row.ts';

/**
 * Spreadsheets take the zeros at the beginning away. A number that nobody of the unit has is that of the one student
 * whose number differs by its zeros alone, if it is the same person. Otherwise the line is a question.
 */
export async function withKnownNumbers(task: Task, rows: Student[]): Promise<Student[]> {
  const known = new Set<string>();
  for await (const some of portions([...new Set(rows.map(({ matricula }) => matricula))])) {
    const found = task.tx.selectFrom('drive_users').select(['company_id', 'matricula']).where('matricula', 'in', some);
    for (const { company_id, matricula } of await found.execute()) known.add(studentKey({ id: company_id }, matricula));
  }
  const isKnown = ({ unit, matricula }: Student) => known.has(studentKey(unit, matricula));
  const alike = await withOtherZeros(
    task,
    rows.flatMap((row) => (isKnown(row) ? [] : [row.matricula])),
  );
  return rows.flatMap((row) => {
    const found = isKnown(row) ? [] : alike(row.unit, row.matricula).filter((each) => each.company_id === row.unit.id);
    const same = found.filter((each) => isSamePerson(row, each));
    const [only, ...more] = same;
    if (only && more.length === 0) return [{ ...row, matricula: only.matricula }];
    if (found.length > 0) task.fault(row.line, zerosMissing(row.matricula, found), 'matricula');
    return found.length > 0 ? [] : [row];
  });
}

const isSamePerson = ({ nome, cpf, email }: Student, known: Numbered): boolean =>
  cpf !== undefined && known.cpf !== null
    ? cpf === known.cpf
    : nameKey(nome) === nameKey(known.full_name) || (email !== undefined && emailKey(email) === known.email_key);
