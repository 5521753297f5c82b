import type { Db } from './connection.ts';
import { locked } from './locking.ts';

/**
 * Holds people until the end of the transaction, in the order of their ids. A change of `turma_alunos` writes the row of its
 * student: who holds the students before the classes, as a move to another unit does, never deadlocks with another.
 */
export async function holdPeople(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await locked(tx, tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id'), 'hold').execute();
}
