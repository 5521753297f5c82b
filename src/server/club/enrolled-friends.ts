import type { Db } from '../db/connection.ts';
import { PENDING_REFERRALS } from './queries.ts';

const AT_ONCE = 100;

/** Students: who has a contract of a course or is in a class, and was not counted as somebody's friend yet. */
const students = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .innerJoin('companies', 'companies.id', 'drive_users.company_id')
    .leftJoin('contratos', (join) =>
      join.onRef('contratos.user_id', '=', 'users.id').on('contratos.origem', '=', 'curso'),
    )
    .where(({ or, not, exists, selectFrom, eb }) =>
      eb.and([
        or([
          eb('contratos.id', 'is not', null),
          exists(selectFrom('turma_alunos').select('id').whereRef('turma_alunos.user_id', '=', 'users.id')),
        ]),
        not(exists(selectFrom('referrals as counted').select('id').whereRef('amigo_user_id', '=', 'users.id'))),
      ]),
    );

/** The student that a friend seems to have become. `contrato_id`: null for who is in a class alone. */
export interface Match {
  referral_id: number;
  id: number;
  full_name: string;
  contrato_id: number | null;
}

/**
 * Students who joined after they were referred, in the school of who referred them, with the telephone or CPF of the referral:
 * a student of before who takes a telephone that somebody made up is none.
 *
 * @param ids null: of all members' pending referrals.
 */
export function matchesOf(db: Db, ids: readonly number[] | null): Promise<Match[]> {
  const found = students(db)
    .innerJoin('referrals', (join) =>
      join
        .on((on) =>
          on.or([on('referrals.telefone', '=', on.ref('users.phone')), on('referrals.cpf', '=', on.ref('users.cpf'))]),
        )
        .onRef('referrals.criado_em', '<=', 'users.created_at')
        .onRef('referrals.user_id', '!=', 'users.id'),
    )
    .innerJoin('users as member', 'member.id', 'referrals.user_id')
    .innerJoin('drive_users as place', 'place.id', 'member.drive_user_id')
    .innerJoin('companies as unit', (join) =>
      join.onRef('unit.id', '=', 'place.company_id').onRef('unit.escola_id', '=', 'companies.escola_id'),
    )
    .where('referrals.status', 'in', [...PENDING_REFERRALS])
    .where('member.is_club', '=', true)
    .select(['referrals.id as referral_id', 'users.id', 'users.full_name', 'contratos.id as contrato_id'])
    .orderBy('referrals.id')
    .orderBy('contratos.id');
  return (ids === null ? found.limit(AT_ONCE) : found.where('referrals.id', 'in', [...ids])).execute();
}

/** A student of a school by CPF or e-mail, or by id. @param escolaId null: of any, for admins */
export function studentBy(
  db: Db,
  escolaId: number | null,
  wanted: { id: number } | { cpf: string } | { emailKey: string },
): Promise<Omit<Match, 'referral_id'> | undefined> {
  let found = students(db).select(['users.id', 'users.full_name', 'contratos.id as contrato_id']);
  if (escolaId !== null) found = found.where('companies.escola_id', '=', escolaId);
  if ('id' in wanted) found = found.where('users.id', '=', wanted.id);
  else if ('cpf' in wanted) found = found.where('users.cpf', '=', wanted.cpf);
  else found = found.where('users.email_key', '=', wanted.emailKey);
  return found.orderBy('users.id').orderBy('contratos.id').limit(1).executeTakeFirst();
}
