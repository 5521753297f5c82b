import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { isInClass } from '../../core/db/in-class.ts';
import { enrolled } from '../../core/db/people.ts';
import { pageByName } from '../../core/db/people-by-name.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import { classIn } from './school-classes.ts';

/** Max. people: two full classes. */
const MAX_SHOWN = 60;
const MAX_FOUND = 20;

type Where = ExpressionBuilder<Schema, 'users'>;

/** Whether the course is active. */
const isStudent = ({ exists, selectFrom }: Where): Expression<SqlBool> =>
  exists(
    selectFrom('drive_users')
      .select('drive_users.id')
      .whereRef('drive_users.id', '=', 'users.drive_user_id')
      .where('drive_users.papel', '=', 'aluno')
      .where('drive_users.encerrado_em', 'is', null),
  );

/** Literally the condition of the column's index. */
const isWithoutClass = sql<boolean>`users.is_without_class = 1`;

/**
 * Candidates for a class: students of its unit without a class, by name; in a search all students in reach.
 *
 * @throws Refusal 404
 */
export async function listNewcomers({ db, reach }: Ctx, id: number, q: string | undefined) {
  const row = await classIn(db, reach, id);
  if (!row) throw notFound('Não encontramos esta turma na sua escola.');
  const { ids } = await pageByName(db, {
    offset: 0,
    ...(q
      ? { q, reach: { ...reach, escolaId: row.escola_id }, among: isStudent, limit: MAX_FOUND }
      : {
          reach: { escolaId: row.escola_id, units: [row.company_id] },
          among: (where) => where.and([isWithoutClass, isStudent(where)]),
          limit: MAX_SHOWN,
        }),
  });
  if (ids.length === 0) return [];
  const [people, places] = await Promise.all([
    enrolled(db)
      .select(['users.id', 'users.full_name as nome', 'companies.nome as unidade'])
      .where('users.id', 'in', ids)
      .execute(),
    db
      .selectFrom('turma_alunos')
      .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
      .select(['turma_alunos.user_id', 'turma_alunos.turma_id', 'turmas.nome'])
      .where('turma_alunos.user_id', 'in', ids)
      .where(isInClass)
      .orderBy('turmas.nome')
      .execute(),
  ]);
  const inIt = new Set(places.flatMap(({ user_id, turma_id }) => (turma_id === id ? [user_id] : [])));
  const turmaOf = new Map(places.map(({ user_id, nome }) => [user_id, nome]));
  return ids.flatMap((user) => {
    const person = people.find((each) => each.id === user);
    // Students who are already in the class are left out.
    return person && !inIt.has(user) ? [{ ...person, turma: turmaOf.get(user) ?? null }] : [];
  });
}
