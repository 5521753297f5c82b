import { firstName } from '#lib/format/text.ts';
import type { Db } from '../../core/db/connection.ts';
import { isUnlinked } from '../account/unlinked.ts';
import type { NewStudent, StudentData } from './add-students.ts';

interface Lookalike {
  id: number;
  full_name: string;
  cpf: string | null;
  email_key: string;
  phone: string | null;
}

/** Accounts without an enrolment that share a CPF, an address or a telephone with one of some new students. */
export async function lookalikesOf(tx: Db, students: readonly StudentData[]): Promise<Lookalike[]> {
  const cpfs = students.flatMap(({ cpf }) => cpf || []);
  const phones = students.flatMap(({ phone }) => phone || []);
  const keys = students.flatMap(({ email_key }) => email_key || []);
  if (cpfs.length + phones.length + keys.length === 0) return [];
  return tx
    .selectFrom('users')
    .select(['id', 'full_name', 'cpf', 'email_key', 'phone'])
    .where(isUnlinked)
    .where((where) =>
      where.or([
        ...(keys.length > 0 ? [where('email_key', 'in', keys)] : []),
        ...(cpfs.length > 0 ? [where('cpf', 'in', cpfs)] : []),
        ...(phones.length > 0 ? [where('phone', 'in', phones)] : []),
      ]),
    )
    .orderBy('id')
    .execute();
}

const named = (name: string) => firstName(name).toLocaleLowerCase('pt-BR');

/**
 * The same CPF; or, if the student's is not known, the same first name and the same address or telephone, since siblings
 * share these.
 */
const isAlike = (student: StudentData, account: Lookalike) =>
  student.cpf
    ? student.cpf === account.cpf
    : named(student.full_name) === named(account.full_name) &&
      (student.email_key === account.email_key || (Boolean(student.phone) && student.phone === account.phone));

/**
 * Stores a new student as a proposal for the school to decide, instead of creating a second account for the same person (0062).
 *
 * @returns whether it did. `held`: the registration number already has a proposal for another person, which stays
 */
export async function propose(
  tx: Db,
  { company_id, matricula, data }: NewStudent,
  lookalikes: readonly Lookalike[],
  at: Date,
): Promise<boolean | 'held'> {
  const account = lookalikes.find((each) => isAlike(data, each));
  if (!account) return false;
  const proposal = { user_id: account.id, dados: JSON.stringify(data), created_at: at.toISOString() };
  const stored = await tx
    .insertInto('enrolment_proposals')
    .values({ ...proposal, company_id, matricula })
    .onConflict((known) =>
      known
        .columns(['company_id', 'matricula'])
        .doUpdateSet(proposal)
        .where('enrolment_proposals.user_id', '=', account.id),
    )
    .returning('id')
    .executeTakeFirst();
  return stored ? true : 'held';
}

/** Whether a registration number has an undecided proposal. */
export async function isProposed(tx: Db, unitId: number, matricula: string): Promise<boolean> {
  const waiting = tx.selectFrom('enrolment_proposals').select('id').where('company_id', '=', unitId);
  return (await waiting.where('matricula', '=', matricula).executeTakeFirst()) !== undefined;
}
