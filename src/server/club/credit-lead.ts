import { sql } from 'kysely';
import type { Db } from '../core/db/connection.ts';
import { withUnit } from '../core/db/people.ts';
import { inSavepoint } from '../core/db/savepoint.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { conflict, Refusal } from '../core/http/refusal.ts';
import { refuseOwn } from './access.ts';
import { auditCredit, creditFriend } from './credit-enrollment.ts';
import type { ReferralRow } from './present.ts';
import { PENDING_REFERRALS } from './queries.ts';
import { addReferral, existingReferral, moveReferral, noteRequest } from './referral.ts';
import { studentBy } from './referrals.ts';

/** A lead of the school who became a student. */
interface NewStudent {
  nome: string;
  telefone: string;
  email: string | null;
  cpf: string | null;
  /** The member's code that the lead submitted. */
  codigo: string | null;
  friendId: number;
  escolaId: number;
  /** When the lead last wrote. */
  desde: string;
}

/**
 * Credits the referral that brought a new student, inside a transaction: an open one with the same telephone, e-mail or CPF, or
 * one by the member whose code the lead submitted.
 *
 * @returns who gets the points, or why nobody does; `waits` while the student has neither class nor contract: the referral is
 *   credited automatically once there is one; null without a referral.
 */
export async function creditLead(
  ctx: Ctx,
  tx: Db,
  friend: NewStudent,
): Promise<{ quem: string; pontos: number } | { waits: true } | { refused: string } | null> {
  // A credit that the rules refuse is rolled back alone.
  try {
    return await inSavepoint(tx, () => credit(ctx, tx, friend));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.message };
  }
}

async function credit(ctx: Ctx, tx: Db, friend: NewStudent) {
  const { friendId, escolaId } = friend;
  const inviter = await inviterOf(tx, friend);
  const referral = (await openReferral(tx, friend, inviter?.id ?? null)) ?? (await newReferral(tx, friend, inviter));
  if (!referral) return null;
  refuseOwn(ctx.session, referral.user_id);
  const student = await studentBy(tx, { escolaId, units: null }, { id: friendId });
  if (!student) {
    if (await hasCounted(tx, friendId)) throw conflict('o aluno já valeu uma indicação.', 'not_enrolled');
    return { waits: true } as const;
  }
  const { credited, entry } = await creditFriend(tx, ctx, referral, {
    at: ctx.now(),
    friendId,
    porUserId: ctx.session.userId,
    ...(student.contrato_id !== null && { contratoId: student.contrato_id }),
  });
  await auditCredit(ctx, tx, credited, entry);
  const { full_name } = await tx
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', credited.user_id)
    .executeTakeFirstOrThrow();
  return { quem: full_name, pontos: credited.pontos_previstos };
}

/**
 * Marks the referral behind an answered lead as in contact, and notifies the member.
 *
 * @returns the id of the referral, if its status changed
 */
export async function noteLeadAnswered(
  tx: Db,
  { telefone, email, escolaId }: Pick<NewStudent, 'telefone' | 'email' | 'escolaId'>,
  { at, porUserId }: { at: Date; porUserId: number },
): Promise<number | null> {
  const referral = await openReferral(tx, { telefone, email, cpf: null, escolaId }, null);
  if (referral?.status !== 'enviada') return null;
  await noteRequest(tx, await moveReferral(tx, referral, { to: 'em_contato', at, porUserId }), at);
  return referral.id;
}

/** Undoes `noteLeadAnswered` within a minute: the referral waits again. The member gets no second notification. */
export async function undoLeadAnswered(tx: Db, id: number, at: string): Promise<void> {
  const waiting = await tx
    .updateTable('referrals')
    .set({ status: 'enviada' })
    .where('id', '=', id)
    .where('status', '=', 'em_contato')
    .returning('id')
    .executeTakeFirst();
  if (!waiting) return;
  await tx
    .deleteFrom('referral_history')
    .where('referral_id', '=', id)
    .where('status', '=', 'em_contato')
    .where('em', '=', at)
    .execute();
}

const hasCounted = async (tx: Db, friendId: number) =>
  (await tx.selectFrom('referrals').select('id').where('amigo_user_id', '=', friendId).executeTakeFirst()) !==
  undefined;

/** Members of a school, who may refer its students. */
const members = (db: Db, escolaId: number) =>
  db
    .selectFrom('users')
    .$call(withUnit)
    .where('companies.escola_id', '=', escolaId)
    .where('users.is_club', '=', true)
    .where('users.is_blocked', '=', false);

const inviterOf = async (tx: Db, { codigo, escolaId }: NewStudent) =>
  codigo === null
    ? undefined
    : members(tx, escolaId)
        .innerJoin('club_codes', 'club_codes.user_id', 'users.id')
        .select(['users.id', 'companies.escola_id'])
        .where('club_codes.codigo', '=', codigo.toUpperCase())
        .executeTakeFirst();

/** An open referral of the friend by a member of the school: first that of the code's owner, then the oldest. */
async function openReferral(
  tx: Db,
  { telefone, email, cpf, escolaId }: Pick<NewStudent, 'telefone' | 'email' | 'cpf' | 'escolaId'>,
  inviterId: number | null,
): Promise<ReferralRow | undefined> {
  const rows = await members(tx, escolaId)
    .innerJoin('referrals', 'referrals.user_id', 'users.id')
    .selectAll('referrals')
    .where('referrals.status', 'in', [...PENDING_REFERRALS])
    .where((where) =>
      where.or([
        where('referrals.telefone', '=', telefone),
        ...(cpf ? [where('referrals.cpf', '=', cpf)] : []),
        ...(email ? [sql<boolean>`lower(referrals.email) = ${email.toLowerCase()}`] : []),
      ]),
    )
    .orderBy('referrals.id')
    .execute();
  return rows.find(({ user_id }) => user_id === inviterId) ?? rows[0];
}

/** A new referral by the code's owner, dated when the lead wrote, unless the friend was referred before. */
async function newReferral(
  tx: Db,
  { nome, telefone, email, cpf, friendId, desde }: NewStudent,
  inviter: { id: number; escola_id: number | null } | undefined,
): Promise<ReferralRow | null> {
  if (!inviter || inviter.id === friendId || (await existingReferral(tx, { telefone, cpf }))) return null;
  return addReferral(tx, inviter, { nome, telefone, email, cpf, canal: 'link' }, new Date(desde));
}
