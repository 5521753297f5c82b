import type { RuleCode } from '#lib/contract/club.schema.ts';
import type { creditReferralEnrollment as call } from '#lib/contract/club.ts';
import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import { formatPoints } from '#lib/format/money.ts';
import type { Db } from '../core/db/connection.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx, School } from '../core/http/ctx.ts';
import { conflict, notFound } from '../core/http/refusal.ts';
import { refuseOwn } from './access.ts';
import { earnPoints, memberOf } from './earning.ts';
import { notifyMember } from './notify.ts';
import type { EntryRow } from './points.ts';
import { presentEntry, presentReferral, type ReferralRow } from './present.ts';
import { stepsOf } from './queries.ts';
import { addReferral, existingReferral, markContacted, moveReferral } from './referral.ts';
import { ruleOf } from './rules.ts';

type Input = ParsedInput<typeof call>['body'];

/**
 * Credits a friend's enrolment inside a transaction, as admins do (CLUB-09): once per referral, contract and friend.
 *
 * @throws Refusal 403 for the user's own referral, 404 for an unknown one, 409 `own`, `loop`, `duplicate` or
 *   `not_member`.
 */
export async function creditEnrollment(ctx: Ctx, tx: Db, input: Input): Promise<CallAnswer<typeof call>> {
  const at = ctx.now();
  const friend = await enrolledIn(tx, input.contrato_id);
  const referral = await referralFor(tx, input, friend, at);
  refuseOwn(ctx.session, referral.user_id);
  const { contrato_id: contratoId, pontos } = input;
  const { credited, entry } = await creditFriend(tx, ctx, referral, {
    at,
    friendId: friend.id,
    contratoId,
    porUserId: ctx.session.userId,
    ...(pontos !== undefined && { pontos }),
  });
  await auditCredit(ctx, tx, credited, entry);
  return {
    indicacao: presentReferral(credited, await stepsOf(tx, [credited.id])),
    transaction: presentEntry(entry),
  };
}

export const auditCredit = (ctx: Ctx, tx: Db, { id, user_id }: ReferralRow, { pontos }: EntryRow): Promise<void> =>
  audit({ ...ctx, db: tx }, 'referral-creditada', `referral:${id}`, { about: user_id, depois: { pontos } });

interface Credit {
  at: Date;
  /** The user account of the friend. */
  friendId: number;
  contratoId?: number;
  /** Absent: the portal found the enrolment by itself. */
  porUserId?: number;
  /** Replaces the rule's points. */
  pontos?: number;
}

/**
 * Confirms pending points inside a transaction: those of the referral and of the enrolment. One of the two rules may be off. When
 * the second rule's limit is reached, the referral waits for the next period.
 *
 * @returns the referral and the enrolment's entry, or the referral's entry when the enrolment earns none.
 * @throws Refusal 409 `own`, `loop`, `duplicate`, `not_member` or `limit`, and when the referral has ended.
 */
export async function creditFriend(
  tx: Db,
  { config }: Pick<School, 'config'>,
  referral: ReferralRow,
  { at, friendId, contratoId, porUserId, pontos }: Credit,
): Promise<{ credited: ReferralRow; entry: EntryRow }> {
  if (referral.user_id === friendId) throw conflict('Quem indica não pode ser quem se matricula.', 'own');
  await refuseCounted(tx, referral, friendId);
  const by = { at, ...(porUserId !== undefined && { porUserId }) };
  await markContacted(tx, referral, at);
  const enrolled = await moveReferral(tx, referral, {
    ...by,
    to: 'matriculada',
    amigoId: friendId,
    ...(contratoId !== undefined && { contratoId }),
  });
  const earned = {
    ...by,
    userId: enrolled.user_id,
    what: `indicacao:${enrolled.id}`,
    timeZone: config.SCHOOL_TIME_ZONE,
    referencia: { tipo: 'indicacao', id: enrolled.id },
  };
  const first = await earnPoints(tx, { ...earned, regra: 'indicacao' });
  const second = await earnPoints(tx, {
    ...earned,
    regra: 'indicacao_matricula',
    ...(pontos !== undefined && { pontos }),
  });
  const entry = second ?? first;
  if (!entry || (!second && pontos !== undefined)) {
    throw conflict('Quem indicou não participa do clube, ou a regra está desligada.', 'not_member');
  }
  if (!second && (await isActive(tx, enrolled.user_id, 'indicacao_matricula'))) {
    throw conflict('Quem indicou já chegou ao limite da regra neste período. Confirme de novo no próximo.', 'limit');
  }
  const brought = await pointsOf(tx, enrolled);
  const credited = await moveReferral(tx, enrolled, { ...by, to: 'creditada', pontos: brought });
  const title = `Seu amigo se matriculou: ${formatPoints((first?.pontos ?? 0) + (second?.pontos ?? 0))}`;
  await notifyMember(tx, entry.user_id, 'earn', { title, body: 'Os pontos já estão no seu saldo.' }, at);
  return { credited, entry };
}

async function isActive(tx: Db, userId: number, regra: RuleCode): Promise<boolean> {
  const member = await memberOf(tx, userId);
  return member !== undefined && (await ruleOf(tx, member.escola_id, regra)).ativo;
}

/** A referral's points by both rules, from the ledger. For older referrals the first rule's points came before the enrolment. */
async function pointsOf(tx: Db, { id, user_id }: ReferralRow): Promise<number> {
  const { pontos } = await tx
    .selectFrom('point_entries')
    .select(({ fn }) => fn.sum<number | string | null>('pontos').as('pontos'))
    .where(
      'chave',
      'in',
      ['indicacao', 'indicacao_matricula'].map((regra) => `${regra}:indicacao:${id}:user:${user_id}`),
    )
    .executeTakeFirstOrThrow();
  return Number(pontos ?? 0);
}

/** The student of a course contract that was not yet credited to any referral. @throws Refusal 404, 409 */
export async function enrolledIn(tx: Db, contratoId: number) {
  const row = await tx
    .selectFrom('contratos')
    .innerJoin('users', 'users.id', 'contratos.user_id')
    .select(['users.id', 'users.full_name', 'users.phone', 'users.cpf', 'users.email', 'users.city'])
    .where('contratos.id', '=', contratoId)
    .where('contratos.origem', '=', 'curso')
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos este contrato.');
  const used = await tx.selectFrom('referrals').select('id').where('contrato_id', '=', contratoId).executeTakeFirst();
  if (used) throw conflict('Este contrato já valeu uma indicação.', 'duplicate');
  return row;
}

type Enrolled = Awaited<ReturnType<typeof enrolledIn>>;

/** The named referral, otherwise the friend's referral, otherwise a new one for a member whom the friend names at the counter. */
async function referralFor(tx: Db, input: Input, friend: Enrolled, at: Date): Promise<ReferralRow> {
  if (input.indicacao_id !== undefined) {
    const row = await tx.selectFrom('referrals').selectAll().where('id', '=', input.indicacao_id).executeTakeFirst();
    if (!row) throw notFound('Não encontramos esta indicação.');
    return row;
  }
  const referrer = await memberOf(tx, input.indicador_user_id ?? 0);
  if (!referrer) throw notFound('Não encontramos quem indicou.');
  if (referrer.id === friend.id) throw conflict('Quem indica não pode ser quem se matricula.', 'own');
  const contact = { telefone: friend.phone ?? '', cpf: friend.cpf, email: friend.email };
  if (contact.telefone === '') throw conflict('Falta o telefone de quem se matriculou.', 'no_phone');
  const existing = await existingReferral(tx, contact);
  if (existing && existing.user_id !== referrer.id) {
    throw conflict('Outra pessoa já indicou este amigo.', 'duplicate');
  }
  const { full_name: nome, city: cidade } = friend;
  return existing ?? addReferral(tx, referrer, { ...contact, nome, cidade, canal: 'formulario' }, at);
}

/** A friend counts once, and two members must not refer each other. @throws Refusal 409 */
async function refuseCounted(tx: Db, { id, user_id }: ReferralRow, friendId: number): Promise<void> {
  const counted = await tx
    .selectFrom('referrals')
    .select(['user_id', 'amigo_user_id'])
    .where('id', '!=', id)
    .where((where) =>
      where.or([
        where('amigo_user_id', '=', friendId),
        where.and([where('user_id', '=', friendId), where('amigo_user_id', '=', user_id)]),
      ]),
    )
    .execute();
  if (counted.some((row) => row.user_id === friendId)) {
    throw conflict('Esta pessoa se matriculou por indicação do amigo: não vale de volta.', 'loop');
  }
  if (counted.length > 0) throw conflict('Este aluno já valeu uma indicação.', 'duplicate');
}
