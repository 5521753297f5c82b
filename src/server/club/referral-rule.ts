import { sql } from 'kysely';
import type { Db } from '../core/db/connection.ts';
import { conflict } from '../core/http/refusal.ts';
import type { ReferralRow } from './present.ts';

/** The friend, as far as known. Digits only. */
export interface Friend {
  telefone: string;
  cpf?: string | null;
  email?: string | null;
}

interface Referrer {
  id: number;
  phone: string | null;
  cpf: string | null;
}

/**
 * Refuses referrals that turn points into a game (CLUB-08): of oneself, of students, of a friend for the second time,
 * and of two members by each other.
 *
 * @param known the existing referral in question, if there is one.
 * @throws Refusal 409 `own`, `loop`, `student` or `duplicate`.
 */
export async function refuseUnfair(tx: Db, referrer: Referrer, friend: Friend, known?: ReferralRow): Promise<void> {
  const { telefone, cpf } = friend;
  if (telefone === referrer.phone || (cpf && cpf === referrer.cpf)) {
    throw conflict('Você não pode indicar a si mesmo.', 'own');
  }
  if (await hasReferred(tx, friend, referrer)) {
    throw conflict('Esta pessoa indicou você: indicações de volta não valem pontos.', 'loop');
  }
  if (await isStudent(tx, friend)) throw conflict('Esta pessoa já estuda com a gente.', 'student');
  const other = await standingReferral(tx, friend);
  if (other && other.id !== known?.id) throw conflict('Esta pessoa já foi indicada.', 'duplicate');
}

async function isStudent(tx: Db, { telefone, cpf, email }: Friend): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where((where) =>
      where.or([
        where('phone', '=', telefone),
        ...(cpf ? [where('cpf', '=', cpf)] : []),
        ...(email ? [where('email_key', '=', email.toLowerCase())] : []),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the friend is a member who referred the referrer. */
async function hasReferred(tx: Db, { telefone, cpf }: Friend, { phone, cpf: ownCpf }: Referrer): Promise<boolean> {
  if (phone === null && ownCpf === null) return false;
  const row = await tx
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referrals.user_id')
    .select('referrals.id')
    .where((where) => where.or([where('users.phone', '=', telefone), ...(cpf ? [where('users.cpf', '=', cpf)] : [])]))
    .where((where) =>
      where.or([
        ...(phone === null ? [] : [where('referrals.telefone', '=', phone)]),
        ...(ownCpf === null ? [] : [where('referrals.cpf', '=', ownCpf)]),
      ]),
    )
    .where('referrals.status', '<>', sql.lit('recusada'))
    .executeTakeFirst();
  return row !== undefined;
}

/** The valid referral of a friend, by any member. */
export const standingReferral = (tx: Db, { telefone, cpf }: Friend): Promise<ReferralRow | undefined> =>
  tx
    .selectFrom('referrals')
    .selectAll()
    .where((where) => where.or([where('telefone', '=', telefone), ...(cpf ? [where('cpf', '=', cpf)] : [])]))
    .where('status', '<>', sql.lit('recusada'))
    .executeTakeFirst();
