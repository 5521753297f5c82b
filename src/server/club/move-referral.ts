import { formatPoints } from '#lib/format/money.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import type { School } from '../core/http/ctx.ts';
import { conflict, Refusal } from '../core/http/refusal.ts';
import { notifyMember } from './notify.ts';
import type { ReferralRow } from './present.ts';
import { reverseEntry } from './reverse-entry.ts';
import { rulesOf } from './rules.ts';

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

/** The manager's next steps without more data. An enrolment names the student. */
export const managerSteps = (status: Status): Status[] => steps[status].filter((to) => to !== 'matriculada');

interface Move {
  to: Status;
  amigoId?: number;
  at: Date;
  porUserId?: number;
  motivo?: string;
  contratoId?: number;
  /** The points that it brought, instead of the expected ones. */
  pontos?: number;
}

/** Moves a referral on and dates the step. @throws Refusal 409 for a step that is not allowed or no longer possible. */
export async function moveReferral(
  tx: Db,
  referral: ReferralRow,
  { to, at, porUserId, motivo, contratoId, amigoId, pontos }: Move,
): Promise<ReferralRow> {
  const moved = steps[referral.status].includes(to)
    ? await tx
        .updateTable('referrals')
        .set({
          status: to,
          ...(motivo !== undefined && { motivo }),
          ...(contratoId !== undefined && { contrato_id: contratoId }),
          ...(amigoId !== undefined && { amigo_user_id: amigoId }),
          ...(pontos !== undefined && { pontos_previstos: pontos }),
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

/** Points that a friend's enrolment brings to a member, by the current rules. */
export async function expectedPoints(tx: Db, escolaId: number | null): Promise<number> {
  const rules = await rulesOf(tx, escolaId);
  return rules
    .filter(({ codigo, ativo }) => ativo && (codigo === 'indicacao' || codigo === 'indicacao_matricula'))
    .reduce((sum, { pontos }) => sum + pontos, 0);
}

/** Dates the first contact of friend and school. @returns the referral; undefined after an earlier contact. */
export const markAsked = (tx: Db, { id }: ReferralRow, at: Date): Promise<ReferralRow | undefined> =>
  tx
    .updateTable('referrals')
    .set({ pedido_em: at.toISOString() })
    .where('id', '=', id)
    .where('pedido_em', 'is', null)
    .returningAll()
    .executeTakeFirst();

/**
 * Notes once that the friend and the school are in contact, and tells the member. It gives no points yet: anybody can
 * make up a stranger's telephone, so points come with the enrolment (CLUB-08).
 */
export async function noteRequest(tx: Db, referral: ReferralRow, at: Date): Promise<ReferralRow> {
  const noted = await markAsked(tx, referral, at);
  if (!noted) return referral;
  const name = noted.nome.split(' ')[0]?.slice(0, 40);
  const body = `São até ${formatPoints(noted.pontos_previstos)}, que entram quando a matrícula vier.`;
  await notifyMember(tx, noted.user_id, 'earn', { title: `${name} vai falar com a escola`, body }, at);
  return noted;
}

/** Takes back points that an older referral earned before its enrolment. Spent points stay spent. */
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
