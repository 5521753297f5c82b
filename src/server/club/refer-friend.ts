import type { Indicacao } from '#lib/contract/club.schema.ts';
import type { creditReferral as call } from '#lib/contract/club.ts';
import type { ParsedInput } from '#lib/contract/core.ts';
import type { Ctx, Db } from '../core/http/ctx.ts';
import { conflict, notFound } from '../core/http/refusal.ts';
import { tellStaff } from '../messages/inbox/tell-staff.ts';
import { memberOf } from './earn-points.ts';
import { expectedPoints, noteStep } from './move-referral.ts';
import { presentReferral, type ReferralRow } from './present.ts';
import { stepsOf } from './queries.ts';
import { type Friend, refuseUnfair } from './referral-rule.ts';

type Input = ParsedInput<typeof call>['body'];

/**
 * Refers a friend inside a transaction (CLUB-08). Its points are pending until the friend enrols.
 *
 * @throws Refusal 409 with the reason why the friend does not count.
 */
export async function referFriend(ctx: Ctx, tx: Db, input: Input): Promise<Indicacao> {
  const referrer = await memberOf(tx, ctx.session.userId);
  if (!referrer) throw notFound();
  await refuseUnfair(tx, referrer, input);
  const row = await addReferral(tx, referrer, { ...input, canal: input.canal }, ctx.now());
  return presentReferral(row, await stepsOf(tx, [row.id]));
}

interface NewReferral extends Friend {
  nome: string;
  cidade?: string | null;
  canal: ReferralRow['canal'];
}

/** Stores a new referral. @throws Refusal 409 `duplicate` when the same friend came another way at this moment. */
export async function addReferral(
  tx: Db,
  referrer: { id: number; escola_id: number | null },
  { nome, telefone, email, cidade, cpf, canal }: NewReferral,
  at: Date,
): Promise<ReferralRow> {
  const pontos = await expectedPoints(tx, referrer.escola_id);
  const row = await tx
    .insertInto('referrals')
    .values({
      user_id: referrer.id,
      canal,
      nome,
      telefone,
      email: email ?? null,
      cidade: cidade ?? null,
      cpf: cpf ?? null,
      status: 'enviada',
      pontos_previstos: pontos,
      contrato_id: null,
      motivo: null,
      consentimento_em: at.toISOString(),
      pedido_em: null,
      criado_em: at.toISOString(),
    })
    .onConflict((known) => known.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('Esta pessoa já foi indicada.', 'duplicate');
  await noteStep(tx, row, at);
  await tellStaff(tx, at, { kind: 'indicacao_nova', about: row.id, params: {}, at: { userId: referrer.id } });
  return row;
}
