import { isMinor } from '#lib/rules/account/birth-date.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { addressOf, guardianAccounts, type Owner } from '../../messages/inbox/guardian-accounts.ts';

/**
 * Students with their current guardian as a reader, for minors and students of unknown age whose guardian the school knows.
 * `conta`: the guardian's account; `sozinho`: the guardian has neither an account nor a mail address.
 *
 * @param today the day of the unit, `YYYY-MM-DD`
 */
export async function withGuardians<Student extends Owner>(db: Db, students: readonly Student[], today: string) {
  const minors = students.filter((owner) => owner.birth_date === null || isMinor(owner.birth_date, today));
  const accounts = await guardianAccounts(
    db,
    minors.map((owner) => ({ owner, today })),
  );
  return students.map((owner) => {
    const conta = accounts.get(owner.id) ?? null;
    const com_responsavel =
      owner.birth_date === null ? owner.guardian !== null || conta !== null : isMinor(owner.birth_date, today);
    return {
      ...owner,
      com_responsavel,
      conta,
      sozinho: com_responsavel && conta === null && addressOf(owner) === null,
    };
  });
}

/**
 * The recipients of a class message: the current students. A minor whose guardian cannot read along gets no messages.
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
  const students = await withGuardians(db, rows, today);
  return {
    readers: students.filter(({ sozinho }) => !sozinho),
    sem_responsavel: students.filter(({ sozinho }) => sozinho).map(({ id, full_name }) => ({ id, nome: full_name })),
  };
}
