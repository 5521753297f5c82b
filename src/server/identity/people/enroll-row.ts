import { guardianStudies } from '#lib/words/students.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { closedName } from '../../core/db/units.ts';
import { refuseClosedUnit } from '../../core/http/open-unit.ts';
import { conflict, Refusal } from '../../core/http/refusal.ts';
import { cpfHolders, holdCpf, requireFreeCpf } from '../account/find-people.ts';
import { addStudents, type StudentData, takenColumns } from './add-students.ts';

interface Row {
  company_id: number;
  escola_id: number;
  matricula: string;
  data: StudentData;
}

export const heldCpf = 'Este CPF já é de outra pessoa da escola';

const takenNumber = (matricula: string) =>
  conflict(`A matrícula ${matricula} já é de outro aluno da unidade. Confira o cadastro dele em Alunos.`);

export async function isTaken(
  tx: Db,
  { company_id, matricula }: Pick<Row, 'company_id' | 'matricula'>,
): Promise<boolean> {
  const own = tx.selectFrom('drive_users').select('id').where('company_id', '=', company_id);
  return (await own.where('matricula', '=', matricula).executeTakeFirst()) !== undefined;
}

/**
 * Creates the enrolment of a row. @returns its id. @throws Refusal 409 if a student of the unit has the row's registration number
 */
export async function enroll(tx: Db, row: Row, nome: string): Promise<number> {
  await refuseClosedUnit(tx, row.company_id);
  if (await isTaken(tx, row)) throw takenNumber(row.matricula);
  const { company_id, matricula } = row;
  const { id } = await tx
    .insertInto('drive_users')
    .values({ company_id, matricula, nome, papel: 'aluno' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Gives a row of an import its own account, as if there were no lookalike.
 *
 * @param hash of a password that nobody knows. @returns the id of the account
 * @throws Refusal 409 if a person of the school has its CPF or registration number by now
 */
export async function enrollApart(tx: Db, row: Row, hash: string, at: Date): Promise<number> {
  const { data, escola_id } = row;
  await refuseClosedUnit(tx, row.company_id);
  // No account has the id 0.
  if (data.cpf) await requireFreeCpf(tx, { id: 0, cpf: data.cpf, escolaId: escola_id }, heldCpf);
  if (await isTaken(tx, row)) throw takenNumber(row.matricula);
  const [id] = await addStudents(tx, [row], hash, at);
  return id as number;
}

/** The account of a person who is only a guardian, by the CPF, at one of these units. */
export const accountAsGuardian = (db: Db, cpf: string, unitIds: readonly number[]) =>
  enrolled(db)
    .selectAll('users')
    .select('companies.escola_id')
    .where('users.cpf', '=', cpf)
    .where('companies.id', 'in', unitIds)
    .where('drive_users.papel', '=', 'responsavel')
    .where('users.is_blocked', '=', false)
    .orderBy('users.id');

/**
 * Makes a student of a person whose account is only a guardian's: one person has one account in a school. Its values stay, and
 * the row fills the empty ones. The row has to match its CPF and its confirmed e-mail: a registration number alone is no proof.
 *
 * @param unitIds the units in reach of the writer. @returns the id of the account; null if none of these units has the CPF
 * @throws Refusal 409 `cpf_taken` for another e-mail, or an unconfirmed one, with the solution at the field
 */
export async function enrollGuardian(tx: Db, row: Row, unitIds: readonly number[], at: Date): Promise<number | null> {
  const { data, company_id, matricula } = row;
  if (!data.cpf) return null;
  await holdCpf(tx, data.cpf);
  const own = await accountAsGuardian(tx, data.cpf, unitIds)
    .where('companies.escola_id', '=', row.escola_id)
    .executeTakeFirst();
  if (!own) return null;
  const isHers = own.email_key !== '' && own.email_key === data.email_key;
  if (!isHers || !own.email_verified) {
    const email = isHers ? guardianStudies.unproven : guardianStudies.otherEmail;
    throw new Refusal(409, `${email}.`, { code: 'cpf_taken', fields: { email } });
  }
  await refuseClosedUnit(tx, company_id);
  if (await isTaken(tx, row)) throw takenNumber(matricula);
  const missing = takenColumns(data, own);
  await tx
    .updateTable('drive_users')
    .set({ company_id, matricula, papel: 'aluno' })
    .where('id', '=', own.drive_user_id)
    .execute();
  await tx
    .updateTable('users')
    .set({ ...Object.fromEntries(missing.map((name) => [name, data[name] ?? null])), changed_at: at.toISOString() })
    .where('id', '=', own.id)
    .execute();
  return own.id;
}

/**
 * Gives accounts to rows of imports when their lookalike is erased or linked to another enrolment. The rows belong to the school,
 * and no decision is needed any more. If a person of the school has a row's CPF or registration number by now, or its unit is
 * closed, the next import reports it.
 * @returns the created accounts, each with its row's data
 */
export async function enrollLookalikes(tx: Db, userId: number, at: Date): Promise<{ id: number; data: StudentData }[]> {
  const made: { id: number; data: StudentData }[] = [];
  const rows = await tx
    .selectFrom('enrolment_proposals')
    .innerJoin('companies', 'companies.id', 'enrolment_proposals.company_id')
    .selectAll('enrolment_proposals')
    .select('companies.escola_id')
    .where('enrolment_proposals.user_id', '=', userId)
    .orderBy('enrolment_proposals.id')
    .execute();
  for (const { dados, ...row } of rows) {
    const data = JSON.parse(dados) as StudentData;
    const isHeld = data.cpf && (await cpfHolders(tx, data.cpf, row.escola_id)).length > 0;
    // No real hash has this form, so no password matches.
    const isClosed = (await closedName(tx, row.company_id)) !== undefined;
    if (isHeld || isClosed || (await isTaken(tx, row))) continue;
    made.push({ id: await enrollApart(tx, { ...row, data }, '-', at), data });
  }
  await tx.deleteFrom('enrolment_proposals').where('user_id', '=', userId).execute();
  return made;
}
