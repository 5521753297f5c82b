import { dayIn } from '#lib/registration.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { conflict, Refusal } from '../http/refusal.ts';
import { earnPoints, memberOf } from './earn-points.ts';
import { notifyMember } from './notify.ts';
import type { ReferralRow } from './present.ts';
import { reverseEntry } from './reverse-entry.ts';
import { ruleOf } from './rules.ts';

type Status = ReferralRow['status'];

/** What may follow each step of a referral. */
const steps: Readonly<Record<Status, readonly Status[]>> = {
  enviada: ['em_contato', 'matriculada', 'recusada'],
  em_contato: ['matriculada', 'recusada'],
  matriculada: ['creditada'],
  creditada: [],
  recusada: [],
  duplicada: [],
};

/** What a manager may do next: enrolments are for admins. */
export const managerSteps = (status: Status): Status[] => steps[status].filter((to) => to !== 'matriculada');

interface Move {
  to: Status;
  at: Date;
  porUserId?: number;
  motivo?: string;
  contratoId?: number;
}

/** Moves a referral on and dates the step. @throws Refusal 409 where the step is not open, or another was faster. */
export async function moveReferral(
  tx: Db,
  referral: ReferralRow,
  { to, at, porUserId, motivo, contratoId }: Move,
): Promise<ReferralRow> {
  const moved = steps[referral.status].includes(to)
    ? await tx
        .updateTable('referrals')
        .set({
          status: to,
          ...(motivo !== undefined && { motivo }),
          ...(contratoId !== undefined && { contrato_id: contratoId }),
        })
        .where('id', '=', referral.id)
        .where('status', '=', referral.status)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  if (!moved) throw conflict('Esta indicação já mudou de situação. Atualize a página.', 'referral_status');
  await noteStep(tx, moved, at, porUserId);
  return moved;
}

export async function noteStep(tx: Db, { id, status }: ReferralRow, at: Date, porUserId?: number): Promise<void> {
  await tx
    .insertInto('referral_history')
    .values({ referral_id: id, status, em: at.toISOString(), por_user_id: porUserId ?? null })
    .execute();
}

/** The first credit of a referral: the friend asked for contact, or the school spoke to the friend. Once. */
export async function creditRequest(
  tx: Db,
  { config }: Pick<School, 'config'>,
  referral: ReferralRow,
  at: Date,
): Promise<ReferralRow> {
  const timeZone = config.SCHOOL_TIME_ZONE;
  const isFirst = await tx
    .updateTable('referrals')
    .set({ pedido_em: at.toISOString() })
    .where('id', '=', referral.id)
    .where('pedido_em', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!isFirst) return referral;
  const { user_id: userId } = referral;
  const referencia = { tipo: 'indicacao', id: referral.id };
  const what = `indicacao:${referral.id}`;
  const entry = await earnPoints(tx, { userId, regra: 'indicacao', what, at, timeZone, referencia });
  if (entry) {
    await notifyMember(tx, userId, 'earn', { title: `Você ganhou ${entry.pontos} pontos`, body: words(referral) }, at);
  }
  const member = await memberOf(tx, userId);
  const rule = await ruleOf(tx, member?.escola_id ?? null, 'indicacao_matricula');
  return tx
    .updateTable('referrals')
    .set({ pontos_previstos: rule.pontos })
    .where('id', '=', referral.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const words = ({ nome }: ReferralRow) =>
  `${nome.split(' ')[0]?.slice(0, 40)} vai falar com a escola. Se a matrícula vier, você ganha mais.`;

/** Takes the first credit of a referral back, unless its points were spent: what was spent is spent. */
export async function takeRequestBack(
  tx: Db,
  { config }: Pick<School, 'config'>,
  referral: ReferralRow,
  { at, motivo, porUserId }: { at: Date; motivo: string; porUserId: number },
): Promise<void> {
  const entry = await tx
    .selectFrom('point_entries')
    .selectAll()
    .where('chave', '=', `indicacao:indicacao:${referral.id}:user:${referral.user_id}`)
    .executeTakeFirst();
  if (!entry) return;
  try {
    const atLeast = dayIn(config.SCHOOL_TIME_ZONE, at);
    await reverseEntry(tx, entry, { at, atLeast, nota: motivo, porUserId });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'points_short')) throw error;
  }
}
