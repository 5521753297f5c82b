import { sql } from 'kysely';
import type { Indicacao } from '#lib/contract/club.schema.ts';
import type { creditReferral as call } from '#lib/contract/club.ts';
import type { ParsedInput } from '#lib/contract/core.ts';
import { formatPoints } from '#lib/format/money.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import type { Ctx, School } from '../core/http/ctx.ts';
import { conflict, notFound, Refusal } from '../core/http/refusal.ts';
import { memberOf } from './earning.ts';
import { notifyMember } from './notify.ts';
import { reverseEntry } from './points.ts';
import { presentReferral, type ReferralRow } from './present.ts';

import { stepsOf } from './queries.ts';
import { addFriendToContacts } from './referral-contact.ts';
import { rulesOf } from './rules.ts';

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
  await addFriendToContacts(tx, ctx, row, referrer.id);
  return presentReferral(row, await stepsOf(tx, [row.id]));
}

interface NewReferral extends Friend {
  nome: string;
  cidade?: string | null;
  canal: ReferralRow['canal'];
}

/** Stores a new referral. @throws Refusal 409 `duplicate` when the same friend was stored concurrently. */
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
  return row;
}

type Status = ReferralRow['status'];

/** The allowed next states of each state of a referral. */
const steps: Readonly<Record<Status, readonly Status[]>> = {
  enviada: ['em_contato', 'matriculada', 'recusada'],
  em_contato: ['matriculada', 'recusada'],
  matriculada: ['creditada'],
  creditada: [],
  recusada: [],
  duplicada: [],
};

/** The next states that a manager may set without more data. An enrolment also needs the student. */
export const managerSteps = (status: Status): Status[] => steps[status].filter((to) => to !== 'matriculada');

interface Move {
  to: Status;
  amigoId?: number;
  at: Date;
  porUserId?: number;
  motivo?: string;
  contratoId?: number;
  /** The points actually earned, instead of the expected ones. */
  pontos?: number;
}

/**
 * Moves a referral to another state and dates the step. @throws Refusal 409 for a step that is not allowed or no longer possible.
 */
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

async function noteStep(tx: Db, { id, status }: ReferralRow, at: Date, porUserId?: number): Promise<void> {
  await tx
    .insertInto('referral_history')
    .values({ referral_id: id, status, em: at.toISOString(), por_user_id: porUserId ?? null })
    .execute();
}

/** Points that a friend's enrolment earns a member, by the current rules. */
export async function expectedPoints(tx: Db, escolaId: number | null): Promise<number> {
  const rules = await rulesOf(tx, escolaId);
  return rules
    .filter(({ codigo, ativo }) => ativo && (codigo === 'indicacao' || codigo === 'indicacao_matricula'))
    .reduce((sum, { pontos }) => sum + pontos, 0);
}

/**
 * Records the date of the first contact between friend and school. @returns the referral; undefined if there was a contact
 * before.
 */
export const markContacted = (tx: Db, { id }: ReferralRow, at: Date): Promise<ReferralRow | undefined> =>
  tx
    .updateTable('referrals')
    .set({ pedido_em: at.toISOString() })
    .where('id', '=', id)
    .where('pedido_em', 'is', null)
    .returningAll()
    .executeTakeFirst();

/**
 * Records once that the friend and the school are in contact, and notifies the member. It gives no points yet: anybody can make
 * up a telephone, so points come with the enrolment (CLUB-08).
 */
export async function noteRequest(tx: Db, referral: ReferralRow, at: Date): Promise<ReferralRow> {
  const noted = await markContacted(tx, referral, at);
  if (!noted) return referral;
  const name = noted.nome.split(' ')[0]?.slice(0, 40);
  const body = `São até ${formatPoints(noted.pontos_previstos)}, que entram quando a matrícula vier.`;
  await notifyMember(tx, noted.user_id, 'earn', { title: `${name} vai falar com a escola`, body }, at);
  return noted;
}

/** Takes back points that an older referral earned before its enrolment. Points that were spent are not taken. */
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

/** The known data of the friend. Digits only. */
interface Friend {
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
 * Refuses unfair referrals (CLUB-08): of oneself, of students, of a friend for the second time, and of two members by each other.
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
  const other = await existingReferral(tx, friend);
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
export const existingReferral = (tx: Db, { telefone, cpf }: Friend): Promise<ReferralRow | undefined> =>
  tx
    .selectFrom('referrals')
    .selectAll()
    .where((where) => where.or([where('telefone', '=', telefone), ...(cpf ? [where('cpf', '=', cpf)] : [])]))
    .where('status', '<>', sql.lit('recusada'))
    .executeTakeFirst();
