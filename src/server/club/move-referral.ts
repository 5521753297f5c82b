import { formatPoints } from '#lib/format/money.ts';
import { dayIn } from '#lib/rules/account/registration.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { conflict, Refusal } from '../http/refusal.ts';
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

/** What a manager may do next by a word alone: an enrolment names the student. */
export const managerSteps = (status: Status): Status[] => steps[status].filter((to) => to !== 'matriculada');

interface Move {
  to: Status;
  amigoId?: number;
  at: Date;
  porUserId?: number;
  motivo?: string;
  contratoId?: number;
  /** What it brought, in place of what was expected. */
  pontos?: number;
}

/** Moves a referral on and dates the step. @throws Refusal 409 where the step is not open, or another was faster. */
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

/** Points that the enrolment of a friend brings to a member, by the rules as they stand. */
export async function expectedPoints(tx: Db, escolaId: number | null): Promise<number> {
  const rules = await rulesOf(tx, escolaId);
  return rules
    .filter(({ codigo, ativo }) => ativo && (codigo === 'indicacao' || codigo === 'indicacao_matricula'))
    .reduce((sum, { pontos }) => sum + pontos, 0);
}

/** Dates that the friend and the school met. @returns the referral; nothing where they had before. */
export const markAsked = (tx: Db, { id }: ReferralRow, at: Date): Promise<ReferralRow | undefined> =>
  tx
    .updateTable('referrals')
    .set({ pedido_em: at.toISOString() })
    .where('id', '=', id)
    .where('pedido_em', 'is', null)
    .returningAll()
    .executeTakeFirst();

/**
 * Notes that the friend asked for contact, or the school spoke to the friend, and tells the member. Once. Nothing can be spent of it: a stranger's
 * telephone is easily made up, so points come with the enrolment (CLUB-08).
 */
export async function noteRequest(tx: Db, referral: ReferralRow, at: Date): Promise<ReferralRow> {
  const noted = await markAsked(tx, referral, at);
  if (!noted) return referral;
  const name = noted.nome.split(' ')[0]?.slice(0, 40);
  const body = `São até ${formatPoints(noted.pontos_previstos)}, que entram quando a matrícula vier.`;
  await notifyMember(tx, noted.user_id, 'earn', { title: `${name} vai falar com a escola`, body }, at);
  return noted;
}

/**
 * Takes back what a referral earned before its enrolment, as referrals once did, unless it was spent: what was spent is spent.
 */
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
