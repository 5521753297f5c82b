import type { creditReferralEnrolment as call } from '#lib/contract/club.ts';
import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import { audit } from '../account/audit.ts';
import type { Ctx, Db } from '../http/ctx.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { earnPoints, memberOf } from './earn-points.ts';
import { creditRequest, moveReferral } from './move-referral.ts';
import { notifyMember } from './notify.ts';
import { presentEntry, presentReferral, type ReferralRow } from './present.ts';
import { stepsOf } from './queries.ts';
import { addReferral } from './refer-friend.ts';
import { standingReferral } from './referral-rule.ts';

type Input = ParsedInput<typeof call>['body'];

/**
 * Credits the enrolment of a friend inside a transaction (CLUB-09): once for each referral, and once for each contract.
 *
 * @throws Refusal 404 for what is unknown, 409 `own`, `loop`, `duplicate` or `not_member`.
 */
export async function creditEnrolment(ctx: Ctx, tx: Db, input: Input): Promise<CallAnswer<typeof call>> {
  const at = ctx.now();
  const porUserId = ctx.session.userId;
  const friend = await enrolledIn(tx, input.contrato_id);
  const found = await referralFor(tx, input, friend, at);
  if (found.user_id === friend.id) throw conflict('Quem indica não pode ser quem se matricula.', 'own');
  await refuseLoop(tx, found, friend.id);
  const known = await creditRequest(tx, ctx, found, at);
  const enrolled = await moveReferral(tx, known, {
    to: 'matriculada',
    at,
    porUserId,
    contratoId: input.contrato_id,
  });
  const entry = await earnPoints(tx, {
    userId: enrolled.user_id,
    regra: 'indicacao_matricula',
    what: `indicacao:${enrolled.id}`,
    at,
    timeZone: ctx.config.SCHOOL_TIME_ZONE,
    referencia: { tipo: 'indicacao', id: enrolled.id },
    porUserId,
    ...(input.pontos !== undefined && { pontos: input.pontos }),
  });
  if (!entry) throw conflict('Quem indicou não participa do clube, ou a regra está desligada.', 'not_member');
  const credited = await moveReferral(tx, enrolled, { to: 'creditada', at, porUserId });
  const title = `Seu amigo se matriculou: ${entry.pontos} pontos`;
  await notifyMember(tx, entry.user_id, 'earn', { title, body: 'Os pontos já estão no seu saldo.' }, at);
  await audit({ ...ctx, db: tx }, 'referral-creditada', `referral:${credited.id}`, {
    about: credited.user_id,
    depois: { pontos: entry.pontos },
  });
  return {
    indicacao: presentReferral(credited, await stepsOf(tx, [credited.id])),
    transaction: presentEntry(entry),
  };
}

async function enrolledIn(tx: Db, contratoId: number) {
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

/** The referral that is named; without one that of the friend, or a new one for who says so at the counter. */
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
  const standing = await standingReferral(tx, contact);
  if (standing && standing.user_id !== referrer.id) {
    throw conflict('Outra pessoa já indicou este amigo.', 'duplicate');
  }
  const { full_name: nome, city: cidade } = friend;
  return standing ?? addReferral(tx, referrer, { ...contact, nome, cidade, canal: 'formulario' }, at);
}

/** Two who enrolled by each other's word are a loop. */
async function refuseLoop(tx: Db, { user_id }: ReferralRow, friendId: number): Promise<void> {
  const back = await tx
    .selectFrom('referrals')
    .innerJoin('contratos', 'contratos.id', 'referrals.contrato_id')
    .select('referrals.id')
    .where('referrals.user_id', '=', friendId)
    .where('contratos.user_id', '=', user_id)
    .executeTakeFirst();
  if (back) throw conflict('Esta pessoa se matriculou por indicação do amigo: não vale de volta.', 'loop');
}
