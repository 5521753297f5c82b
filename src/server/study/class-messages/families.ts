import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { guardianAccounts, isMinor, type Owner } from '../../messages/inbox/guardian-accounts.ts';

/** Whether a guardian reads along: of a minor, and where nobody knows the age but a guardian is named. */
const needsGuardian = (student: Owner, today: string): boolean =>
  student.birth_date === null ? student.guardian !== null : isMinor(student, today);

/** Whether the guardian reads in an account, or has an address for mails. */
const hasAddress = ({ guardian }: Owner): boolean =>
  Boolean((JSON.parse(guardian ?? '{}') as { email?: string }).email);

/**
 * Who gets a message to a class: its students of now. A minor whom no guardian can follow is written to by nobody.
 *
 * @param today the day of the unit, `YYYY-MM-DD`
 */
export async function readersOf(db: Db, turmaId: number, today: string) {
  const rows = await db
    .selectFrom('turma_alunos')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['turma_alunos.id as turma_aluno_id', 'users.id', 'users.full_name'])
    .select(['users.birth_date', 'users.guardian'])
    .where('turma_alunos.turma_id', '=', turmaId)
    .where(isInClass)
    .where('users.is_blocked', '=', false)
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute();
  const students = rows.map((row) => ({ ...row, com_responsavel: needsGuardian(row, today) }));
  const minors = students.filter(({ com_responsavel }) => com_responsavel);
  const accounts = await guardianAccounts(
    db,
    minors.map((owner) => ({ owner, today })),
  );
  const isAlone = (each: (typeof students)[number]) =>
    each.com_responsavel && !accounts.has(each.id) && !hasAddress(each);
  return {
    readers: students.filter((each) => !isAlone(each)),
    sem_responsavel: students.filter(isAlone).map(({ id, full_name }) => ({ id, nome: full_name })),
  };
}

/** Whether the account is that of the guardian who reads along. */
export async function isGuardianOf(db: Db, userId: number, student: Owner, today: string): Promise<boolean> {
  if (!needsGuardian(student, today)) return false;
  return (await guardianAccounts(db, [{ owner: student, today }])).get(student.id) === userId;
}
